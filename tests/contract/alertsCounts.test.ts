import { describe, expect, test } from 'vitest'
import {
  ALERT_DEVICES_MAX,
  alertRuleEntity,
  alertRulesApi,
  alertSchema,
  alertsApi,
  type Condition,
} from '#contract/alerts'
import { MINUTE } from '#contract/common/durations'
import { devicesApi } from '#contract/devices'
import type { KeyPermission } from '#contract/permissions'
import { alert, alertEpisode } from '../../server/db/schema'
import { newId } from '../../server/services/common/ids'
import { anAlert, anAlertRule } from '../support/alerts'
import { aDevice, aKey, aTag } from '../support/builders'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const { token } = space.owner
const at = (path: string) => `/spaces/${space.id}${path}`

interface Asker {
  token?: string
  key?: string
}

async function ruleOf(id: string, who: Asker = { token }) {
  const answer = await server.call('GET', at(`/alert-rules/${id}`), who)
  const rule = alertRulesApi.get.answer.parse(await answer.json())
  const all = await server.call('GET', at('/alert-rules'), who)
  // The list says the same.
  expect(alertRulesApi.list.answer.parse(await all.json())).toContainEqual(rule)
  return rule
}

const MAY_READ: KeyPermission[] = ['space:alertRule:read', 'space:alert:read']

describe('a rule', () => {
  test('has the number of its open alerts, in every answer', async () => {
    const body = { name: 'far away', condition: { kind: 'silent', seconds: 3600 } }
    const created = await server.call('POST', at('/alert-rules'), { token, body })
    const { id, open_count } = alertRulesApi.create.answer.parse(await created.json())
    expect(open_count).toBe(0)
    const rule = await anAlertRule(server, space)
    const ids = [
      await anAlert(server, rule, (await aDevice(server, space)).id),
      await anAlert(server, rule, (await aDevice(server, space)).id),
    ]
    expect(await ruleOf(rule.id)).toMatchObject({ open_count: 2 })
    expect(await ruleOf(id)).toMatchObject({ open_count: 0 })
    const renamed = await server.call('PUT', at(`/alert-rules/${rule.id}`), {
      token,
      body: { name: 'quiet' },
    })
    expect(await renamed.json()).toMatchObject({ name: 'quiet', open_count: 2 })
    const { rowCount } = await server.db.$client.query(
      'update alert set ended_at = now() where space_id = $1 and id = $2',
      [space.id, ids[0]],
    )
    expect(rowCount).toBe(1)
    expect(await ruleOf(rule.id)).toMatchObject({ open_count: 1 })
    const log = await server.call('GET', at(`/audit?target_id=${rule.id}`), { token })
    expect(JSON.stringify(await log.json())).not.toContain('open_count')
  })

  test('counts only the alerts that a key with tags sees, and none for a key that may not read alerts', async () => {
    const tag = await aTag(server, space)
    const rule = await anAlertRule(server, space, { kind: 'tags', tag_ids: [tag.id] })
    const [own, lost] = [await aDevice(server, space, { tags: [tag] }), await aDevice(server, space)]
    for (const { id } of [own, lost]) await anAlert(server, rule, id)
    const limited = await aKey(server, space, { tags: [tag], permissions: MAY_READ })
    const blind = await aKey(server, space, { permissions: ['space:alertRule:read'] })
    expect(await ruleOf(rule.id)).toMatchObject({ open_count: 2 })
    expect(await ruleOf(rule.id, { key: limited.id })).toMatchObject({ open_count: 1 })
    expect(await ruleOf(rule.id, { key: blind.id })).toMatchObject({ open_count: null })
  })

  test('and an alert of an older server have no such fields', async () => {
    const rule = await anAlertRule(server, space)
    const id = await anAlert(server, rule, (await aDevice(server, space)).id)
    const { open_count: _, ...olderRule } = await ruleOf(rule.id)
    expect(alertRuleEntity.schema.parse(olderRule).open_count).toBeNull()
    const { worst: __, ...olderAlert } = await alertOf(id)
    expect(alertSchema.parse(olderAlert).worst).toBeNull()
  })
})

describe('a device', () => {
  async function deviceOf(id: string, who: Asker = { token }) {
    const answer = await server.call('GET', at(`/devices/${id}`), who)
    const device = devicesApi.get.answer.parse(await answer.json())
    const all = await server.call('GET', at('/devices?limit=100'), who)
    // The list says the same.
    expect(devicesApi.list.answer.parse(await all.json())).toContainEqual(device)
    return device
  }

  test('has the number of open alerts in which its condition still holds', async () => {
    const { id } = await aDevice(server, space)
    const other = await aDevice(server, space)
    expect(await deviceOf(id)).toMatchObject({ open_alerts: 0 })
    const two = { kind: 'above', ...level } as const
    await anOutage({ kind: 'silent', seconds: 60 }, [[id, null]])
    // Two values of one device are one alert.
    const alertId = await anOutage(two, [
      [id, 21],
      [id, null],
      [other.id, 30],
    ])
    expect(await deviceOf(id)).toMatchObject({ open_alerts: 2 })
    expect(await deviceOf(other.id)).toMatchObject({ open_alerts: 1 })
    await server.db.$client.query(
      'update alert_episode set ended_at = now() where space_id = $1 and alert_id = $2 and device_id = $3',
      [space.id, alertId, id],
    )
    expect(await deviceOf(id)).toMatchObject({ open_alerts: 1 })
    const renamed = await server.call('PUT', at(`/devices/${id}`), { token, body: { comment: 'quiet' } })
    expect(await renamed.json()).toMatchObject({ comment: 'quiet', open_alerts: 1 })
    const log = await server.call('GET', at(`/audit?target_id=${id}`), { token })
    expect(JSON.stringify(await log.json())).not.toContain('open_alerts')
  })

  test('has the number for a key with tags too, but not for one that may not read alerts', async () => {
    const tag = await aTag(server, space)
    const { id } = await aDevice(server, space, { tags: [tag] })
    await anAlert(server, await anAlertRule(server, space), id)
    const permissions: KeyPermission[] = ['space:device:read', 'space:alert:read']
    const limited = await aKey(server, space, { tags: [tag], permissions })
    const blind = await aKey(server, space, { permissions: ['space:device:read'] })
    expect(await deviceOf(id, { key: limited.id })).toMatchObject({ open_alerts: 1 })
    expect(await deviceOf(id, { key: blind.id })).toMatchObject({ open_alerts: null })
  })
})

async function alertOf(id: string, who: Asker = { token }) {
  const answer = await server.call('GET', at(`/alerts/${id}`), who)
  return alertsApi.get.answer.parse(await answer.json())
}

/** Creates an open alert whose devices joined one after the other, each with its worst value. */
async function anOutage(
  condition: Condition,
  of: readonly (readonly [deviceId: string, worst: number | null])[],
) {
  const rule = { spaceId: space.id, ruleId: newId(new Date()) }
  const [start, alertId] = [Date.now() - 30 * MINUTE, newId(new Date())]
  const joinedAt = (place: number) => new Date(start + 1000 * place)
  const notify = { roles: [], user_ids: [], connector_ids: [] }
  await server.db.insert(alert).values({
    ...rule,
    id: alertId,
    ruleName: 'a rule',
    condition,
    notify,
    since: joinedAt(0),
    openedAt: joinedAt(0),
    grewAt: joinedAt(of.length),
  })
  await server.db.insert(alertEpisode).values(
    of.map(([deviceId, worst], place) => {
      const [since, openedAt] = [joinedAt(place), joinedAt(place)]
      const path = worst === null ? '' : 'level'
      return { ...rule, id: newId(openedAt), alertId, deviceId, path, since, openedAt, worst }
    }),
  )
  return alertId
}

const level = { path: 'level', limit: 20, end: null, readings: 1, seconds: 0 }

describe('the worst value of an alert', () => {
  test('covers all its devices, although the answer names only the newest of them', async () => {
    const devices = await Promise.all(
      Array.from({ length: ALERT_DEVICES_MAX + 2 }, async () => aDevice(server, space)),
    )
    const id = await anOutage(
      { kind: 'below', ...level },
      devices.map((device, place) => [device.id, place + 1]),
    )
    const { worst, devices: listed, device_count } = await alertOf(id)
    expect(device_count).toBe(devices.length)
    expect(listed.map(({ device_id }) => device_id)).not.toContain(devices[0]?.id)
    expect(worst).toEqual({ device_id: devices[0]?.id, path: 'level', value: 1 })
  })

  const jump: Condition = { kind: 'jump', path: 'level', by: 1 }
  test.each<[string, Condition, (number | null)[], number | null]>([
    ['the highest above a limit', { kind: 'above', ...level }, [21, 30, null, 25], 30],
    ['the lowest below one', { kind: 'below', ...level }, [19, -3, 12], -3],
    ['the last of those that jump', jump, [5, 9, 7], 7],
    ['none where nothing is measured', { kind: 'silent', seconds: 60 }, [null, null], null],
  ])('is %s', async (_, condition, values, value) => {
    const devices = await Promise.all(values.map(async () => aDevice(server, space)))
    const id = await anOutage(
      condition,
      values.map((one, place) => [devices[place]?.id ?? '', one]),
    )
    expect((await alertOf(id)).worst?.value ?? null).toBe(value)
    const listed = await server.call('GET', at('/alerts'), { token })
    expect(await listed.json()).toContainEqual(await alertOf(id))
  })

  test('covers, for a key with tags, the devices that it sees', async () => {
    const tag = await aTag(server, space)
    const [own, other] = [await aDevice(server, space, { tags: [tag] }), await aDevice(server, space)]
    const permissions: KeyPermission[] = [...MAY_READ, 'space:message:series:read']
    const key = await aKey(server, space, { tags: [tag], permissions })
    const id = await anOutage({ kind: 'above', ...level }, [
      [own.id, 21],
      [other.id, 99],
    ])
    expect((await alertOf(id)).worst).toMatchObject({ device_id: other.id, value: 99 })
    expect((await alertOf(id, { key: key.id })).worst).toMatchObject({ device_id: own.id, value: 21 })
  })
})
