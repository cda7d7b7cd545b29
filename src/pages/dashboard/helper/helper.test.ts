import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FoundPath, findPaths, firstChoice, pathText, type Step } from './paths'
import { pathsIn, seriesNames, writeCode } from './writeCode'

const BODY = {
  message: { version: 1, timestamp: 1_767_323_045 },
  attribute: { serial_number: '2159018267' },
  thermometer: { temperature: 21.5 },
  hygrometer: { temperature: { measurements: [{ avg: 20 }, { avg: 21, note: 'x' }] } },
  samples: [1, 2, null],
  matrix: [[1]],
}

describe('the numeric paths of messages', () => {
  test('are found with their count and a sample', () => {
    const found = findPaths([BODY, 'no object', { ...BODY, thermometer: { temperature: 22 } }])
    expect(found.map(({ text, count, sample, varies }) => [text, count, sample, varies])).toEqual([
      ['message.version', 2, 1, false],
      ['message.timestamp', 2, 1_767_323_045, false],
      ['thermometer.temperature', 2, 21.5, true],
      ['hygrometer.temperature.measurements[].avg', 2, 20, true],
      ['samples[]', 2, 1, true],
      ['matrix[0][]', 2, 1, false],
    ])
    expect(firstChoice(found, 3).map(({ text }) => text)).toEqual([
      'thermometer.temperature',
      'hygrometer.temperature.measurements[].avg',
    ])
  })

  const textsIn = (body: unknown) => findPaths([body]).map(({ text }) => text)

  test('are one for each sensor of a list, by its name or otherwise its position', () => {
    const serial_number = 1_590_182_671
    expect(
      textsIn({
        w1: [
          { serial_number, temperature: 20 },
          { serial_number: 'b', temperature: 21 },
        ],
        tags: [{ addr: 'AA:01', level: [{ avg: 1 }] }],
        ports: [
          { channel: 1, serial_number: 7, v: [1] },
          { channel: 2, serial_number: 7, v: [2] },
        ],
        same: [
          { channel: 1, v: [1] },
          { channel: 1, v: [2] },
        ],
        lists: [[1, 2], [3]],
        deep: [{ a: { b: [{ c: 1 }] }, d: 5 }, { d: 6 }],
        readings: [{ v: 1 }, { v: 2 }],
      }),
    ).toEqual([
      'w1[serial_number=1590182671].temperature',
      'w1[serial_number="b"].temperature',
      'tags[addr="AA:01"].level[].avg',
      'ports[channel=1].serial_number',
      'ports[channel=1].v[]',
      'ports[channel=2].serial_number',
      'ports[channel=2].v[]',
      'same[0].channel',
      'same[0].v[]',
      'same[1].channel',
      'same[1].v[]',
      'lists[0][]',
      'lists[1][]',
      'deep[0].a.b[].c',
      'deep[0].d',
      'deep[1].d',
      'readings[].v',
    ])
  })

  test.each(['serial_number', 'addr', 'dev_eui', 'gatewayId', 'sn', 'mac', 'imei', 'name', 'channel'])(
    'name sensors by %s like histories',
    (key) => {
      const paths = textsIn({
        tags: [
          { [key]: 'a', v: 1 },
          { [key]: 'b', v: 2 },
        ],
      })
      expect(paths).toEqual([`tags[${key}="a"].v`, `tags[${key}="b"].v`])
    },
  )

  test('have the time of their reading', () => {
    const timestamp = 1_767_323_045
    const found = findPaths([
      {
        a: { timestamp, v: 1, b: { v: 1 } },
        list: [{ timestamp, v: 1, b: { v: 1 }, parts: [1, 2] }],
        pairs: [
          [timestamp, 1],
          [timestamp + 60, 2],
        ],
        sensors: [{ addr: 'x', timestamp: '2026-01-02T03:04:05Z', v: 1 }],
        counter: { timestamp: 5, v: 1 },
        both: { timestamp: 1_234_567_890, time: '2026-01-02T03:04:05Z', v: 1 },
      },
    ])
    expect(
      found.flatMap(({ text, time }) => (/timestamp/.test(text) ? [] : [[text, time && pathText(time)]])),
    ).toEqual([
      ['a.v', 'a.timestamp'],
      ['a.b.v', undefined],
      ['list[].v', 'timestamp'],
      ['list[].b.v', 'timestamp'],
      ['pairs[][1]', '[0]'],
      ['sensors[addr="x"].v', 'sensors[addr="x"].timestamp'],
      ['counter.v', undefined],
      ['both.v', 'both.time'],
    ])
  })

  test('are limited for large and deep bodies', () => {
    const wide = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, i]))
    expect(findPaths([wide])).toHaveLength(500)
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`)
    expect(findPaths([deep])).toEqual([])
  })
})

test.each([
  [
    ['a.t', 'b.t'],
    ['a t', 'b t'],
  ],
  [
    ['a.t', 'b.u'],
    ['t', 'u'],
  ],
  [
    ['x.date', 'date'],
    ['x date', 'date 2'],
  ],
  [
    ['a.b.t', 'c.b.t', 't'],
    ['a b t', 'c b t', 't'],
  ],
  [
    ['a.list.[].avg', 'value', 'list.[]'],
    ['a avg', 'value', 'list'],
  ],
])('the series of %j have the names %j', (paths, names) => {
  const steps = paths.map((path) => path.split('.').map((name): Step => (name === '[]' ? 'items' : { name })))
  expect(seriesNames(steps)).toEqual(names)
})

test('series have the names of their sensors', () => {
  const list = (serial: number): Step[] => [{ name: 'w1' }, { key: 'serial_number', value: serial }]
  const avg: Step[] = [{ name: 'measurements' }, 'items', { name: 'avg' }]
  expect(
    seriesNames([
      [...list(7), ...avg],
      [...list(8), ...avg],
    ]),
  ).toEqual(['7 avg', '8 avg'])
  const at = (index: number): Step[] => [{ name: 'lists' }, { index }, 'items']
  expect(seriesNames([at(0), at(1), [{ name: 'pairs' }, 'items', { index: 1 }]])).toEqual([
    'lists[0]',
    'lists[1]',
    'pairs',
  ])
})

test('the paths that code plots are found in it, even after edits', () => {
  const paths = findPaths([BODY])
  const chosen = paths.filter(({ text }) => /temperature|samples/.test(text))
  expect(pathsIn(writeCode(chosen), paths)).toEqual(chosen)
  expect(pathsIn(`${writeCode(chosen)}// later`.replace('red', 'blue'), paths)).toEqual(chosen)
  expect(
    pathsIn('return { date: message.created_at, x: message.body.thermometer.temperature }', paths),
  ).toEqual([])
})

/** Value at a path; for a list of readings the values of all items. */
function valueAt(value: unknown, steps: readonly Step[]): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return value
  if (step === 'items') return Array.isArray(value) ? value.map((item) => valueAt(item, rest)) : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if ('key' in step)
    return Array.isArray(value)
      ? valueAt(
          value.find((item) => valueAt(item, [{ name: step.key }]) === step.value),
          rest,
        )
      : undefined
  const name = 'index' in step ? String(step.index) : step.name
  return valueAt(Object.entries(value).find(([each]) => each === name)?.[1], rest)
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** Expected readings at a path from a transformation. */
function readingsAt(body: unknown, { steps, time }: FoundPath): unknown {
  const at = steps.indexOf('items')
  const found = valueAt(body, steps)
  if (at === -1) {
    const value = numberOf(found)
    return value !== undefined && time ? { date: valueAt(body, time), value } : value
  }
  const items = valueAt(body, steps.slice(0, at + 1))
  if (!Array.isArray(found) || !Array.isArray(items)) return undefined
  return found.map((value, index) =>
    time ? [valueAt(items[index], time), numberOf(value) ?? null] : numberOf(value),
  )
}

/** Result of code for a message with this body. */
function resultOf(code: string, body: unknown): unknown {
  const text = JSON.stringify({ created_at: CREATED_AT, body })
  return JSON.parse(
    String(runInNewContext(`JSON.stringify((function (message) {\n${code}\n})(JSON.parse(text)))`, { text })),
  )
}

const CREATED_AT = '2026-01-02T03:04:05.678Z'

test('the generated code returns the numbers at the ticked paths of a message with their times', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('__proto__', 'date', 'constructor', 'a b', "'", '\u2028', 'addr', 'channel', 'timestamp'),
  )
  const body = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(null, 'text', true, 1_767_323_045),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  })).value
  fc.assert(
    fc.property(body, (value) => {
      const body: unknown = JSON.parse(JSON.stringify(value))
      const paths = findPaths([body])
      const names = seriesNames(paths.map(({ steps }) => steps))
      const expected = Object.fromEntries([
        ['date', CREATED_AT],
        ...paths.map((path, index) => [names[index], readingsAt(body, path)]),
      ])
      expect(resultOf(writeCode(paths), body)).toEqual(JSON.parse(JSON.stringify(expected)))
    }),
  )
})

test('the generated code ignores paths that another message lacks', () => {
  const timestamp = 1_767_323_045
  const code = writeCode(
    findPaths([{ a: { timestamp, v: 1 }, l: [{ addr: 'x', m: [{ timestamp, v: 1 }] }] }]),
  )
  for (const body of [null, {}, { a: null, l: [null] }, { a: 5, l: { addr: 'x' } }, { l: [{ addr: 'y' }] }])
    expect(resultOf(code, body)).toEqual({ date: CREATED_AT })
})
