import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { LIST_LIMIT } from '#contract/common'
import { type Message, messageSchema } from '#contract/messages'
import { type Outcome, runBulk } from '../../../components/bulk/runBulk'
import {
  type Collected,
  jsonLines as jsonLinesOf,
  nothingOf,
  pagesLeft,
  readPage,
} from '../../../components/export/collect'
import { csvCell, csvText, fileName, PLAIN_CSV } from '../../../components/files'
import { csvWriter, sheetFormat } from '../../../components/sheets/sheet'
import type { ListMessages } from '../../../dataProvider/messagePages'
import { FIRST_PAGE } from '../../../dataProvider/messagePages'
import { EXPORT_FORMATS, SHEET_COLUMNS, SPREAD_SHEET, sourceOf } from './exportFile'
import { SPREAD_MAX } from './spread'

const writer = csvWriter(PLAIN_CSV, 'UTC')
const csv = sheetFormat(EXPORT_FORMATS.sheet, writer)
const spreadCsv = sheetFormat(SPREAD_SHEET, writer)
const jsonLines = jsonLinesOf(EXPORT_FORMATS.lineOf)

const uuid = (last: number) => `01890a5d-ac96-774b-bcce-${String(last).padStart(12, '0')}`

const message = (number: number, changes: Partial<Message> = {}): Message =>
  messageSchema.parse({
    id: uuid(number),
    device_id: uuid(0),
    created_at: '2026-01-02T03:04:05.678Z',
    type: 'data',
    direction: 'up',
    ...changes,
  })

/** Rows of a CSV text by RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

const anyText = fc.string({ unit: fc.constantFrom(...'a9"\',;\n\r\t\v\f\u00a0\u200b\ufeff=+-@＝－ ž𝄞') })

describe('a CSV file', () => {
  it('starts with a byte order mark and the names of the columns', async () => {
    const [header] = await csv.assemble([])
    // A text of a blob has no byte order mark.
    expect(new Uint8Array((await header?.arrayBuffer()) ?? []).slice(0, 3)).toEqual(
      Uint8Array.of(0xef, 0xbb, 0xbf),
    )
    expect(await header?.text()).toMatch(/^\uFEFF?id,created_at,type,direction,.*body,raw\r\n$/)
  })

  it('reads back every text, without the apostrophe that prevents formulas', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyText, anyText), { minLength: 1 }), (texts) => {
        const messages = texts.map(([body, raw], i) => message(i, { body, raw }))
        const rows = parseCsv(csv.write(messages))
        expect(rows.map((row) => row.length)).toEqual(messages.map(() => SHEET_COLUMNS.length))
        const cells = rows.flatMap((row) => row.slice(-2))
        expect(cells.map((cell) => csvText(cell))).toEqual(texts.flat())
      }),
    )
  })

  const SIGNS = '=+-@＝＋－＠'

  const isFormula = (part: string) => SIGNS.includes(part.replace(/^["\s\u200b]+/, '').charAt(0) || ' ')

  const HIDDEN = ['', ' ', '\u00a0', '\u200b', '\ufeff', '\v', '\f', ' "\t ']

  test.each([...HIDDEN.flatMap((first) => [...SIGNS].map((sign) => first + sign)), '\t', '\r', '\n'])(
    'has no cell that begins with %j',
    (start) => {
      fc.assert(
        fc.property(anyText, (rest) => {
          expect(parseCsv(`${csvCell(start + rest)}\r\n`)[0]?.[0]).toMatch(/^'/)
        }),
      )
    },
  )

  it('has no such cell when it is split at semicolons, tabs and lines', () => {
    fc.assert(
      fc.property(anyText, anyText, (first, second) => {
        const parts = `${csvCell(first)},${csvCell(second)}`.split(/[;\t\r\n]/)
        expect(parts.filter(isFormula)).toEqual([])
      }),
    )
  })

  test.each([';', '\t'] as const)(
    'has no such cell when a file separated by %j is split at commas too, and reads back',
    (separator) => {
      const style = { separator, decimal: ',' } as const
      expect(csvCell('a,=1', style)).toBe("a,'=1")
      fc.assert(
        fc.property(anyText, (text) => {
          const cell = csvCell(text, style)
          expect(cell.split(/[,;\t\r\n]/).filter(isFormula)).toEqual([])
          const bare = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
          expect(csvText(bare, separator)).toBe(text)
        }),
      )
    },
  )

  test.each([
    ['-5+cmd', "'-5+cmd"],
    ['＝1', "'＝1"],
    ['\n1', `"'\n1"`],
    ['a;=1;b', "a;'=1;b"],
    ['a;"＋1', `"a;'""＋1"`],
    ['a; =1', "a;' =1"],
    ['a\t=1', "a\t'=1"],
    ['\u200b =1', "'\u200b =1"],
    ['a\n@b', `"a\n'@b"`],
    ['a-1; b=2', 'a-1; b=2'],
    ["'=1;'=1", "''=1;''=1"],
    ['89420200001234567890', "'89420200001234567890"],
    ['0042', "'0042"],
    ["'0042", "''0042"],
    ['1234567890', '1234567890'],
  ])('makes %j safe', (text, cell) => expect(csvCell(text)).toBe(cell))
})

test('a cell keeps a negative number a number', () => expect(csvCell(-5.5)).toBe('-5.5'))

describe('a CSV file with a column for each value of the bodies', () => {
  /** Rows of the file from these pages, as objects by header. */
  async function spread(...pages: Message[][]) {
    const kept = pages.map((page) => ({ content: new Blob([spreadCsv.write(page)]), count: page.length }))
    const content = await spreadCsv.assemble(kept)
    const [header = [], ...rows] = parseCsv(await new Blob([...content]).text())
    expect(rows.map(({ length }) => length)).toEqual(rows.map(() => header.length))
    return { header, rows: rows.map((row) => Object.fromEntries(row.map((cell, at) => [header[at], cell]))) }
  }
  const columnsOf = (header: string[]) => header.slice(SHEET_COLUMNS.length)

  it('has the columns of all pages, with each value at its path and without the body', async () => {
    const { header, rows } = await spread(
      [message(1, { body: '{"t":{"value":21.5},"on":true,"list":[1,{"a":null}],"empty":[]}' })],
      [message(2, { body: '{"later":"x","t":{"value":-3}}' }), message(3)],
    )
    expect(columnsOf(header)).toEqual([
      'body.t.value',
      'body.on',
      'body.list.0',
      'body.list.1.a',
      'body.empty',
      'body.later',
    ])
    expect(rows.map((row) => row['body.t.value'])).toEqual(['21.5', '-3', ''])
    const first = { 'body.on': 'true', 'body.list.0': '1', 'body.list.1.a': '', 'body.empty': '[]', body: '' }
    expect(rows[0]).toMatchObject(first)
    expect(rows[1]).toMatchObject({ 'body.later': 'x', 'body.on': '' })
  })

  it('keeps values that cannot be spread in the body column', async () => {
    const deep = `${'['.repeat(1000)}1${']'.repeat(1000)}`
    const bodies = ['not JSON', '21.5', '"text"', deep, '{}']
    const { rows } = await spread(bodies.map((body, at) => message(at, { body })))
    expect(rows.map(({ body }) => body)).toEqual([...bodies.slice(0, 4), ''])
  })

  it('has a limited number of columns, and other values stay in the body', async () => {
    const wide = (from: number, count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${from + at}`, at])))
    const { header, rows } = await spread(
      [message(1, { body: wide(0, SPREAD_MAX - 1) })],
      [message(2, { body: wide(5000, 3) }), message(3, { body: wide(0, SPREAD_MAX + 1) })],
    )
    expect(columnsOf(header)).toHaveLength(SPREAD_MAX)
    expect(rows[1]).toMatchObject({ 'body.k5000': '0', body: '{"body.k5001":1,"body.k5002":2}' })
    expect(rows[2]?.body).toBe(wide(0, SPREAD_MAX + 1))
  })

  it('has no cell that a spreadsheet would evaluate, and distinguishes similar paths', async () => {
    const { header, rows } = await spread([
      message(1, { body: '{"=1+1":"=cmd","a.b":1,"a":{"b":2},"__proto__":{"x":3}}' }),
    ])
    expect(columnsOf(header)).toEqual(['body.=1+1', 'body."a.b"', 'body.a.b', 'body.__proto__.x'])
    expect(rows[0]).toMatchObject({ 'body.=1+1': "'=cmd", 'body."a.b"': '1', 'body.__proto__.x': '3' })
  })
})

describe('JSON lines', () => {
  it('have each message in a line, with its body as a value', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(0, 2), (values, space) => {
        const messages = values.map((value, i) => message(i, { body: JSON.stringify(value, null, space) }))
        const lines = jsonLines.write(messages).split('\n')
        expect(lines).toHaveLength(messages.length + 1)
        for (const [i, { body, ...fields }] of messages.entries())
          expect(JSON.parse(lines[i] ?? '')).toEqual({ ...fields, body: JSON.parse(body ?? '') })
      }),
    )
  })

  it('have other texts as strings, and lose no digits', () => {
    const written = jsonLines
      .write([
        message(1, { body: '{broken' }),
        message(2, { body: '{"iccid":89420200001234567890}' }),
        message(3),
      ])
      .split('\n')
    expect(written[0]).toContain('"body":"{broken"')
    expect(written[1]).toContain('"body":{"iccid":89420200001234567890}')
    expect(written[2]).toContain('"body":null')
  })
})

describe('a collection', () => {
  const all = Array.from({ length: 2 * LIST_LIMIT + 5 }, (_, i) => message(i))
  /** Lists by cursor like the server; `before` may throw. */
  const listing =
    (asked: unknown[], before: (call: number) => void = () => undefined): ListMessages =>
    async (query) => {
      asked.push(query.offset)
      before(asked.length)
      const start = all.findIndex(({ id }) => id === query.offset) + 1
      return all.slice(start, start + Number(query.limit))
    }
  const rest = { format: jsonLines }
  const NOTHING = nothingOf({ firstLimit: FIRST_PAGE })
  const linesOf = async ({ pages }: Collected) =>
    (await new Blob(pages.map(({ content }) => content)).text()).trimEnd().split('\n')

  /** Collects like the dialog, after already read messages. */
  async function collect(listMessages: ListMessages, from: Collected, signal: AbortSignal) {
    const outcomes: Outcome[] = []
    const counts: number[] = []
    let collected = from
    await runBulk({
      ids: pagesLeft(() => collected),
      limit: 1,
      signal,
      work: async () => {
        collected = await readPage({ ...rest, source: sourceOf(listMessages, {}), from: collected, signal })
        counts.push(collected.count)
        return 'done'
      },
      onOutcome: (_page, outcome) => outcomes.push(outcome),
    })
    return { collected, counts, last: outcomes.at(-1) }
  }
  const { signal } = new AbortController()

  it('reads every message once, page by page', async () => {
    const asked: unknown[] = []
    const { collected, counts } = await collect(listing(asked), NOTHING, signal)
    const ends = [FIRST_PAGE, FIRST_PAGE + LIST_LIMIT]
    expect(asked).toEqual([undefined, ...ends.map((end) => all[end - 1]?.id)])
    expect(counts).toEqual([...ends, all.length])
    expect(await linesOf(collected)).toEqual(jsonLines.write(all).trimEnd().split('\n'))
  })

  it('continues after the last page when a later one failed', async () => {
    const asked: unknown[] = []
    const listMessages = listing(asked, (call) => {
      if (call === 2) throw new Error('connection lost')
    })
    const first = await collect(listMessages, NOTHING, signal)
    expect(first.last).toEqual({ state: 'failed', message: 'connection lost' })
    expect(first.collected.count).toBe(FIRST_PAGE)
    const { collected } = await collect(listMessages, first.collected, signal)
    expect(await linesOf(collected)).toHaveLength(all.length)
    expect(asked).toHaveLength(4)
  })

  it('makes no call once it is aborted', async () => {
    const asked: unknown[] = []
    const controller = new AbortController()
    const listMessages = listing(asked, () => controller.abort())
    const { collected, last } = await collect(listMessages, NOTHING, controller.signal)
    expect({ collected, last }).toEqual({ collected: NOTHING, last: { state: 'skipped' } })
    expect(asked).toHaveLength(1)
  })
})

test.each([
  ['pump-1', 'messages-pump-1-2026-01-02.csv'],
  ['../Žluťoučký kůň', 'messages-zlutoucky-kun-2026-01-02.csv'],
  ['', 'messages-2026-01-02.csv'],
])('the file of %j is called %s', (owner, name) => {
  expect(fileName('messages', owner, new Date('2026-01-02T03:04:05Z'), 'csv')).toBe(name)
})
