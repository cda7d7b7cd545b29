import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyLevel, anyValueCondition } from '../../tests/support/conditions'
import { HOUR, MINUTE } from '../common/durations'
import type { Condition } from './condition'
import { type AlertState, type Change, earliestOf, NO_RHYTHM, STATE, step } from './step'
import { variantsOf } from './variants'

/** The rhythm of a device that sends every minute. */
const RHYTHM = { usual: 60, late: 120 }

/** Changes by values measured once a minute: `opened 3` is at the fourth value. */
function changesOf(condition: Condition, values: readonly number[]) {
  let state = STATE
  return values.flatMap((value, i) => {
    const at = i * MINUTE
    const next = step(condition, state, { now: at, input: { at, value } })
    state = next.state
    return next.changes.map((change) => `${change.kind} ${change.at / MINUTE}`)
  })
}

const level = { path: 'level', limit: 10, end: null, readings: 1, seconds: 0 }

test.each<[string, Condition, number[], string[]]>([
  ['above its limit', { ...level, kind: 'above' }, [10, 11, 12, 10], ['opened 1', 'ended 3']],
  ['below its limit', { ...level, kind: 'below' }, [10, 9, 10], ['opened 1', 'ended 2']],
  [
    'until it is below another',
    { ...level, kind: 'above', end: 5 },
    [11, 9, 6, 5, 11],
    ['opened 0', 'ended 3', 'opened 4'],
  ],
  ['not yet between the two', { ...level, kind: 'above', end: 5 }, [6, 10, 11], ['opened 2']],
  [
    'until it is above another',
    { ...level, kind: 'below', end: 15 },
    [14, 9, 11, 14, 15, 9],
    ['opened 1', 'ended 4', 'opened 5'],
  ],
  ['for three readings', { ...level, kind: 'above', readings: 3 }, [11, 11, 1, 11, 11, 11], ['opened 5']],
  ['for two minutes', { ...level, kind: 'above', seconds: 120 }, [11, 11, 1, 11, 11, 11], ['opened 5']],
  [
    'unchanged',
    { kind: 'unchanged', path: 'level', seconds: 120 },
    [1, 2, 2, 2, 2, 3],
    ['opened 3', 'ended 5'],
  ],
  [
    'unchanged from the beginning',
    { kind: 'unchanged', path: 'level', seconds: 120 },
    [2, 2, 2],
    ['opened 2'],
  ],
  ['failing', { kind: 'connectorFails', seconds: 120 }, [1, 0, 1, 1, 1, 1, 0], ['opened 4', 'ended 6']],
  ['jumping', { kind: 'jump', path: 'level', by: 5 }, [1, 6, 12, 13, 7], ['opened 2', 'ended 3', 'opened 4']],
])('a value opens an alert: %s', (_, condition, values, expected) => {
  expect(changesOf(condition, values)).toEqual(expected)
})

test('an alert of a connector behind stays open while any oldest delivery is old enough', () => {
  const condition = { kind: 'connectorBehind', seconds: 120 } as const
  // Creation time of the oldest delivery at each minute; 0 while none waits.
  const created = [0, 1, 1, 1, 2, 2, 4, 6, 6, 0].map((at) => at * MINUTE)
  expect(changesOf(condition, created)).toEqual(['opened 3', 'ended 7', 'opened 8', 'ended 9'])
  expect(
    changesOf(
      condition,
      [0, 1, 0].map((at) => at * MINUTE),
    ),
  ).toEqual([])
})

test.each<[string, Condition, number[], number, number]>([
  ['the highest', { ...level, kind: 'above', readings: 2 }, [1, 12, 15, 11, 3], 15, 15],
  ['the lowest', { ...level, kind: 'below', readings: 2 }, [20, 8, 5, 9, 20], 5, 5],
  ['the last', { kind: 'jump', path: 'level', by: 5 }, [1, 2, 10, 30, 31], 10, 30],
])(
  'an alert has the start of its condition and its worst value: %s',
  (_, condition, values, first, worst) => {
    let state = STATE
    const changes: Change[] = []
    for (const [at, value] of values.entries()) {
      const next = step(condition, state, { now: 0, input: { at, value } })
      state = next.state
      changes.push(...next.changes)
    }
    expect(changes).toMatchObject([
      { kind: 'opened', at: 2, worst: first },
      { kind: 'ended', at: 4, worst },
    ])
  },
)

test('an alert that needs two readings is since the first of them', () => {
  const condition = { ...level, kind: 'above', readings: 2 } as const
  const { state } = step(condition, STATE, { now: 1, input: { at: 1, value: 12 } })
  expect(step(condition, state, { now: 2, input: { at: 2, value: 15 } }).changes).toEqual([
    { kind: 'opened', at: 2, since: 1, worst: 15 },
  ])
})

test('a contact without the value changes nothing', () => {
  const condition = { ...level, kind: 'above' } as const
  const { state } = step(condition, STATE, { now: 0, input: { at: 0, value: 12 } })
  expect(step(condition, state, { now: 1, input: { at: 1 } })).toEqual({ state, changes: [] })
})

test('silence opens an alert as of its due time, however late it is noticed, and the next message ends it', () => {
  const condition = { kind: 'silent', seconds: 60 } as const
  const first = step(condition, STATE, { now: 0, input: { at: 0 } })
  expect(step(condition, first.state, { now: MINUTE - 1 }).changes).toEqual([])
  const noticed = step(condition, first.state, { now: 5 * MINUTE })
  expect(noticed.changes).toEqual([{ kind: 'opened', at: MINUTE, since: 0, worst: null }])
  expect(step(condition, noticed.state, { now: 6 * MINUTE }).changes).toEqual([])
  const again = { now: 7 * MINUTE, input: { at: 7 * MINUTE } }
  expect(step(condition, noticed.state, again).changes).toEqual([
    { kind: 'ended', at: 7 * MINUTE, worst: null },
  ])
  expect(step(condition, first.state, again).changes).toEqual([
    { kind: 'opened', at: MINUTE, since: 0, worst: null },
    { kind: 'ended', at: 7 * MINUTE, worst: null },
  ])
})

test('a device with an unknown rhythm is never late', () => {
  const condition = { kind: 'late', intervals: 3 } as const
  const { state } = step(condition, STATE, { now: 0, input: { at: 0 } })
  expect(step(condition, state, { now: 100 * MINUTE, rhythm: NO_RHYTHM }).changes).toEqual([])
  expect(step(condition, state, { now: 3 * MINUTE, rhythm: RHYTHM }).changes).toMatchObject([
    { at: 3 * MINUTE },
  ])
})

test('a value is missing only after a time in which other values could have come', () => {
  const condition = { kind: 'missing', path: 'level', seconds: 60 } as const
  const { state } = step(condition, STATE, { now: 0, input: { at: 0, value: 5 } })
  expect(step(condition, STATE, { now: 5 * MINUTE }).changes).toEqual([])
  const { changes } = step(condition, state, { now: 5 * MINUTE, input: { at: 2 * MINUTE, value: 5 } })
  expect(changes).toEqual([
    { kind: 'opened', at: MINUTE, since: 0, worst: null },
    { kind: 'ended', at: 2 * MINUTE, worst: null },
  ])
})

/** A device that sends every half an hour, and is late after an hour. */
const HALF_HOURLY = { usual: 1800, late: 3600 }
const below = (seconds: number, readings = 1) =>
  ({ ...level, kind: 'below', seconds, readings }) as const satisfies Condition

test.each<[string, Condition, number[][], string[]]>([
  [
    'a value of which the next one misses the time by its jitter',
    below(1800),
    [
      [0, 9],
      [1798, 9],
    ],
    ['opened 1798'],
  ],
  [
    'a value that is early by more than that',
    below(1800),
    [
      [0, 9],
      [1500, 9],
      [1700, 10],
    ],
    [],
  ],
  [
    'a value that is early by more than a tenth of a short time',
    below(600),
    [
      [0, 9],
      [530, 9],
      [590, 10],
    ],
    [],
  ],
  ['the last value before a silence', below(1200), [[0, 9]], ['opened 1200']],
  ['until its device is late', below(3600), [[0, 9]], ['opened 3600']],
  ['and no longer', below(3601), [[0, 9]], []],
  [
    'the last value of those that have to be so',
    below(1200, 2),
    [
      [0, 9],
      [900, 9],
    ],
    ['opened 1200'],
  ],
  ['too few of them', below(1200, 2), [[0, 9]], []],
  [
    'a value between two',
    below(1200),
    [
      [0, 9],
      [1800, 10],
    ],
    ['opened 1200', 'ended 1800'],
  ],
  [
    'a value that is replaced when it is due',
    below(1800),
    [
      [0, 9],
      [1800, 10],
    ],
    [],
  ],
  [
    'a value that is not new',
    { kind: 'unchanged', path: 'level', seconds: 3600 },
    [
      [0, 9],
      [1799, 9],
      [3598, 9],
    ],
    ['opened 3598'],
  ],
  ['a value that was sent once', { kind: 'unchanged', path: 'level', seconds: 1200 }, [[0, 9]], []],
])('a value lasts by the rhythm of its device: %s', (_, condition, values, expected) => {
  let state = STATE
  const changes: Change[] = []
  const go = (input: Parameters<typeof step>[2]) => {
    const next = step(condition, state, { ...input, rhythm: HALF_HOURLY })
    state = next.state
    changes.push(...next.changes)
  }
  for (const [seconds = 0, value = 0] of values)
    go({ now: 1000 * seconds, input: { at: 1000 * seconds, value } })
  go({ now: 5 * HOUR })
  expect(changes.map(({ kind, at }) => `${kind} ${at / 1000}`)).toEqual(expected)
})

test('the last value before a silence opens an alert at its time, to the millisecond', () => {
  const condition = below(1200)
  const due = 1200 * 1000
  const { state } = step(condition, STATE, { now: 0, input: { at: 0, value: 9 }, rhythm: HALF_HOURLY })
  const changesAt = (now: number, input?: { at: number; value: number }) =>
    step(condition, state, { now, input, rhythm: HALF_HOURLY }).changes.map(({ kind, at }) => [kind, at])
  expect(changesAt(due - 1)).toEqual([])
  expect(changesAt(due)).toEqual([['opened', due]])
  expect(changesAt(due, { at: due, value: 10 })).toEqual([])
  expect(changesAt(due + 1, { at: due + 1, value: 10 })).toEqual([
    ['opened', due],
    ['ended', due + 1],
  ])
})

test('values of a device without a rhythm have to last to the millisecond', () => {
  const { state } = step(below(1200), STATE, { now: 0, input: { at: 0, value: 9 } })
  const opens = (at: number) => step(below(1200), state, { now: at, input: { at, value: 9 } }).changes.length
  expect([opens(1200 * 1000 - 1), opens(1200 * 1000)]).toEqual([0, 1])
})

test('values of a device without a rhythm do not last', () => {
  const { state } = step(below(1200), STATE, { now: 0, input: { at: 0, value: 9 } })
  expect(step(below(1200), state, { now: HOUR }).changes).toEqual([])
})

test.each<[Condition, number | null]>([
  [below(1200), 1200],
  [below(0, 3), 3600],
  [{ kind: 'unchanged', path: 'level', seconds: 3600 }, 3600],
  [{ kind: 'unchanged', path: 'level', seconds: 3601 }, 3600],
  [{ kind: 'unchanged', path: 'level', seconds: 4500 }, 5400],
  [{ kind: 'silent', seconds: 60 }, null],
])(
  'for a device that sends every half an hour, %o opens after %s seconds at the earliest',
  (condition, expected) => {
    expect(earliestOf(condition, 1800)).toBe(expected)
  },
)

test.each<Condition>([
  { kind: 'silent', seconds: 60 },
  { kind: 'missing', path: 'level', seconds: 60 },
  { kind: 'late', intervals: 2 },
  { kind: 'connectorFails', seconds: 60 },
])('an input at the very moment that it is due is in time: %o', (condition) => {
  const failing = condition.kind === 'connectorFails' ? 1 : 0
  const rhythm = { usual: 30, late: 60 }
  const { state } = step(condition, STATE, { now: 0, input: { at: 0, value: failing }, rhythm })
  const inTime = step(condition, state, { now: MINUTE, input: { at: MINUTE, value: 0 }, rhythm })
  expect(inTime.changes).toEqual([])
  const tooLate = step(condition, state, { now: MINUTE + 1, input: { at: MINUTE + 1, value: 0 }, rhythm })
  expect(tooLate.changes.map(({ kind, at }) => [kind, at])).toEqual([
    ['opened', MINUTE],
    ['ended', MINUTE + 1],
  ])
})

test.each<[string, number[], string[]]>([
  ['three within 24 hours', [0, 10, 23], ['opened 23', 'ended 24']],
  ['three within more', [0, 10, 24, 40], []],
  ['more and more', [0, 10, 20, 23, 33, 40], ['opened 20', 'ended 47']],
  ['at the moment at which one is forgotten', [0, 10, 20, 24], ['opened 20', 'ended 34']],
  ['again after a pause', [0, 1, 2, 30, 31, 32], ['opened 2', 'ended 24', 'opened 32', 'ended 54']],
])('a device that boots three times within 24 hours: %s', (_, hours, expected) => {
  const condition = { kind: 'boots', times: 3 } as const
  let state = STATE
  const changes: Change[] = []
  const apply = (next: ReturnType<typeof step>) => {
    state = next.state
    changes.push(...next.changes)
  }
  for (const hour of hours) apply(step(condition, state, { now: hour * HOUR, input: { at: hour * HOUR } }))
  apply(step(condition, state, { now: 100 * HOUR }))
  expect(changes.map(({ kind, at }) => `${kind} ${at / HOUR}`)).toEqual(expected)
})

test('boots are forgotten after 24 hours, to the millisecond', () => {
  const condition = { kind: 'boots', times: 2 } as const
  const boots = [0, HOUR].reduce(
    (state, at) => step(condition, state, { now: at, input: { at } }).state,
    STATE,
  )
  expect(step(condition, boots, { now: 24 * HOUR - 1 }).changes).toEqual([])
  expect(step(condition, boots, { now: 24 * HOUR }).changes).toMatchObject([{ kind: 'ended', at: 24 * HOUR }])
})

test('a failure is open until another outcome follows', () => {
  const readings = [0, 1, 1, 0, 0, 2]
  expect(changesOf({ kind: 'firmwareFailed' }, readings)).toEqual(['opened 1', 'ended 3', 'opened 5'])
})

const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ kind: fc.constant('silent' as const), seconds: fc.integer({ min: 60, max: 600 }) }),
  fc.record({ kind: fc.constant('late' as const), intervals: fc.integer({ min: 2, max: 9 }) }),
  fc.record({
    kind: fc.constant('missing' as const),
    path: fc.constant('level'),
    seconds: fc.integer({ min: 60, max: 600 }),
  }),
  fc.record({ kind: fc.constant('boots' as const), times: fc.integer({ min: 2, max: 6 }) }),
  fc.constant({ kind: 'firmwareFailed' as const }),
  anyValueCondition,
)
/** Minutes, and sometimes hours. */
const anyPause = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 10 * MINUTE }) },
  fc.integer({ min: 1, max: 20 * HOUR }),
)
const anyHistory = fc
  .array(fc.record({ after: anyPause, value: anyLevel }), { maxLength: 60 })
  .map((items) => {
    let at = 0
    return items.map(({ after, value }) => ({ at: (at += after), value }))
  })

type Story = readonly { at: number; value: number }[]

/** All changes of a history, computed in one pass. */
function inOneGo(condition: Condition, history: Story): [Change[], AlertState] {
  let state = STATE
  const changes = history.flatMap((input) => {
    const next = step(condition, state, { now: input.at, input, rhythm: RHYTHM })
    state = next.state
    return next.changes
  })
  return [changes, state]
}

test('repeated and late inputs and stored states change nothing', () => {
  fc.assert(
    fc.property(anyCondition, anyHistory, fc.infiniteStream(fc.nat(9)), (condition, history, chance) => {
      let stored = JSON.stringify(STATE)
      const changes: Change[] = []
      for (const [i, input] of history.entries()) {
        const earlier = history[Math.max(0, i - (chance.next().value ?? 0))] ?? input
        for (const one of [input, input, earlier]) {
          const next = step(condition, JSON.parse(stored), { now: input.at, input: one, rhythm: RHYTHM })
          changes.push(...next.changes)
          stored = JSON.stringify(next.state)
        }
        // Evaluate its silence in between.
        const until = history[i + 1]?.at ?? input.at
        const now = input.at + ((chance.next().value ?? 0) / 10) * (until - input.at)
        const looked = step(condition, JSON.parse(stored), { now, rhythm: RHYTHM })
        changes.push(...looked.changes)
        stored = JSON.stringify(looked.state)
      }
      expect([changes, JSON.parse(stored)]).toEqual(inOneGo(condition, history))
    }),
    { numRuns: 1000 },
  )
})

test('a stricter condition finds nothing that the condition did not find', () => {
  fc.assert(
    fc.property(anyCondition, anyHistory, (condition, history) => {
      fc.pre(inOneGo(condition, history)[0].length === 0)
      for (const variant of variantsOf(condition, [-20, 20])) expect(inOneGo(variant, history)[0]).toEqual([])
    }),
  )
})
