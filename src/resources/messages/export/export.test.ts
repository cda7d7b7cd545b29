import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { LIST_LIMIT } from '#contract/common'
import { type Message, messageSchema } from '#contract/messages'
import { csvCell, fileName } from '../../../components/files'
import type { SpaceVerbs } from '../../../dataProvider/spaceVerbs'
import { type Collected, collect, NOTHING } from './collect'
import { EXPORT_FORMATS } from './format'
import { CSV_COLUMNS, CSV_HEADER, toCsv } from './format/csv'
import { toJsonLines } from './format/jsonLines'

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

const anyText = fc.string({ unit: fc.constantFrom(...'a9"\',;\n\r\t=+-@ ž𝄞') })

const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text)

describe('a CSV file', () => {
  it('begins with a mark of UTF-8 and the names of the columns', () => {
    expect(CSV_HEADER).toMatch(/^\uFEFFid,created_at,type,direction,.*body,raw\r\n$/)
  })

  it('gives every text back that is no formula', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyText, anyText), { minLength: 1 }), (texts) => {
        const messages = texts.map(([body, raw], i) => message(i, { body, raw }))
        const rows = parseCsv(toCsv(messages))
        expect(rows.map((row) => row.length)).toEqual(messages.map(() => CSV_COLUMNS.length))
        const cells = rows.flatMap((row) => row.slice(-2))
        for (const [i, text] of texts.flat().entries())
          expect(cells[i]).toBe(isFormula(text) ? `'${text}` : text)
      }),
    )
  })

  it('has no cell that a spreadsheet would calculate', () => {
    fc.assert(
      fc.property(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), anyText, (start, rest) => {
        expect(parseCsv(`${csvCell(start + rest)}\r\n`)).toEqual([[`'${start}${rest}`]])
      }),
    )
  })

  test.each(['-5', '-5+cmd', '=1', '+', '-', '--5', '-5\n'])('makes %j safe', (text) => {
    expect(csvCell(text)).toMatch(/^"?'/)
  })
})

test('a cell keeps a negative number a number', () => expect(csvCell(-5.5)).toBe('-5.5'))

describe('JSON lines', () => {
  it('hold each message in a line, with its body as a value', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(0, 2), (values, space) => {
        const messages = values.map((value, i) => message(i, { body: JSON.stringify(value, null, space) }))
        const lines = toJsonLines(messages).split('\n')
        expect(lines).toHaveLength(messages.length + 1)
        for (const [i, { body, ...fields }] of messages.entries())
          expect(JSON.parse(lines[i] ?? '')).toEqual({ ...fields, body: JSON.parse(body ?? '') })
      }),
    )
  })

  it('hold what is no JSON as text, and lose no digit', () => {
    const written = toJsonLines([
      message(1, { body: '{broken' }),
      message(2, { body: '{"iccid":89420200001234567890}' }),
      message(3),
    ]).split('\n')
    expect(written[0]).toContain('"body":"{broken"')
    expect(written[1]).toContain('"body":{"iccid":89420200001234567890}')
    expect(written[2]).toContain('"body":null')
  })
})

describe('collecting', () => {
  const all = Array.from({ length: 2 * LIST_LIMIT + 5 }, (_, i) => message(i))
  /** Lists by cursor as the server does; `before` may throw. */
  const listing =
    (asked: unknown[], before: (call: number) => void = () => undefined): SpaceVerbs['listMessages'] =>
    async (query) => {
      asked.push(query.offset)
      before(asked.length)
      const start = all.findIndex(({ id }) => id === query.offset) + 1
      return all.slice(start, start + Number(query.limit))
    }
  const rest = { query: {}, format: EXPORT_FORMATS.jsonLines }
  const linesOf = async ({ parts }: Collected) => (await new Blob([...parts]).text()).trimEnd().split('\n')

  it('reads every message once, page by page', async () => {
    const asked: unknown[] = []
    const counts: number[] = []
    const { signal } = new AbortController()
    const collected = await collect({
      ...rest,
      listMessages: listing(asked),
      from: NOTHING,
      signal,
      onPage: ({ count }) => counts.push(count),
    })
    expect(asked).toEqual([undefined, all[LIST_LIMIT - 1]?.id, all[2 * LIST_LIMIT - 1]?.id])
    expect(counts).toEqual([LIST_LIMIT, 2 * LIST_LIMIT, all.length])
    expect(await linesOf(collected)).toEqual(toJsonLines(all).trimEnd().split('\n'))
  })

  it('goes on after the last page when a later one failed', async () => {
    const asked: unknown[] = []
    let last = NOTHING
    const listMessages = listing(asked, (call) => {
      if (call === 2) throw new Error('the line is cut')
    })
    const { signal } = new AbortController()
    const onPage = (collected: Collected) => {
      last = collected
    }
    const tries = { ...rest, listMessages, signal, onPage }
    await expect(collect({ ...tries, from: NOTHING })).rejects.toThrow('the line is cut')
    expect(last.count).toBe(LIST_LIMIT)
    expect(await linesOf(await collect({ ...tries, from: last }))).toHaveLength(all.length)
    expect(asked).toHaveLength(4)
  })

  it('asks for nothing more once it was aborted', async () => {
    const asked: unknown[] = []
    const controller = new AbortController()
    const { signal } = controller
    const run = collect({
      ...rest,
      listMessages: listing(asked, () => controller.abort()),
      from: NOTHING,
      signal,
      onPage: () => expect.unreachable(),
    })
    await expect(run).rejects.toBe(signal.reason)
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
