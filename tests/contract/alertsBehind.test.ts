import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { Condition } from '#contract/alerts'
import { MINUTE } from '#contract/common/durations'
import type { Connector } from '#contract/connectors'
import { delivery, deliveryAttempt } from '../../server/db/schema'
import { isDelivery } from '../../server/services/deliveries/enqueue'
import { alertCalls } from '../support/alertCalls'
import { aConnector, aDevice, aSpace, type TestSpace } from '../support/builders'
import { aDelivery } from '../support/deliveries'
import { evaluateNow } from '../support/evaluation'
import { holdConnector } from '../support/operations'
import { serve } from '../support/serve'

const START = Date.parse('2026-11-01T00:00:00.000Z')
const minute = (count: number) => START + count * MINUTE

let clock = START
const server = await serve({ now: () => new Date(clock) })
const iso = (time: number) => new Date(time).toISOString()
let space: TestSpace
let connector: Connector
let device: Awaited<ReturnType<typeof aDevice>>

beforeEach(async () => {
  clock = START
  space = await aSpace(server)
  connector = await aConnector(server, space)
  device = await aDevice(server, space)
})

const LONG = { kind: 'connectorBehind', seconds: 600 } as const satisfies Condition

const calls = alertCalls(server, () => space)
const { call, connectorsOf: found } = calls
const aRule = async () => calls.aRule(LONG)
const tried = async () => (await calls.tried(LONG)).connectors

/** Creates a delivery that has been pending since a time. */
const waits = async (at: number) =>
  aDelivery(server, { space, connector, device }, { at: new Date(at), state: 'pending', tries: [] })

/** Ends the attempt of a delivery with a state. */
async function ends(id: string, at: number, state: 'delivered' | 'failed') {
  const key = { spaceId: space.id, connectorId: connector.id }
  await server.db
    .update(delivery)
    .set({ state, attempts: 1, dueAt: null })
    .where(isDelivery({ ...key, id }))
  const attempt = { attempt: 0, createdAt: new Date(at), duration: 20, success: state === 'delivered' }
  await server.db.insert(deliveryAttempt).values({ ...key, deliveryId: id, ...attempt })
}

async function evaluateAt(time: number) {
  clock = time
  await evaluateNow(server)
}

const inOrder = <One extends { opened_at: string }>(all: readonly One[]) =>
  all.toSorted((a, b) => a.opened_at.localeCompare(b.opened_at))

test('an alert opens when the oldest delivery has waited long enough, and ends when none has; the preview finds the same', async () => {
  const rule = await aRule()
  const first = await waits(minute(0))
  const second = await waits(minute(1))
  const third = await waits(minute(8))
  await evaluateAt(minute(10) - 1)
  expect(await found(rule)).toEqual([])
  await evaluateAt(minute(10))
  expect(await found(rule)).toMatchObject([
    { connector_id: connector.id, since: iso(minute(0)), opened_at: iso(minute(10)), ended_at: null },
  ])
  // By then another one has waited for as long.
  await ends(first, minute(12), 'delivered')
  await evaluateAt(minute(12))
  expect(await found(rule)).toMatchObject([{ ended_at: null }])
  // The third has not.
  await ends(second, minute(14), 'failed')
  await evaluateAt(minute(14))
  expect(await found(rule)).toMatchObject([{ ended_at: iso(minute(14)) }])
  await evaluateAt(minute(18))
  await ends(third, minute(20), 'delivered')
  await evaluateAt(minute(20))
  const times = [
    { since: iso(minute(0)), opened_at: iso(minute(10)), ended_at: iso(minute(14)) },
    { since: iso(minute(8)), opened_at: iso(minute(18)), ended_at: iso(minute(20)) },
  ]
  expect(inOrder(await found(rule))).toMatchObject(times)
  expect(inOrder(await tried())).toMatchObject(times)
})

test('deliveries that arrive soon open nothing, however many there are, nor do tests', async () => {
  const rule = await aRule()
  for (let n = 0; n < 30; n++) {
    const id = await waits(minute(n))
    await ends(id, minute(n + 9), 'delivered')
  }
  const id = await waits(minute(0))
  await server.db.$client.query('update delivery set is_test = true where id = $1', [id])
  await evaluateAt(minute(40))
  expect(await found(rule)).toEqual([])
  expect(await tried()).toEqual([])
})

test('a delivery that still waits is an open alert, in the preview as well', async () => {
  const rule = await aRule()
  await waits(minute(0))
  await evaluateAt(minute(30))
  const open = [{ since: iso(minute(0)), opened_at: iso(minute(10)), ended_at: null }]
  expect(await found(rule)).toMatchObject(open)
  expect(await tried()).toMatchObject(open)
})

test('connectors that are paused or off are not evaluated', async () => {
  const rule = await aRule()
  await holdConnector(server, { space, connector }, { state: 'paused' })
  await waits(minute(0))
  await evaluateAt(minute(30))
  expect(await found(rule)).toEqual([])
  const answer = await call('POST', '/alert-rules', {
    name: 'devices',
    condition: LONG,
    scope: { kind: 'devices', device_ids: [device.id] },
  })
  expect(answer.status).toBe(400)
})

test('the preview reads all attempts that ended in the same millisecond', async () => {
  const key = [space.id, connector.id]
  await server.db.$client.query(
    `insert into delivery_attempt (space_id, connector_id, delivery_id, attempt, created_at, duration, success)
     select $1, $2, uuidv7($3::timestamptz - now()), 0, $3, 20, true from generate_series(1, 50000)`,
    [...key, iso(minute(20))],
  )
  await ends(await waits(minute(0)), minute(20), 'delivered')
  clock = minute(30)
  const times = { since: iso(minute(0)), opened_at: iso(minute(10)), ended_at: iso(minute(20)) }
  expect(await tried()).toMatchObject([times])
})

const runs = Number(process.env.HISTORIES ?? 8)

test('a running rule finds the same as its preview, even when deliveries begin and end in one millisecond', {
  timeout: 90_000 + 5000 * runs,
}, async () => {
  const wait = fc.record({
    from: fc.nat(40),
    length: fc.integer({ min: 1, max: 25 }),
    state: fc.constantFrom('delivered' as const, 'failed' as const),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(wait, { minLength: 1, maxLength: 7 }), async (all) => {
      clock = START
      space = await aSpace(server)
      connector = await aConnector(server, space)
      device = await aDevice(server, space)
      const rule = await aRule()
      const ids = new Map<(typeof all)[number], string>()
      for (let now = 0; now <= 70; now++) {
        clock = minute(now)
        for (const one of all) {
          if (one.from === now) ids.set(one, await waits(minute(now)))
          if (one.from + one.length === now) await ends(ids.get(one) ?? '', minute(now), one.state)
        }
        await evaluateAt(minute(now))
      }
      const timesOf = (episodes: Awaited<ReturnType<typeof found>>) =>
        inOrder(episodes).map(({ since, opened_at, ended_at }) => ({ since, opened_at, ended_at }))
      const worked = timesOf(await found(rule))
      await call('DELETE', `/alert-rules/${rule.id}`)
      expect(timesOf(await tried())).toEqual(worked)
    }),
    { numRuns: runs },
  )
})
