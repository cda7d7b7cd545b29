import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { type Condition, type Episode } from '#contract/alerts'
import { HOUR, MINUTE, SECOND } from '#contract/common/durations'
import { alertCalls } from '../support/alertCalls'
import { aDevice, aSpace, type TestSpace } from '../support/builders'
import { anyLevel } from '../support/conditions'
import { evaluateNow } from '../support/evaluation'
import { createMute } from '../support/mutes'
import { findValues } from '../support/series'
import { serve } from '../support/serve'
import { anUplink } from '../support/uplink'

const START = Date.parse('2026-11-01T00:00:00.000Z')
/** Longest time until a message is stored, in milliseconds. */
const STORING = 5 * SECOND

let clock = START
const server = await serve({ now: () => new Date(clock) })
const pool = server.db.$client
const iso = (time: number) => new Date(time).toISOString()
let space: TestSpace
let device: Awaited<ReturnType<typeof aDevice>>

const { call, aRule, devicesOf: openedBy, tried } = alertCalls(server, () => space)

/** Sets the usual interval of the device to half an hour. */
const keepRhythm = async () =>
  pool.query(
    `update device_contact set usual_interval = 1800, late_at = contact_at + interval '1 hour' where device_id = $1`,
    [device.id],
  )

const send = async (level: number) => {
  await anUplink(server, device, { body: { level } })
  await keepRhythm()
  await findValues(server)
}

const evaluateAt = async (time: number) => {
  clock = time
  await evaluateNow(server)
}

beforeEach(async () => {
  clock = START
  space = await aSpace(server)
  device = await aDevice(server, space)
})

const below = (seconds: number, readings = 1) =>
  ({ kind: 'below', path: 'level', limit: 10, end: null, readings, seconds }) as const satisfies Condition

test('an alert opens as soon as its value has lasted long enough, not with the next value', async () => {
  const rule = await aRule(below(1200))
  await send(5)
  await evaluateAt(START + 20 * MINUTE + STORING - 1)
  expect(await openedBy(rule)).toEqual([])
  await evaluateAt(START + 20 * MINUTE + STORING)
  await evaluateNow(server)
  const opened = { since: iso(START), opened_at: iso(START + 20 * MINUTE), worst: 5 }
  expect(await openedBy(rule)).toMatchObject([{ ...opened, ended_at: null }])
  expect((await tried(below(1200))).alerts).toMatchObject([{ ...opened, ended_at: null }])
  clock = START + 30 * MINUTE
  await send(20)
  expect(await openedBy(rule)).toMatchObject([{ ...opened, ended_at: iso(clock) }])
  expect((await tried(below(1200))).alerts).toMatchObject([{ ...opened, ended_at: iso(clock) }])
})

test('a value lasts until its device is late', async () => {
  const [rule, other] = [await aRule(below(3600)), await aRule(below(3660))]
  await send(5)
  await evaluateAt(START + 2 * HOUR)
  expect(await openedBy(rule)).toMatchObject([{ opened_at: iso(START + HOUR), ended_at: null }])
  expect(await openedBy(other)).toEqual([])
  expect((await tried(below(3660))).alerts).toEqual([])
})

test('a value that misses the time only by the jitter of its device counts', async () => {
  const rule = await aRule(below(1800))
  await send(5)
  clock = START + 30 * MINUTE - 2 * SECOND
  await send(5)
  expect(await openedBy(rule)).toMatchObject([{ since: iso(START), opened_at: iso(clock) }])
})

test('values of messages that are not in the history yet are evaluated first', async () => {
  const rule = await aRule(below(1200))
  await send(5)
  clock = START + 15 * MINUTE
  await anUplink(server, device, { body: { level: 30 } })
  await evaluateAt(START + 25 * MINUTE)
  await findValues(server)
  await evaluateNow(server)
  expect(await openedBy(rule)).toEqual([])
})

test('an alert that is due during a mute opens at its end, unless another value came', async () => {
  const rule = await aRule(below(1200))
  await send(5)
  await createMute(server, space, { scope: { kind: 'all' }, ends_at: iso(START + 25 * MINUTE) })
  await evaluateAt(START + 22 * MINUTE)
  expect(await openedBy(rule)).toEqual([])
  await evaluateAt(START + 26 * MINUTE)
  expect(await openedBy(rule)).toMatchObject([{ opened_at: iso(START + 25 * MINUTE), ended_at: null }])
  clock = START + 30 * MINUTE
  await send(20)
  expect(await openedBy(rule)).toMatchObject([{ ended_at: iso(clock) }])
})

const scheduled = async () => {
  const { rows } = await pool.query(
    `select due_at from alert_state where space_id = $1 and due_at is not null`,
    [space.id],
  )
  return rows
}

test('a scheduled evaluation runs once', async () => {
  const rule = await aRule(below(1200))
  await send(5)
  expect(await scheduled()).toEqual([{ due_at: new Date(START + 20 * MINUTE) }])
  await evaluateAt(START + 21 * MINUTE)
  expect(await scheduled()).toEqual([])
  await call('PUT', `/alert-rules/${rule.id}`, { enabled: false })
  await evaluateAt(START + 22 * MINUTE)
  expect(await openedBy(rule)).toMatchObject([{ ended_at: expect.any(String) }])
})

test('a scheduled evaluation opens nothing once its rule is switched off', async () => {
  const rule = await aRule(below(1200))
  await send(5)
  expect(await scheduled()).toHaveLength(1)
  await call('PUT', `/alert-rules/${rule.id}`, { enabled: false })
  await evaluateAt(START + 21 * MINUTE)
  expect(await openedBy(rule)).toEqual([])
})

test('a preview says how often devices with such a value send', async () => {
  const other = await aDevice(server, space)
  await send(5)
  await anUplink(server, other, { body: { flow: 5 } })
  await findValues(server)
  await pool.query('update device_contact set usual_interval = 60 where device_id = $1', [other.id])
  expect(await tried(below(1200))).toMatchObject({ usual_interval: { least: 1800, greatest: 1800 } })
  expect(await tried({ kind: 'silent', seconds: 60 })).toMatchObject({ usual_interval: null })
})

const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc
    .record({
      kind: fc.constantFrom('above' as const, 'below' as const),
      limit: anyLevel,
      apart: fc.nat(5),
      readings: fc.integer({ min: 1, max: 3 }),
      seconds: fc.constantFrom(0, 1200, 1800, 3600, 5400),
    })
    .map(({ apart, ...condition }) =>
      Object.assign(condition, {
        path: 'level',
        end: condition.limit + (condition.kind === 'above' ? -apart : apart),
      }),
    ),
  fc.record({
    kind: fc.constant('unchanged' as const),
    path: fc.constant('level'),
    seconds: fc.constantFrom(1800, 3600),
  }),
)
/** Seconds after the value before. */
const anyStory = fc.array(
  fc.record({
    after: fc.oneof(fc.integer({ min: 1795, max: 1805 }), fc.integer({ min: 1, max: 9000 })),
    level: anyLevel,
    areLater: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
)
const runs = Number(process.env.HISTORIES ?? 12)

test('a running rule finds the same as its preview, whether by values or by the clock', {
  timeout: 90_000 + 5000 * runs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyCondition, anyStory, async (condition, story) => {
      clock = START
      space = await aSpace(server)
      device = await aDevice(server, space)
      const rule = await aRule(condition)
      let time = START
      for (const { after, level, areLater } of story) {
        // Some values are found only with those that follow.
        for (const minutes of areLater ? [] : [20, 30, 60, 90]) {
          const at = time + minutes * MINUTE + STORING
          if (at < time + after * SECOND) await evaluateAt(at)
        }
        time += after * SECOND
        clock = time
        await anUplink(server, device, { body: { level } })
        await keepRhythm()
        if (!areLater) await findValues(server)
      }
      await findValues(server)
      await evaluateAt(time + 3 * HOUR)
      const { alerts } = await tried(condition)
      const inOrder = (all: readonly Episode[]) =>
        all.toSorted((a, b) => (a.opened_at < b.opened_at ? -1 : 1))
      expect(inOrder(await openedBy(rule))).toEqual(inOrder(alerts))
    }),
    { numRuns: runs },
  )
})
