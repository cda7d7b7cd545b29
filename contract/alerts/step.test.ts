import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyLevel, anyValueCondition } from '../../tests/support/conditions'
import type { Condition } from './condition'
import { type AlertState, type Change, STATE, step } from './step'
import { variantsOf } from './variants'

const MINUTE = 60_000

/** What happens when values are measured, one a minute: `opened 3` is at the fourth. */
function told(condition: Condition, values: readonly number[]) {
  let state = STATE
  return values.flatMap((value, i) => {
    const at = i * MINUTE
    const next = step(condition, state, { now: at, heard: { at, value } })
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
  ['jumping', { kind: 'jump', path: 'level', by: 5 }, [1, 6, 12, 13, 7], ['opened 2', 'ended 3', 'opened 4']],
])('a value opens an alert: %s', (_, condition, values, expected) => {
  expect(told(condition, values)).toEqual(expected)
})

test('an alert knows since when it is so, and the value that was furthest beyond', () => {
  let state = STATE
  const changes: Change[] = []
  for (const [i, value] of [1, 12, 15, 11, 3].entries()) {
    const condition = { ...level, kind: 'above', readings: 2 } as const
    const next = step(condition, state, { now: 0, heard: { at: i, value } })
    state = next.state
    changes.push(...next.changes)
  }
  expect(changes).toEqual([
    { kind: 'opened', at: 2, since: 1, worst: 15 },
    { kind: 'ended', at: 4, worst: 15 },
  ])
})

test('silence opens an alert when it is due, whenever it is noticed, and the next word ends it', () => {
  const condition = { kind: 'silent', seconds: 60 } as const
  const heard = step(condition, STATE, { now: 0, heard: { at: 0 } })
  expect(step(condition, heard.state, { now: MINUTE - 1 }).changes).toEqual([])
  const noticed = step(condition, heard.state, { now: 5 * MINUTE })
  expect(noticed.changes).toEqual([{ kind: 'opened', at: MINUTE, since: 0, worst: null }])
  expect(step(condition, noticed.state, { now: 6 * MINUTE }).changes).toEqual([])
  const again = { now: 7 * MINUTE, heard: { at: 7 * MINUTE } }
  expect(step(condition, noticed.state, again).changes).toEqual([
    { kind: 'ended', at: 7 * MINUTE, worst: null },
  ])
  expect(step(condition, heard.state, again).changes).toEqual([
    { kind: 'opened', at: MINUTE, since: 0, worst: null },
    { kind: 'ended', at: 7 * MINUTE, worst: null },
  ])
})

test('a device whose rhythm is not known is never late', () => {
  const condition = { kind: 'late', intervals: 3 } as const
  const { state } = step(condition, STATE, { now: 0, heard: { at: 0 } })
  expect(step(condition, state, { now: 100 * MINUTE, usual: null }).changes).toEqual([])
  expect(step(condition, state, { now: 3 * MINUTE, usual: 60 }).changes).toMatchObject([{ at: 3 * MINUTE }])
})

const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ kind: fc.constant('silent' as const), seconds: fc.integer({ min: 60, max: 600 }) }),
  fc.record({ kind: fc.constant('late' as const), intervals: fc.integer({ min: 2, max: 9 }) }),
  anyValueCondition,
)
const anyHistory = fc
  .array(fc.record({ after: fc.integer({ min: 1, max: 10 * MINUTE }), value: anyLevel }), { maxLength: 60 })
  .map((items) => {
    let at = 0
    return items.map(({ after, value }) => ({ at: (at += after), value }))
  })

type Story = readonly { at: number; value: number }[]

/** All changes of a history, in one go. */
function inOneGo(condition: Condition, history: Story): [Change[], AlertState] {
  let state = STATE
  const changes = history.flatMap((heard) => {
    const next = step(condition, state, { now: heard.at, heard, usual: 60 })
    state = next.state
    return next.changes
  })
  return [changes, state]
}

test('what is repeated, comes late, or was stored in between changes nothing', () => {
  fc.assert(
    fc.property(anyCondition, anyHistory, fc.infiniteStream(fc.nat(9)), (condition, history, chance) => {
      let stored = JSON.stringify(STATE)
      const changes: Change[] = []
      for (const [i, heard] of history.entries()) {
        const earlier = history[Math.max(0, i - (chance.next().value ?? 0))] ?? heard
        for (const one of [heard, heard, earlier]) {
          const next = step(condition, JSON.parse(stored), { now: heard.at, heard: one, usual: 60 })
          changes.push(...next.changes)
          stored = JSON.stringify(next.state)
        }
        // Somebody looks whether it is silent, in between.
        const until = history[i + 1]?.at ?? heard.at
        const now = heard.at + ((chance.next().value ?? 0) / 10) * (until - heard.at)
        const looked = step(condition, JSON.parse(stored), { now, usual: 60 })
        changes.push(...looked.changes)
        stored = JSON.stringify(looked.state)
      }
      expect([changes, JSON.parse(stored)]).toEqual(inOneGo(condition, history))
    }),
    { numRuns: 1000 },
  )
})

test('a stricter condition finds nothing where the condition found nothing', () => {
  fc.assert(
    fc.property(anyCondition, anyHistory, (condition, history) => {
      fc.pre(inOneGo(condition, history)[0].length === 0)
      for (const variant of variantsOf(condition, [-20, 20])) expect(inOneGo(variant, history)[0]).toEqual([])
    }),
  )
})
