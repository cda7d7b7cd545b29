import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isVolatile } from '../json/volatile'
import { compareBodies, compareLines, linesOf, MAX_LINE_LENGTH, PART_LINES, type Part } from './compareBodies'

const EVERYTHING = { ignoreVolatile: false, sortKeys: false }
const SORTED = { ignoreVolatile: false, sortKeys: true }
const LENIENT = { ignoreVolatile: true, sortKeys: true }

const compared = (left: unknown, right: unknown, options = EVERYTHING) =>
  compareBodies({ left: JSON.stringify(left), right: JSON.stringify(right), ...options }).parts

const differences = (left: unknown, right: unknown, options = EVERYTHING) =>
  compared(left, right, options).reduce((sum, part) => sum + part.differences, 0)

/** Lines that only one of two values has, without indentation. */
const changed = (left: unknown, right: unknown, options = EVERYTHING) =>
  compared(left, right, options)
    .flatMap(({ lines }) => lines.split('\n'))
    .filter((line) => !line.startsWith(' '))
    .map((line) => line.replace(/^(.) +/, '$1'))

/** A data message of a device. */
const dataBody = (sequence: number, temperature: number) => ({
  message: { version: 1, sequence, timestamp: 1_770_000_000 + sequence * 900 },
  system: { uptime: 86_400, voltage_rest: 3.61 },
  thermometer: { temperature },
  hygrometer: {
    humidity: { measurements: [{ timestamp: 1_770_000_000 + sequence * 900, avg: 41.2, mdn: 41 }] },
  },
})

describe('the lines of a body', () => {
  it('are its formatted JSON', () => {
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

  it('wrap when they are long', () => {
    const text = 'x'.repeat(2 * MAX_LINE_LENGTH + 1)
    expect(linesOf(text, LENIENT)).toEqual([
      text.slice(0, MAX_LINE_LENGTH),
      text.slice(0, MAX_LINE_LENGTH),
      'x',
    ])
  })

  it('are those of the text when it is not JSON', () => {
    expect(linesOf('{"a": \r\nno', LENIENT)).toEqual(['{"a": ', 'no'])
    expect(linesOf(null, LENIENT)).toEqual([])
  })

  it('can have 10 000 levels', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000)
    const lines = linesOf(deep, LENIENT)
    expect(lines).toHaveLength(19_999)
    expect(lines.join('').length).toBeLessThan(2_000_000)
  })
})

describe('an ignoring comparison', () => {
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
  ])('treats the value of %s (%s) as one that differs in every message', (key, value) => {
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

  it('hides only values that every message changes', () => {
    expect(differences(dataBody(1, 21.5), dataBody(2, 21.5))).toBe(2)
    expect(differences(dataBody(1, 21.5), dataBody(2, 21.5), LENIENT)).toBe(0)
    expect(differences(dataBody(1, 21.5), dataBody(2, 22), LENIENT)).toBe(1)
  })

  it('covers the items of a list', () => {
    expect(differences({ ids: [1, 2], v: [1] }, { ids: [3, 4], v: [2] }, LENIENT)).toBe(1)
  })

  it('ignores the order of keys, but not of lists', () => {
    const turned = (value: Record<string, unknown>) => Object.fromEntries(Object.entries(value).toReversed())
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(differences(value, turned(value), SORTED)).toBe(0)
      }),
    )
    expect(differences([1, 2], [2, 1], SORTED)).toBeGreaterThan(0)
  })
})

/** Lines of each body in a comparison, in order. */
function bodiesOf(parts: readonly Part[]) {
  const lines = parts.flatMap(({ lines }) => lines.split('\n'))
  return [/^[ <-]/, /^[ >+]/].map((marks) =>
    lines.filter((line) => marks.test(line)).map((line) => line.slice(1)),
  )
}

describe('a comparison', () => {
  it.each([
    ['any values', fc.jsonValue({ maxDepth: 5 })],
    [
      'lists of items that have an identity',
      fc.array(fc.record({ id: fc.nat(20), value: fc.nat(2), name: fc.constantFrom('a', 'b') }), {
        maxLength: 20,
      }),
    ],
    ['long lists', fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 * PART_LINES })],
    ['long texts', fc.string({ minLength: 300, maxLength: 2000, unit: fc.constantFrom('a', 'b') })],
  ])('of %s has the differences that convert one into the other', (_name, values: fc.Arbitrary<unknown>) => {
    const options = fc.record({ ignoreVolatile: fc.boolean(), sortKeys: fc.boolean() })
    fc.assert(
      fc.property(values, values, options, fc.boolean(), (left, other, options, same) => {
        const right = same ? left : other
        const parts = compared(left, right, options)
        const [a, b] = [left, right].map((body) => linesOf(JSON.stringify(body), options))
        const [ofLeft, ofRight] = bodiesOf(parts)
        expect(ofLeft).toEqual(a)
        // Sort the lines when the order is ignored.
        const lines = (body: string[] | undefined) =>
          options.sortKeys ? body?.map((line) => line.replace(/,$/, '')).toSorted() : body
        expect(lines(ofRight)).toEqual(lines(b))
        const differs = parts.some((part) => part.differences > 0)
        expect(differs).toBe(ofLeft?.join('\n') !== ofRight?.join('\n'))
        expect(differs && a?.join('\n') === b?.join('\n')).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['id', (id: number) => ({ id, value: 7 * id })],
    ['serial number', (id: number) => ({ value: 7 * id, serial_number: `00${id}` })],
    ['address', (id: number) => ({ Address: `${id}a`, measurements: [{ value: id }] })],
    ['name', (id: number) => ({ id: 5, name: `probe ${id}`, value: 7 * id })],
  ])('matches items by their %s: a new one in front is the only difference', (_key, item) => {
    const before: object[] = [1, 2, 3].map((id) => item(id))
    const parts = compared({ probes: before }, { probes: [item(9), ...before] })
    expect(parts.map((part) => part.differences)).toEqual([1])
    expect(bodiesOf(parts)).toHaveLength(2)
    expect(changed(before, [item(9), ...before]).every((line) => line.startsWith('+'))).toBe(true)
  })

  it.each(['id', 'serial_number', 'address', 'name'])(
    'matches items by their %s in any order, unless the order counts',
    (key) => {
      const [a, b, c] = ['probe a', 'probe b', 'probe c'].map((value) => ({ [key]: value, value: 1 }))
      const moved = { probes: [c, { ...a, value: 2 }, b] }
      for (const options of [SORTED, LENIENT]) {
        expect(changed({ probes: [a, b, c] }, moved, options)).toEqual(['<"value": 1', '>"value": 2'])
        expect(differences({ probes: [a, b, c] }, { probes: [c, a, b] }, options)).toBe(0)
      }
      expect(differences({ probes: [a, b, c] }, { probes: [c, a, b] })).toBeGreaterThan(0)
    },
  )

  it('shows the change in an item that has moved down beside its former value', () => {
    const probes = [
      { id: 'a', value: 1 },
      { id: 'b', value: 1 },
      { id: 'c', value: 1 },
    ]
    const now = [{ id: 'n', value: 1 }, ...probes.map((probe) => ({ ...probe, value: 2 }))]
    expect(changed(probes, now)).toEqual([
      '+{',
      '+"id": "n",',
      '+"value": 1',
      '+},',
      '<"value": 1',
      '>"value": 2',
      '<"value": 1',
      '>"value": 2',
      '<"value": 1',
      '>"value": 2',
    ])
  })

  it('uses no identity that an item lacks or shares, or that no item of the other body has', () => {
    const value = (change: object) =>
      changed([{ id: 1, v: 1 }, { v: 2 }], [{ id: 1, v: 1, ...change }, { v: 2 }])
    expect(value({ v: 3 })).toEqual(['<"v": 1', '>"v": 3'])
    expect(
      changed(
        [
          { id: 1, v: 1 },
          { id: 1, v: 2 },
        ],
        [
          { id: 1, v: 1 },
          { id: 1, v: 4 },
        ],
      ),
    ).toEqual(['<"v": 2', '>"v": 4'])
    expect(changed([{ id: 1, v: 1 }], [{ id: 2, v: 1 }])).toEqual(['<"id": 1,', '>"id": 2,'])
  })

  it('puts a changed value beside its former one, even after a removed one', () => {
    expect(changed({ a: 1, b: 2, c: 3 }, { b: 4, c: 3 })).toEqual(['-"a": 1,', '<"b": 2,', '>"b": 4,'])
  })

  it('compares other items by position, after equal ones are aligned', () => {
    expect(changed([[1, 5], [2], [3]], [[0], [1, 6], [2], [3]].slice(1))).toEqual(['<5', '>6'])
    expect(changed([1, 2, 3], [0, 1, 2, 3])).toEqual(['+0,'])
  })

  it('of completely different bodies is quick', () => {
    const items = (seed: number) =>
      Array.from({ length: 20_000 }, (_, i) => ({ min: i * seed, max: (i * seed) % 997 }))
    const start = performance.now()
    expect(compared(items(2), items(3)).length).toBeGreaterThan(40)
    expect(performance.now() - start).toBeLessThan(15_000)
  })

  it('counts adjacent different lines as one difference', () => {
    expect(differences([1, 2, 3, 4, 5, 6], [1, 0, 0, 4, 5, 7])).toBe(2)
    expect(compareLines([], ['1'])).toMatchObject([{ differences: 1 }])
  })

  it('finds the common lines after one that only one body has, in long bodies', () => {
    const long = Array.from({ length: 5 * PART_LINES }, (_, i) => i)
    expect(differences(long, long.toSpliced(700, 1))).toBe(1)
  })

  it('of a body and none has all lines of the body, and of two empty ones none', () => {
    expect(compareBodies({ left: null, right: '[1]', ...EVERYTHING }).parts).toMatchObject([
      { lines: '+[\n+  1\n+]', differences: 1 },
    ])
    expect(compareBodies({ left: null, right: '', ...EVERYTHING }).parts).toEqual([])
  })

  it('of 10 000 levels does not overflow the stack', () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    const { parts } = compareBodies({ left: deep(10_000), right: deep(9000), ...EVERYTHING })
    expect(parts.some((part) => part.differences > 0)).toBe(true)
  })
})
