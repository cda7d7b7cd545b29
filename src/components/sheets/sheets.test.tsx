import { strFromU8, unzipSync } from 'fflate'
import { afterEach, describe, expect, test } from 'vitest'
import { consoleStore } from '../../consoleStore'
import { setPreferences } from '../../preferences'
import { csvWriter, type Page, type SheetColumn, type SheetWriter } from './sheet'
import { keepSheetSettings, sheetSettings, zoneOf } from './sheetSettings'
import { CELL_MAX, sheetsOf, xlsxWriter } from './xlsx'

const COLUMNS: readonly SheetColumn[] = [
  { name: 'created_at', isTime: true },
  { name: 'Průtok' },
  { name: 'serial_number' },
]
const ROW = ['2026-07-01T10:15:00.678Z', -1.5, '89420200001234567890'] as const

async function fileOf(writer: SheetWriter, rows: readonly (readonly (string | number | null)[])[]) {
  const content = new Blob([writer.rows(COLUMNS, rows)])
  return new Blob([...(await writer.assemble(COLUMNS, [{ content, count: rows.length }]))])
}

/** The parts of an XLSX file, as text. */
async function partsOf(file: Blob) {
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()))
  return new Map(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

describe('CSV', () => {
  test('has a Czech Excel’s separator, decimal sign and local times, and keeps long digits', async () => {
    const writer = csvWriter({ separator: ';', decimal: ',' }, 'Europe/Prague')
    const text = strFromU8(
      new Uint8Array(await (await fileOf(writer, [ROW, ['', null, 'a;b']])).arrayBuffer()),
    )
    expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
      'created_at (Europe/Prague);Průtok;serial_number',
      "2026-07-01 12:15:00;-1,5;'89420200001234567890",
      ';;"a;b"',
      '',
    ])
  })
})

describe('XLSX', () => {
  test('has real numbers and times, and texts that stay texts', async () => {
    const hostile = '=cmd|"x"\u0001<b> _x0041_ \uD800'
    const parts = await partsOf(await fileOf(xlsxWriter('Europe/Prague'), [ROW, [null, 0, hostile]]))
    expect([...parts.keys()].toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    for (const text of parts.values())
      expect(new DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror')).toBeNull()
    const sheet = new DOMParser().parseFromString(
      parts.get('xl/worksheets/sheet1.xml') ?? '',
      'application/xml',
    )
    const rows = [...sheet.querySelectorAll('row')].map((row) =>
      [...row.querySelectorAll('c')].map((cell) => [cell.getAttribute('t'), cell.textContent]),
    )
    expect(rows[0]?.map((cell) => cell[1])).toEqual(['created_at (Europe/Prague)', 'Průtok', 'serial_number'])
    const noon = 12 / 24 + 15 / 1440 + 0.678 / 86_400
    expect(Number(rows[1]?.[0]?.[1])).toBeCloseTo(46_204 + noon, 8)
    expect(rows[1]?.slice(1)).toEqual([
      [null, '-1.5'],
      ['inlineStr', '89420200001234567890'],
    ])
    expect(rows[2]).toEqual([
      [null, ''],
      [null, '0'],
      ['inlineStr', '=cmd|"x"_x0001_<b> _x005F_x0041_ _xD800_'],
    ])
  })

  test('cuts off a text that is longer than a cell, and continues on a new sheet', async () => {
    const parts = await partsOf(await fileOf(xlsxWriter('UTC'), [[null, null, 'x'.repeat(CELL_MAX + 1)]]))
    expect(/x{3,}…/.exec(parts.get('xl/worksheets/sheet1.xml') ?? '')?.[0]).toHaveLength(CELL_MAX)
    const page = (count: number): Page => ({ content: new Blob([]), count })
    const counts = sheetsOf([page(4), page(5), page(3), page(12), page(1)], 10).map((pages) =>
      pages.map(({ count }) => count),
    )
    expect(counts).toEqual([[4, 5], [3], [12], [1]])
  })
})

describe('the settings of these files', () => {
  afterEach(() => {
    localStorage.clear()
    setPreferences({ preferredLanguage: null })
  })

  test('follow the language until a person chooses, who keeps them beyond a sign-out', () => {
    expect(sheetSettings()).toEqual({ separator: ',', decimal: '.', times: 'utc' })
    setPreferences({ preferredLanguage: 'cs' })
    expect(sheetSettings()).toEqual({ separator: ';', decimal: ',', times: 'local' })
    localStorage.setItem('user', JSON.stringify({ id: 'anna', email: 'anna@example.com' }))
    keepSheetSettings({ separator: '\t', decimal: '.', times: 'utc' })
    consoleStore.reset()
    expect(sheetSettings()).toMatchObject({ separator: '\t' })
    expect(zoneOf(sheetSettings())).toBe('UTC')
    localStorage.setItem('user', JSON.stringify({ id: 'ben', email: 'ben@example.com' }))
    expect(sheetSettings()).toMatchObject({ separator: ';' })
  })
})
