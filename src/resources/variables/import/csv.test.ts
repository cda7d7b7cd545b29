import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ROWS_MAX } from '../../../components/csv/readTable'
import type { CsvStyle } from '../../../components/files'
import { CSV_FIELDS, type CsvField, readCsv, writeCsv } from './csv'

/** Cells of a text, or its refusal. */
function cellsOf(text: string) {
  const read = readCsv(text)
  return 'refused' in read ? read : read.rows.map(({ cells }) => cells)
}

function tableOf(text: string) {
  const read = readCsv(text)
  if ('refused' in read) throw new Error(read.refused)
  return read
}

const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('"', "'", ',', ';', '\t', '\r', '\n', '=', '+', '-', '@', ' ', 'a', 'č'),
  }),
)

test('written cells are read back with any content', () => {
  const row = fc.record({
    name: fc.constant('x'),
    value: cell,
    environment: cell,
    comment: cell,
    device: cell,
  })
  const separator = fc.constantFrom<CsvStyle['separator']>(',', ';', '\t')
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), separator, (rows, by) => {
      const text = writeCsv(
        rows.map((one) => Object.assign({ error: '' }, one)),
        { separator: by, decimal: '.' },
      )
      const { hasHeader, columns, rows: read } = tableOf(text)
      expect([hasHeader, columns]).toEqual([true, [...CSV_FIELDS, null]])
      expect(read.slice(1).map(({ cells }) => cells)).toEqual(
        rows.map(({ name, value, environment, comment, device }) => [
          name,
          value,
          environment,
          comment,
          device,
          '',
        ]),
      )
    }),
    { numRuns: 300 },
  )
})

test('no written cell is a formula in a spreadsheet', () => {
  const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', ' =', '\ufeff=', "'=", "''=")
  fc.assert(
    fc.property(start, fc.string(), (first, rest) => {
      const name = first + rest
      const [, line = ''] = writeCsv([
        { name, value: '', environment: '', comment: '', device: '', error: '' },
      ]).split(/\r\n/)
      expect(line.replace(/^"/, '')[0]).toBe("'")
    }),
  )
})

describe('the separator', () => {
  test.each([
    [',', 'meter,key\n51370418,A0\n51370422,B1'],
    [';', 'meter;key\n51370418;A0\n51370422;B1'],
    ['\t', 'meter\tkey\n51370418\tA0\n51370422\tB1'],
  ])('%j is recognized', (_separator, text) => {
    expect(cellsOf(text)).toEqual([
      ['meter', 'key'],
      ['51370418', 'A0'],
      ['51370422', 'B1'],
    ])
  })

  test('is the one that makes the first row a header, even when cells contain others', () => {
    const { rows } = tableOf('Name;Value\na,b;c,d\ne,f;g,h')
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Name', 'Value'],
      ['a,b', 'c,d'],
      ['e,f', 'g,h'],
    ])
  })
})

describe('the header', () => {
  test.each<[string, (CsvField | null)[]]>([
    ['Value,NAME,device', ['value', 'name', 'device']],
    ['Zařízení;Hodnota;Název;Prostředí;Komentář', ['device', 'value', 'name', 'environment', 'comment']],
    ['\uFEFFnazev\thodnota\tcena', ['name', 'value', null]],
    ['name,name,value', ['name', null, 'value']],
    ['"NAME","value"', ['name', 'value']],
  ])('%j names the columns', (header, columns) => {
    const separator = [';', '\t'].find((one) => header.includes(one)) ?? ','
    const row = columns.map(() => 'x').join(separator)
    expect(readCsv(`${header}\r\n${row}\r\n`)).toMatchObject({ hasHeader: true, columns })
  })

  test('is missing when the first row is a variable; columns then have the usual order', () => {
    expect(readCsv('51370418,A0,wmbus\n51370422,B1,wmbus')).toMatchObject({
      hasHeader: false,
      columns: ['name', 'value', 'environment'],
    })
  })
})

test('rows have the numbers of a spreadsheet, and blank ones are left out', () => {
  const { rows } = tableOf('name,value\n\n51370418,A0\n , \n51370422,B1\n\n')
  expect(rows.map(({ number, cells }) => [number, cells[0]])).toEqual([
    [1, 'name'],
    [3, '51370418'],
    [5, '51370422'],
  ])
})

test.each([
  ['', { refused: 'empty' }],
  [' \n\n', { refused: 'empty' }],
  ['name,value\n', { refused: 'empty' }],
  ['name,value\na,b\nc,"d', { refused: 'quotes', row: 3 }],
  ['name,value\n'.padEnd(11).concat('abc,d\n'.repeat(ROWS_MAX + 1)), { refused: 'tooMany' }],
])('a file is refused with a reason (%#)', (text, refusal) => {
  expect(readCsv(text)).toEqual(refusal)
})

test(`${ROWS_MAX} rows and a header are allowed`, () => {
  expect(tableOf('name,value\n'.concat('abc,d\n'.repeat(ROWS_MAX))).rows).toHaveLength(ROWS_MAX + 1)
})
