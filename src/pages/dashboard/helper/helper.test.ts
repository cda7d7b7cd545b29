import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPaths, firstChoice, type Step } from './paths'
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
    ])
    expect(firstChoice(found, 3).map(({ text }) => text)).toEqual([
      'thermometer.temperature',
      'hygrometer.temperature.measurements[].avg',
    ])
  })

  test('end somewhere, however large or deep a body is', () => {
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
])('the series of %j are called %j', (paths, names) => {
  const steps = paths.map((path) => path.split('.').map((name): Step => (name === '[]' ? 'items' : { name })))
  expect(seriesNames(steps)).toEqual(names)
})

test('the paths that code plots are found in it, also when it was changed or is another', () => {
  const paths = findPaths([BODY])
  const chosen = paths.filter(({ text }) => /temperature|samples/.test(text))
  expect(pathsIn(writeCode(chosen), paths)).toEqual(chosen)
  expect(pathsIn(`${writeCode(chosen)}// later`.replace('red', 'blue'), paths)).toEqual(chosen)
  expect(
    pathsIn('return { date: message.created_at, x: message.body.thermometer.temperature }', paths),
  ).toEqual([])
})

/** The numbers at a path, as a transformation should give them. */
function valueAt(value: unknown, steps: readonly Step[]): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return typeof value === 'number' ? value : undefined
  if (step === 'items') return Array.isArray(value) ? value.map((item) => valueAt(item, rest)) : undefined
  return typeof value === 'object' && value !== null
    ? valueAt(Object.entries(value).find(([name]) => name === step.name)?.[1], rest)
    : undefined
}

test('the written code, applied to a message, gives the numbers at the ticked paths', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('__proto__', 'date', 'constructor', 'a b', "'", '\u2028'),
  )
  const body = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(null, 'text', true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  })).value
  fc.assert(
    fc.property(body, (value) => {
      const body: unknown = JSON.parse(JSON.stringify(value))
      const paths = findPaths([body])
      const message = { created_at: '2026-01-02T03:04:05.678Z', body }
      const answer = runInNewContext(
        `JSON.stringify((function (message) {\n${writeCode(paths)}\n})(JSON.parse(text)))`,
        {
          text: JSON.stringify(message),
        },
      )
      const expected = Object.fromEntries([
        ['date', message.created_at],
        ...seriesNames(paths.map(({ steps }) => steps)).map((name, index) => [
          name,
          valueAt(body, paths[index]?.steps ?? []),
        ]),
      ])
      expect(JSON.parse(String(answer))).toEqual(JSON.parse(JSON.stringify(expected)))
    }),
  )
})
