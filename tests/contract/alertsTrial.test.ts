import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Alert,
  alertRulesApi,
  alertsApi,
  type Condition,
  patienceOf,
  type Scope,
  type SilenceCondition,
  type Trial,
} from '#contract/alerts'
import { DAY, MINUTE } from '#contract/common/durations'
import { tryRule } from '../../server/services/alerts/evaluation/trial'
import { aDevice, aMessage } from '../support/builders'
import { A_PERSON } from '../support/callers'
import { anyLevel, anyValueCondition } from '../support/conditions'
import { evaluateNow } from '../support/evaluation'
import { findValues } from '../support/series'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const { server, space } = await serveSpace()
const { token } = space.owner
const pool = server.db.$client
const at = (path: string) => `/spaces/${space.id}${path}`
/** Longest time until a message is stored, in milliseconds. */
const STORING = 5000
const start = Math.floor(server.deps.now().getTime() / MINUTE) * MINUTE - 10 * DAY

interface Rule {
  condition: Condition
  scope: Scope
}

async function tried(body: Rule): Promise<Trial> {
  const answer = await server.call('POST', at('/alert-rules/try'), { token, body })
  return alertRulesApi.try.answer.parse(await answer.json())
}

/** Creates a rule that has been running for so many days. */
async function aRuleSince(rule: Rule, days: number) {
  const answer = await server.call('POST', at('/alert-rules'), { token, body: { name: 'a rule', ...rule } })
  const { id } = alertRulesApi.create.answer.parse(await answer.json())
  await pool.query(`update alert_rule set judged_from = now() - $2 * interval '1 day' where id = $1`, [
    id,
    days,
  ])
  return id
}

async function opened(ruleId: string): Promise<Alert['devices']> {
  const answer = await server.call('GET', at(`/alerts?rule_id=${ruleId}&limit=1000`), { token })
  return alertsApi.list.answer.parse(await answer.json()).flatMap(({ devices }) => devices)
}

/** In one order, and without what only running rules find. */
const inOrder = (episodes: Alert['devices']) =>
  episodes
    .map((one) => ({ ...one, flapping: null }))
    .toSorted((a, b) => (`${a.device_id} ${a.opened_at}` < `${b.device_id} ${b.opened_at}` ? -1 : 1))

const only = (...devices: { id: string }[]): Scope => ({
  kind: 'devices',
  device_ids: devices.map(({ id }) => id),
})

const level = { path: 'level', end: null, readings: 1, seconds: 0 }

test('a preview lists the alerts that a rule would have opened in the last days, the newest first', async () => {
  const device = await aDevice(server, space, { name: 'reservoir-north' })
  const levels = [30, 19, 18, 30, 10, 10, 10]
  for (const [i, value] of levels.entries())
    await anUplink(server, device, {
      at: new Date(start + i * 10 * MINUTE).toISOString(),
      body: { level: value },
    })
  await findValues(server)
  const time = (minutes: number) => new Date(start + minutes * MINUTE).toISOString()
  const episode = { device_id: device.id, device_name: 'reservoir-north', path: 'level' }
  expect(
    await tried({ condition: { ...level, kind: 'below', limit: 20 }, scope: only(device) }),
  ).toMatchObject({
    scope_count: 1,
    device_count: 1,
    alert_count: 2,
    shortest: 1200,
    variants: [],
    alerts: [
      { ...episode, since: time(40), opened_at: time(40), ended_at: null, worst: 10 },
      { ...episode, since: time(10), opened_at: time(10), ended_at: time(30), worst: 18 },
    ],
  })
  const none = await tried({ condition: { ...level, kind: 'below', limit: 5 }, scope: only(device) })
  expect(none).toMatchObject({ alert_count: 0, device_count: 0, shortest: null, alerts: [] })
})

test('when most alerts would be short, the preview suggests what would leave fewer', async () => {
  const device = await aDevice(server, space)
  // Swings around the limit, and once stays below it.
  const levels = [...Array.from({ length: 20 }, (_, i) => (i % 2 ? 19 : 21)), 5, 5, 5, 5, 60]
  for (const [i, value] of levels.entries())
    await anUplink(server, device, {
      at: new Date(start + i * 5 * MINUTE).toISOString(),
      body: { level: value },
    })
  await findValues(server)
  const condition = { ...level, kind: 'below', limit: 20 } as const
  const { alert_count, variants } = await tried({ condition, scope: only(device) })
  expect(alert_count).toBe(10)
  expect(variants).toEqual([{ condition: { ...condition, end: 21.1 }, alert_count: 1 }])
})

test('a preview of silence counts the pauses of a device, including the current one', async () => {
  const device = await aDevice(server, space)
  for (const minutes of [0, 10, 20, 200, 210])
    await aMessage(server, device, { at: new Date(start + minutes * MINUTE) })
  await pool.query('update device_contact set last_seen = $2 where device_id = $1', [
    device.id,
    new Date(start + 210 * MINUTE),
  ])
  const trial = await tried({ condition: { kind: 'silent', seconds: 3600 }, scope: only(device) })
  const time = (minutes: number) => new Date(start + minutes * MINUTE).toISOString()
  expect(trial.alerts).toMatchObject([
    { since: time(210), opened_at: time(270), ended_at: null, path: null, worst: null },
    { since: time(20), opened_at: time(80), ended_at: time(200) },
  ])
})

test('a preview covers only devices in the space and in the scope', async () => {
  const [device, other] = [await aDevice(server, space), await aDevice(server, space)]
  for (const one of [device, other]) await anUplink(server, one, { body: { fill: 1 } })
  await findValues(server)
  const condition = { ...level, path: 'fill', kind: 'above', limit: 0 } as const
  expect(await tried({ condition, scope: only(device) })).toMatchObject({ scope_count: 1, device_count: 1 })
  expect(await tried({ condition, scope: { kind: 'all' } })).toMatchObject({ device_count: 2 })
})

const anyStory = fc.array(fc.record({ after: fc.integer({ min: 1, max: 600 }), value: anyLevel }), {
  minLength: 1,
  maxLength: 12,
})

/**
 * Stories whose messages come in any order beyond those of one device are told by `npm test`; more with `HISTORIES`.
 */
const runs = Number(process.env.HISTORIES ?? 15)
/** Milliseconds for all runs. */
const timeout = 90_000 + 5000 * runs

test('a running rule finds the same as its preview, in values', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(
      anyValueCondition,
      fc.array(anyStory, { minLength: 1, maxLength: 4 }),
      async (condition, stories) => {
        const devices = await Promise.all(stories.map(() => aDevice(server, space)))
        const rule = { condition, scope: only(...devices) }
        const ruleId = await aRuleSince(rule, 30)
        for (const [i, device] of devices.entries()) {
          let time = start
          for (const [place, { after, value }] of (stories[i] ?? []).entries()) {
            time += after * 1000
            const uplink = { id: String(place), at: new Date(time).toISOString(), body: { level: value } }
            await anUplink(server, device, uplink)
            if (value % 3 === 0) await anUplink(server, device, uplink)
            if (value % 5 === 0) await findValues(server)
          }
        }
        await findValues(server)
        const { alerts } = await tried(rule)
        expect(inOrder(await opened(ruleId))).toEqual(inOrder(alerts))
        await server.call('DELETE', at(`/alert-rules/${ruleId}`), { token })
      },
    ),
    { numRuns: runs },
  )
})

/** Seconds between two messages of a device. */
const USUAL = 120
/** A device that is silent, or later than usual. */
const anySilence: fc.Arbitrary<SilenceCondition> = fc.oneof(
  fc.record({ kind: fc.constant('silent' as const), seconds: fc.constantFrom(60, 300, 480) }),
  fc.record({ kind: fc.constant('late' as const), intervals: fc.constantFrom(1.5, 2, 4) }),
)

test('a running rule finds the same as its preview, in silence', { tags: 'heavy', timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(anySilence, anyStory, async (condition, story) => {
      const device = await aDevice(server, space)
      const rule = { condition, scope: only(device) }
      const ruleId = await aRuleSince(rule, 30)
      await pool.query('update device_contact set usual_interval = $2 where device_id = $1', [
        device.id,
        USUAL,
      ])
      const round = async (time: number) => evaluateNow(server, () => new Date(time))
      let time = start
      for (const { after } of story) {
        const noticed = time + (patienceOf(condition, USUAL) ?? Infinity) + STORING
        time += after * 1000
        if (noticed < time) await round(noticed)
        await aMessage(server, device, { at: new Date(time) })
        await pool.query('update device_contact set last_seen = $2 where device_id = $1', [
          device.id,
          new Date(time),
        ])
        await round(time)
      }
      const end = new Date(time + 10 * MINUTE)
      await round(end.getTime())
      const { alerts } = await tryRule({ db: server.db, now: () => end }, A_PERSON, space.id, rule)
      const found = inOrder(await opened(ruleId))
      // A device that is silent slightly too long may only seem so, because storing a message takes time.
      const isNoticed = ({ opened_at, ended_at }: Alert['devices'][number]) =>
        ended_at === null || Date.parse(ended_at) - Date.parse(opened_at) > STORING
      expect(found).toEqual(inOrder(alerts).filter(isNoticed))
      await server.call('DELETE', at(`/alert-rules/${ruleId}`), { token })
    }),
    { numRuns: runs },
  )
})
