import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isVolatile } from '../json/volatile'
import { compareBodies, compareLines, linesOf, MAX_LINE_LENGTH, PART_LINES } from './compareBodies'

const EVERYTHING = { ignoreVolatile: false, sortKeys: false }
const SORTED = { ignoreVolatile: false, sortKeys: true }
const LENIENT = { ignoreVolatile: true, sortKeys: true }

const differences = (left: unknown, right: unknown, options = EVERYTHING) =>
  compareLines(linesOf(JSON.stringify(left), options), linesOf(JSON.stringify(right), options)).reduce(
    (sum, part) => sum + part.differences,
    0,
  )

/** A data message as a device sends it. */
const dataBody = (sequence: number, temperature: number) => ({
  message: { version: 1, sequence, timestamp: 1_770_000_000 + sequence * 900 },
  system: { uptime: 86_400, voltage_rest: 3.61 },
  thermometer: { temperature },
  hygrometer: {
    humidity: { measurements: [{ timestamp: 1_770_000_000 + sequence * 900, avg: 41.2, mdn: 41 }] },
  },
})

describe('the lines of a body', () => {
  it('are the value of its JSON, printed', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value)
        const printed = linesOf(text, SORTED)
        expect(JSON.parse(printed.join('\n'))).toEqual(JSON.parse(text))
        expect(linesOf(JSON.stringify(value, null, 3), EVERYTHING)).toEqual(linesOf(text, EVERYTHING))
      }),
    )
  })

  it('keep every digit of a number', () => {
    expect(linesOf('{"iccid":89420200001234567890,"v":1.0}', SORTED)).toEqual([
      '{',
      '  "iccid": 89420200001234567890,',
      '  "v": 1.0',
      '}',
    ])
  })

  it('go on in the next line when they are long', () => {
    const text = 'x'.repeat(2 * MAX_LINE_LENGTH + 1)
    expect(linesOf(text, LENIENT)).toEqual([
      text.slice(0, MAX_LINE_LENGTH),
      text.slice(0, MAX_LINE_LENGTH),
      'x',
    ])
  })

  it('are its own when it is not JSON', () => {
    expect(linesOf('{"a": \r\nno', LENIENT)).toEqual(['{"a": ', 'no'])
    expect(linesOf(null, LENIENT)).toEqual([])
  })

  it('come of 10 000 levels as well', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000)
    const lines = linesOf(deep, LENIENT)
    expect(lines).toHaveLength(19_999)
    expect(lines.join('').length).toBeLessThan(2_000_000)
  })
})

describe('leaving aside', () => {
  test.each([
    ['timestamp', '1770000000'],
    ['time', '1770000000123'],
    ['created_at', '"2026-01-31T08:00:00.000Z"'],
    ['updatedAt', '"2026-01-31T08:00:00+02:00"'],
    ['boot-time', '"2026-01-31 08:00"'],
    ['sequence', '17'],
    ['seq', '"a17"'],
    ['id', '1'],
    ['device_id', '"01890a5d-ac96-774b-bcce-000000000001"'],
    ['messageUuid', 'null'],
  ])('takes the value of %s (%s) for one that differs in every message', (key, value) => {
    expect(isVolatile(key, value)).toBe(true)
  })

  test.each([
    ['uptime', '86400'],
    ['sleep_time', '1800'],
    ['time', '"fast"'],
    ['temperature', '1770000000'],
    ['cid', '11534'],
    ['valid', 'true'],
    ['identity', '"x"'],
    ['', '1770000000'],
  ])('compares the value of %s (%s)', (key, value) => {
    expect(isVolatile(key, value)).toBe(false)
  })

  it('hides what every message changes, and nothing else', () => {
    expect(differences(dataBody(1, 21.5), dataBody(2, 21.5))).toBe(2)
    expect(differences(dataBody(1, 21.5), dataBody(2, 21.5), LENIENT)).toBe(0)
    expect(differences(dataBody(1, 21.5), dataBody(2, 22), LENIENT)).toBe(1)
  })

  it('reaches the items of a list', () => {
    expect(differences({ ids: [1, 2], v: [1] }, { ids: [3, 4], v: [2] }, LENIENT)).toBe(1)
  })

  it('takes no notice of the order of keys, but of the order of a list', () => {
    const turned = (value: Record<string, unknown>) => Object.fromEntries(Object.entries(value).toReversed())
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(differences(value, turned(value), SORTED)).toBe(0)
      }),
    )
    expect(differences([1, 2], [2, 1], SORTED)).toBeGreaterThan(0)
  })
})

describe('a comparison', () => {
  it('shows all lines of both bodies once, and has no difference exactly when they are the same', () => {
    const body = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 * PART_LINES })
    fc.assert(
      fc.property(body, body, fc.boolean(), (left, other, same) => {
        const right = same ? left : other
        const [a, b] = [left, right].map((body) => linesOf(JSON.stringify(body), EVERYTHING))
        const parts = compareLines(a ?? [], b ?? [])
        const lines = parts.flatMap(({ lines }) => lines.split('\n'))
        const without = (mark: string) =>
          lines.filter((line) => !line.startsWith(mark)).map((line) => line.slice(1))
        expect(without('+')).toEqual(a)
        expect(without('-')).toEqual(b)
        expect(parts.some((part) => part.differences > 0)).toBe(
          JSON.stringify(left) !== JSON.stringify(right),
        )
      }),
      { numRuns: 20 },
    )
  })

  it('counts adjacent lines that differ as one difference', () => {
    expect(differences([1, 2, 3, 4, 5, 6], [1, 0, 0, 4, 5, 7])).toBe(2)
    expect(compareLines([], ['1'])).toMatchObject([{ differences: 1 }])
  })

  it('finds the common lines after one that only one body has, in long bodies', () => {
    const long = Array.from({ length: 5 * PART_LINES }, (_, i) => i)
    expect(differences(long, long.toSpliced(700, 1))).toBe(1)
  })

  it('leaves short bodies to the viewer', () => {
    expect(compareBodies({ left: null, right: '[1]', ...EVERYTHING })).toEqual({
      kind: 'texts',
      left: '',
      right: '[\n  1\n]\n',
    })
    expect(compareBodies({ left: null, right: '', ...EVERYTHING })).toEqual({ kind: 'parts', parts: [] })
    const long = JSON.stringify(Array.from({ length: PART_LINES }, (_, i) => i))
    expect(compareBodies({ left: null, right: long, ...EVERYTHING }).kind).toBe('parts')
  })
})
