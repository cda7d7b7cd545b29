import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Condition, type ConnectorEpisode, type Scope } from '#contract/alerts'
import { HOUR, MINUTE, SECOND } from '#contract/common/durations'
import { type Connector, connectorsApi } from '#contract/connectors'
import { overviewApi } from '#contract/overview'
import { alertCalls } from '../support/alertCalls'
import { aConnector, aDevice, aKey, aSpace, aTag, type TestSpace } from '../support/builders'
import { aDelivery } from '../support/deliveries'
import { evaluateDue, evaluateNow } from '../support/evaluation'
import { createMute } from '../support/mutes'
import { serve } from '../support/serve'

const START = Date.parse('2026-11-01T00:00:00.000Z')
/** Longest time until an attempt is stored, in milliseconds. */
const ATTEMPT = 60 * SECOND

let clock = START
const server = await serve({ now: () => new Date(clock) })
const pool = server.db.$client
const iso = (time: number) => new Date(time).toISOString()
let space: TestSpace
let device: Awaited<ReturnType<typeof aDevice>>

beforeEach(async () => {
  clock = START
  space = await aSpace(server)
  device = await aDevice(server, space)
})

const HOURLY = { kind: 'connectorFails', seconds: 3600 } as const satisfies Condition

const calls = alertCalls(server, () => space)
const { call, alertsFor, alertsOf, connectorsOf: openedBy } = calls
const aRule = async (values: object = {}, condition: Condition = HOURLY) => calls.aRule(condition, values)
const tried = async (condition: Condition = HOURLY, scope?: Scope) => calls.tried(condition, scope)

/** Makes an attempt; null is one that the function cancelled. */
const attempt = async (connector: Connector, success: boolean | null, at = clock) =>
  aDelivery(server, { space, connector, device }, { tries: [{ success, createdAt: new Date(at) }] })

const round = async () => evaluateDue(server)
const evaluate = async () => evaluateNow(server)

/** Creates a connector that failed once, and a rule that has opened an alert for it. */
async function aFailure(values: object = {}, of: Parameters<typeof aConnector>[2] = {}) {
  const connector = await aConnector(server, space, of)
  const rule = await aRule(values)
  await attempt(connector, false)
  clock = START + HOUR + ATTEMPT
  await evaluate()
  expect(await alertsOf(rule)).toMatchObject([{ ended_at: null, connector_count: 1, open_count: 1 }])
  return { connector, rule }
}

describe('a connector that fails for a time', () => {
  test('has an alert since its first failure after a success, until it delivers again', async () => {
    const connector = await aConnector(server, space)
    const fine = await aConnector(server, space)
    const rule = await aRule()
    await attempt(connector, false)
    clock += MINUTE
    await attempt(connector, true)
    clock = START + 10 * MINUTE
    await attempt(connector, false)
    await attempt(fine, true)
    for (clock = START + 20 * MINUTE; clock < START + 70 * MINUTE; clock += 20 * MINUTE) {
      await attempt(connector, false)
      await attempt(connector, null)
      await evaluate()
    }
    clock = START + 70 * MINUTE + ATTEMPT - SECOND
    await evaluate()
    expect(await alertsOf(rule)).toEqual([])
    clock += SECOND
    await evaluate()
    await evaluate()
    expect(await alertsOf(rule)).toMatchObject([
      {
        ended_at: null,
        device_count: 0,
        devices: [],
        connector_count: 1,
        open_count: 1,
        worst: null,
        connectors: [
          {
            connector_id: connector.id,
            connector_name: connector.name,
            since: iso(START + 10 * MINUTE),
            opened_at: iso(START + 70 * MINUTE),
            ended_at: null,
          },
        ],
      },
    ])
    clock += MINUTE
    const mended = clock
    await attempt(connector, true)
    clock += SECOND
    await attempt(connector, false)
    await evaluate()
    expect(await alertsOf(rule)).toMatchObject([{ ended_at: iso(mended), open_count: 0 }])
    expect((await tried()).connectors).toEqual(await openedBy(rule))
  })

  test('is neither detected nor resolved by a test of a rule', async () => {
    const { connector, rule } = await aFailure()
    const fine = await aConnector(server, space)
    const tested = async (of: Connector, success: boolean) => {
      const id = await aDelivery(
        server,
        { space, connector: of, device },
        { tries: [{ success, createdAt: new Date(clock) }] },
      )
      await pool.query(`update delivery set alert = '{"test": true}' where space_id = $1 and id = $2`, [
        space.id,
        id,
      ])
    }
    clock += MINUTE
    await tested(connector, true)
    await tested(fine, false)
    clock += 2 * HOUR
    await evaluate()
    expect(await openedBy(rule)).toMatchObject([{ connector_id: connector.id, ended_at: null }])
    expect((await tried()).connectors).toMatchObject([{ connector_id: connector.id, ended_at: null }])
  })

  test('has no alert while a success may not be stored yet', async () => {
    const connector = await aConnector(server, space)
    const rule = await aRule()
    await attempt(connector, false)
    clock = START + HOUR + 30 * SECOND
    await evaluate()
    await attempt(connector, true, START + HOUR - SECOND)
    clock = START + 2 * HOUR
    await evaluate()
    expect(await alertsOf(rule)).toEqual([])
  })

  test('shares one alert with others that fail at about the same time, even with several copies of the server', async () => {
    const connectors = [await aConnector(server, space), await aConnector(server, space)]
    const rule = await aRule()
    for (const connector of connectors) {
      await attempt(connector, false)
      clock += MINUTE
    }
    clock = START + HOUR + MINUTE + ATTEMPT
    await evaluate()
    await Promise.all([round(), round(), round()])
    expect(await alertsOf(rule)).toMatchObject([{ connector_count: 2, open_count: 2 }])
    for (const connector of connectors) await attempt(connector, true)
    await Promise.all([round(), round(), round()])
    const [alert, ...others] = await alertsOf(rule)
    expect([alert?.open_count, others]).toEqual([0, []])
    const { rows } = await pool.query(
      'select event, count(*)::int from notice where space_id = $1 group by event order by event',
      [space.id],
    )
    expect(rows).toEqual([
      { event: 'ended', count: 1 },
      { event: 'opened', count: 1 },
    ])
  })

  test('gets another attempt first after the server was down', async () => {
    const connector = await aConnector(server, space)
    const rule = await aRule()
    await attempt(connector, false)
    clock = START + 3 * HOUR
    for (const end = clock + 5 * MINUTE + ATTEMPT; clock < end; clock += MINUTE) await round()
    expect(await alertsOf(rule)).toEqual([])
    await round()
    expect(await alertsOf(rule)).toMatchObject([{ connectors: [{ opened_at: iso(START + HOUR) }] }])
  })

  test('leaves its alert when it is switched off or loses the tag; deleting it ends the alert', async () => {
    const tag = await aTag(server, space)
    const scope = { kind: 'tags', tag_ids: [tag.id] }
    const { connector, rule } = await aFailure({ scope }, { tags: [{ id: tag.id }] })
    clock += MINUTE
    await call('PUT', `/connectors/${connector.id}`, { enabled: false })
    await evaluate()
    await evaluate()
    expect(await alertsOf(rule)).toMatchObject([{ ended_at: iso(clock), open_count: 0 }])
    await call('PUT', `/connectors/${connector.id}`, { enabled: true })
    await evaluate()
    expect(await alertsOf(rule)).toMatchObject([{ open_count: 1 }, { open_count: 0 }])
    clock += MINUTE
    await call('PUT', `/connectors/${connector.id}`, { tags: [] })
    await evaluate()
    expect(await alertsFor('state=open')).toEqual([])
    await call('PUT', `/connectors/${connector.id}`, { tags: [{ id: tag.id }] })
    await evaluate()
    expect(await alertsFor('state=open')).toHaveLength(1)
    clock += MINUTE
    expect((await call('DELETE', `/connectors/${connector.id}`)).status).toBe(204)
    await evaluate()
    expect(await alertsFor('state=open')).toEqual([])
    expect(await alertsOf(rule)).toMatchObject([{ ended_at: iso(clock), connector_count: 0 }, {}, {}])
  })

  test('is muted by a mute of all, of its tag or of itself, also in the attention list', async () => {
    const tag = await aTag(server, space)
    const connector = await aConnector(server, space, { tags: [{ id: tag.id }] })
    const rule = await aRule()
    await attempt(connector, false)
    clock = START + HOUR
    const scopes: Scope[] = [
      { kind: 'all' },
      { kind: 'tags', tag_ids: [tag.id] },
      { kind: 'connectors', connector_ids: [connector.id] },
    ]
    for (const [i, scope] of scopes.entries()) {
      const ends_at = iso(clock + HOUR)
      const mute = await createMute(server, space, { scope, ends_at })
      clock += 30 * MINUTE
      await evaluate()
      expect(await alertsFor('state=open')).toEqual([])
      const answer = await call('GET', '/attention?snoozed=true')
      expect(overviewApi.attention.answer.parse(await answer.json())).toMatchObject([
        { kind: 'connector_failing', snoozed: { mute_id: mute.id } },
      ])
      clock += 30 * MINUTE
      await evaluate()
      const alerts = await alertsOf(rule)
      expect(alerts).toHaveLength(i + 1)
      expect(alerts[0]).toMatchObject({ ended_at: null, connectors: [{ opened_at: ends_at }] })
      await attempt(connector, true)
      clock += SECOND
      await evaluate()
      await attempt(connector, false)
      clock += HOUR
    }
  })

  test('is listed once in the attention list, by its rule', async () => {
    const other = await aConnector(server, space, { name: 'other' })
    const scope = (id: string) => ({ scope: { kind: 'connectors', connector_ids: [id] } })
    const connector = await aConnector(server, space)
    const rule = await aRule(scope(connector.id))
    await attempt(connector, false)
    await attempt(other, false)
    clock = START + HOUR + ATTEMPT
    await evaluate()
    const answer = await call('GET', '/attention')
    const lines = overviewApi.attention.answer.parse(await answer.json())
    expect(lines.map(({ kind, subject, evidence }) => [kind, subject.id, evidence.connector_count])).toEqual([
      ['alert', rule.id, 1],
      ['connector_failing', other.id, undefined],
    ])
  })

  test('is visible to a key with tags that sees the connector, and to no other', async () => {
    const [seen, unseen] = [await aTag(server, space), await aTag(server, space)]
    const connector = await aConnector(server, space, { tags: [{ id: seen.id }] })
    const hidden = await aConnector(server, space, { tags: [{ id: seen.id }, { id: unseen.id }] })
    const { id: key } = await aKey(server, space, {
      tags: [{ id: seen.id }],
      permissions: [
        'space:alert:read',
        'space:alertRule:create',
        'space:alertRule:read',
        'space:overview:read',
      ],
    })
    const rule = await aRule({ scope: { kind: 'tags', tag_ids: [seen.id] } })
    for (const one of [connector, hidden]) await attempt(one, false)
    clock = START + HOUR + ATTEMPT
    await evaluate()
    expect(await alertsOf(rule)).toMatchObject([{ connector_count: 2 }])
    expect(await alertsFor('', { key })).toMatchObject([
      { connector_count: 1, open_count: 1, connectors: [{ connector_id: connector.id }] },
    ])
    expect(await alertsFor(`connector_id=${hidden.id}`, { key })).toEqual([])
    const other = await aKey(server, space, { tags: [{ id: unseen.id }], permissions: ['space:alert:read'] })
    expect(await alertsFor('', { key: other.id })).toEqual([])
  })

  test('is found by filtering alerts by its connector', async () => {
    const { connector, rule } = await aFailure()
    expect(await alertsFor(`connector_id=${connector.id}`)).toMatchObject([{ rule_id: rule.id }])
    expect(await alertsFor(`connector_id=${space.id}`)).toEqual([])
  })
})

describe('a rule about connectors', () => {
  test('has connectors and no devices in its scope, unlike all other rules', async () => {
    const connector = await aConnector(server, space)
    const devices = { kind: 'devices', device_ids: [device.id] }
    const connectors = { kind: 'connectors', connector_ids: [connector.id] }
    const silent = { kind: 'silent', seconds: 3600 }
    const bad = [
      [HOURLY, devices],
      [silent, connectors],
      [HOURLY, { ...connectors, connector_ids: [space.id] }],
    ]
    const errors = []
    for (const [condition, scope] of bad) {
      const answer = await call('POST', '/alert-rules', { name: 'a rule', condition, scope })
      errors.push([answer.status, await answer.text()])
    }
    expect(errors).toEqual([
      [400, 'scope must be of kind all, tags or connectors: a rule of this kind applies to connectors'],
      [400, 'scope must be of kind all, tags, view or devices: a rule of this kind applies to devices'],
      [400, 'scope has a connector that is not in this space'],
    ])
    expect((await call('POST', '/alert-rules/try', { condition: HOURLY, scope: devices })).status).toBe(400)
    const rule = await aRule({ scope: connectors })
    const change = async (body: object) => (await call('PUT', `/alert-rules/${rule.id}`, body)).status
    expect(await change({ condition: silent })).toBe(400)
    expect(await change({ scope: devices })).toBe(400)
    expect(await change({ condition: silent, scope: devices })).toBe(200)
  })

  test('is previewed with the connectors in its scope that are on', async () => {
    const connector = await aConnector(server, space)
    const off = await aConnector(server, space, { enabled: false })
    for (const one of [connector, off]) await attempt(one, false)
    clock = START + 2 * HOUR
    await attempt(connector, true)
    expect(await tried()).toMatchObject({
      scope_count: 1,
      device_count: 0,
      connector_count: 1,
      alert_count: 1,
      shortest: 3600,
      alerts: [],
      connectors: [
        {
          connector_id: connector.id,
          connector_name: connector.name,
          since: iso(START),
          opened_at: iso(START + HOUR),
          ended_at: iso(clock),
        },
      ],
    })
    const scope: Scope = { kind: 'connectors', connector_ids: [off.id] }
    expect(await tried(HOURLY, scope)).toMatchObject({ scope_count: 0, alert_count: 0 })
  })

  test('notifies other connectors, and none of its own failure', async () => {
    const notified = await aConnector(server, space, { name: 'pager' })
    const connector = await aConnector(server, space, { name: 'erp' })
    const rule = await aRule({
      notify: { roles: [], user_ids: [], connector_ids: [notified.id, connector.id] },
    })
    const notifications = async () => {
      const { rows } = await pool.query(
        `select connector_id, alert from delivery where space_id = $1 and alert is not null order by created_at, id`,
        [space.id],
      )
      return rows
    }
    await attempt(connector, false)
    clock = START + HOUR + ATTEMPT
    await evaluate()
    const content = {
      event: 'opened',
      rule: { id: rule.id },
      sentence: 'When a connector fails for 1 hour',
      device_count: 0,
      devices: [],
      connector_count: 1,
      connectors: [{ id: connector.id, name: 'erp', since: iso(START), ended_at: null }],
    }
    expect(await notifications()).toMatchObject([{ connector_id: notified.id, alert: content }])
    // It joins the alert that it was notified of: its receiver is notified of the end.
    await attempt(notified, false, START + 5 * MINUTE)
    clock = START + HOUR + 5 * MINUTE + ATTEMPT
    await evaluate()
    expect(await alertsOf(rule)).toMatchObject([{ connector_count: 2 }])
    for (const one of [connector, notified]) await attempt(one, true)
    await evaluate()
    expect(await notifications()).toMatchObject([
      { connector_id: notified.id },
      { connector_id: notified.id, alert: { event: 'ended', connector_count: 2 } },
    ])
    const listed = await call('GET', `/connectors/${notified.id}/deliveries`)
    const about = connectorsApi.deliveries.answer
      .parse(await listed.json())
      .flatMap(({ alert }) => alert ?? [])
    expect(about.map(({ event, ...counts }) => [event, counts.connector_count, counts.device_count])).toEqual(
      [
        ['ended', 2, 0],
        ['opened', 1, 0],
      ],
    )
  })

  test('has deliveries that are visible to keys with tags that see all that they name', async () => {
    const tag = await aTag(server, space)
    const tags = [{ id: tag.id }]
    const pager = await aConnector(server, space, { tags })
    const seen = await aConnector(server, space, { tags })
    const unseen = await aConnector(server, space)
    await aRule({ notify: { roles: [], user_ids: [], connector_ids: [pager.id] } })
    const { id: key } = await aKey(server, space, { tags, permissions: ['space:connector:read'] })
    await attempt(seen, false)
    clock = START + HOUR + ATTEMPT
    await evaluate()
    const seenBy = async () =>
      (await call('GET', `/connectors/${pager.id}/deliveries`, undefined, { key })).json()
    expect(await seenBy()).toHaveLength(1)
    await attempt(unseen, false, START + MINUTE)
    clock += HOUR
    await evaluate()
    for (const one of [seen, unseen]) await attempt(one, true)
    await evaluate()
    // The delivery of the end names both.
    expect(await seenBy()).toHaveLength(1)
  })
})

const runs = Number(process.env.HISTORIES ?? 8)
/** Milliseconds for all runs. */
const timeout = 90_000 + 5000 * runs

test('a running rule finds the same as its preview', { tags: 'heavy', timeout }, async () => {
  const step = fc.record({
    pause: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 7200 })),
    connector: fc.nat(1),
    success: fc.constantFrom(true, false, false, false, null),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(60, 1800, 3600),
      fc.array(step, { minLength: 1, maxLength: 14 }),
      async (seconds, steps) => {
        space = await aSpace(server)
        clock = START
        device = await aDevice(server, space)
        const connectors = [await aConnector(server, space), await aConnector(server, space)]
        const condition = { kind: 'connectorFails', seconds } as const
        const rule = await aRule({}, condition)
        let due: number[] = []
        const evaluateUntil = async (time: number) => {
          for (const at of due.filter((one) => one < time).toSorted((a, b) => a - b)) {
            clock = at
            await evaluate()
          }
          due = due.filter((one) => one >= time)
        }
        let time = START
        for (const { pause, connector, success } of steps) {
          time += pause * SECOND
          await evaluateUntil(time)
          clock = time
          const own = connectors[connector]
          if (own) await attempt(own, success)
          await evaluate()
          due.push(time + seconds * SECOND + ATTEMPT)
        }
        await evaluateUntil(Infinity)
        // An alert that ends before it is evaluated is never open.
        const isNoticed = ({ opened_at, ended_at }: ConnectorEpisode) =>
          ended_at === null || Date.parse(ended_at) - Date.parse(opened_at) > ATTEMPT
        const inOrder = (episodes: readonly ConnectorEpisode[]) =>
          episodes
            .filter(isNoticed)
            .toSorted((a, b) =>
              `${a.connector_id} ${a.opened_at}` < `${b.connector_id} ${b.opened_at}` ? -1 : 1,
            )
        const found = inOrder(await openedBy(rule))
        await call('DELETE', `/alert-rules/${rule.id}`)
        expect(found).toEqual(inOrder((await tried(condition)).connectors))
      },
    ),
    { numRuns: runs },
  )
})
