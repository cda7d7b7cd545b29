import { expect, test } from 'vitest'
import {
  alertRulesApi,
  alertSchema,
  alertsApi,
  type Condition,
  RULES_MAX,
  type Scope,
} from '#contract/alerts'
import { changedSinceSchema } from '#contract/common'
import { HOUR, MINUTE } from '#contract/common/durations'
import { overviewApi } from '#contract/overview'
import { aDevice, aKey, aSpace, aTag } from '../support/builders'
import { evaluateDue } from '../support/evaluation'
import { findValues } from '../support/series'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'

const { server, space } = await serveSpace()
const { token } = space.owner
const at = (path: string) => `/spaces/${space.id}${path}`

interface Rule {
  name?: string
  condition: Partial<Condition> & Pick<Condition, 'kind'>
  scope?: Scope
}

async function aRule({ name = 'a rule', ...rule }: Rule) {
  const answer = await server.call('POST', at('/alert-rules'), { token, body: { name, ...rule } })
  expect([answer.status, answer.ok || (await answer.text())]).toEqual([201, true])
  return alertRulesApi.create.answer.parse(await answer.json())
}

const only = (...devices: { id: string }[]): Scope => ({
  kind: 'devices',
  device_ids: devices.map(({ id }) => id),
})

async function alertsOf(query: string, who: { token?: string; key?: string } = { token }) {
  const answer = await server.call('GET', at(`/alerts?${query}`), who)
  return alertsApi.list.answer.parse(await answer.json())
}

/** Evaluates silence as if it were so many milliseconds later. */
const evaluateLater = async (later: number) =>
  evaluateDue(server, () => new Date(server.deps.now().getTime() + later))

/** Evaluates silence at regular times, as a server that is never down. */
async function evaluateFor(from: number, to: number, every = MINUTE) {
  for (let later = from; later <= to; later += every) await evaluateLater(later)
}

/** Sends values of a device, one after the other. */
async function send(device: Parameters<typeof anUplink>[1], levels: readonly number[]) {
  for (const level of levels) await anUplink(server, device, { body: { level } })
  await findValues(server)
}

test('an alert opens when a value passes the limit, and ends at the end limit', async () => {
  const device = await aDevice(server, space)
  const rule = await aRule({
    name: 'tank nearly empty',
    condition: { kind: 'below', path: 'level', limit: 20, end: 25 },
    scope: only(device),
  })
  await send(device, [30, 19])
  const [open] = await alertsOf(`rule_id=${rule.id}`)
  expect(open).toMatchObject({
    rule_name: 'tank nearly empty',
    ended_at: null,
    device_count: 1,
    open_count: 1,
    devices: [{ device_id: device.id, device_name: device.name, path: 'level', worst: 19, ended_at: null }],
  })
  await send(device, [22, 15, 24])
  expect(await alertsOf(`rule_id=${rule.id}`)).toMatchObject([
    { id: open?.id, ended_at: null, devices: [{ worst: 15 }] },
  ])
  await send(device, [26])
  const [over] = await alertsOf(`rule_id=${rule.id}&state=ended`)
  expect(over).toMatchObject({ id: open?.id, open_count: 0, devices: [{ worst: 15 }] })
  expect(over?.ended_at).not.toBeNull()
  expect(await alertsOf(`rule_id=${rule.id}&state=open`)).toEqual([])
})

test('devices that fall silent at about the same time share one alert, which ends with the last of them', async () => {
  const devices = [await aDevice(server, space), await aDevice(server, space)]
  const rule = await aRule({ condition: { kind: 'silent', seconds: 600 }, scope: only(...devices) })
  for (const device of devices) await anUplink(server, device)
  await evaluateFor(0, 9 * MINUTE)
  expect(await alertsOf(`rule_id=${rule.id}`)).toEqual([])
  await evaluateFor(10 * MINUTE, 12 * MINUTE)
  const [open] = await alertsOf(`rule_id=${rule.id}`)
  expect(open).toMatchObject({ open_count: 2, device_count: 2, ended_at: null })
  expect(open?.devices).toMatchObject([{ path: null, worst: null }, { path: null }])

  const [first, second] = devices
  if (first) await anUplink(server, first)
  await evaluateLater(0)
  expect(await alertsOf(`rule_id=${rule.id}`)).toMatchObject([{ open_count: 1, device_count: 2 }])
  if (second) await anUplink(server, second)
  await evaluateLater(0)
  expect(await alertsOf(`rule_id=${rule.id}`)).toMatchObject([{ id: open?.id, open_count: 0 }])
  expect(await alertsOf(`rule_id=${rule.id}&state=ended`)).toHaveLength(1)
})

test('devices that fell silent while the server was down are evaluated after they had time to send', async () => {
  const device = await aDevice(server, space)
  const rule = await aRule({ condition: { kind: 'silent', seconds: 600 }, scope: only(device) })
  await anUplink(server, device)
  await evaluateLater(HOUR)
  await evaluateFor(HOUR + MINUTE, HOUR + 9 * MINUTE)
  expect(await alertsOf(`rule_id=${rule.id}`)).toEqual([])
  await evaluateFor(HOUR + 10 * MINUTE, HOUR + 11 * MINUTE)
  expect(await alertsOf(`rule_id=${rule.id}`)).toMatchObject([{ open_count: 1 }])
})

test('evaluating again, at the same time and by several copies, opens nothing twice', async () => {
  const device = await aDevice(server, space)
  const silent = await aRule({ condition: { kind: 'silent', seconds: 60 }, scope: only(device) })
  const beyond = await aRule({ condition: { kind: 'above', path: 'level', limit: 1 }, scope: only(device) })
  await anUplink(server, device, { body: { level: 2 } })
  await Promise.all([findValues(server), findValues(server), findValues(server)])
  await evaluateFor(2 * HOUR, 2 * HOUR + 3 * MINUTE)
  await Promise.all([1, 2, 3].map(() => evaluateLater(2 * HOUR + 4 * MINUTE)))
  for (const { id } of [silent, beyond])
    expect(await alertsOf(`rule_id=${id}`)).toMatchObject([{ device_count: 1, devices: [{}] }])
})

test('an alert is acknowledged with a note, and the audit log records by whom', async () => {
  const device = await aDevice(server, space)
  const rule = await aRule({ condition: { kind: 'above', path: 'level', limit: 1 }, scope: only(device) })
  await send(device, [2])
  const [open] = await alertsOf(`rule_id=${rule.id}`)
  const path = at(`/alerts/${open?.id}/acknowledge`)
  const acknowledged = await server.call('POST', path, { token, body: { note: 'on my way' } })
  expect(await acknowledged.json()).toMatchObject({
    acknowledged_by: space.owner.email,
    note: 'on my way',
    version: 2,
  })
  const again = await server.call('POST', path, { token, body: { note: 'it is the valve' } })
  expect(await again.json()).toMatchObject({ note: 'it is the valve', version: 3 })
  const log = await server.call('GET', at('/audit?action=alert.acknowledge'), { token })
  expect(await log.json()).toMatchObject([
    { target_name: 'a rule', after: { note: 'it is the valve' } },
    { target_id: open?.id, before: { note: null }, after: { note: 'on my way' } },
  ])
})

test('when eight people acknowledge the same version at once, one succeeds, and the others are told who it was', async () => {
  const device = await aDevice(server, space)
  const rule = await aRule({ condition: { kind: 'above', path: 'level', limit: 1 }, scope: only(device) })
  await send(device, [2])
  const [open] = await alertsOf(`rule_id=${rule.id}`)
  const read = async () => server.call('GET', at(`/alerts/${open?.id}`), { token })
  const ETag = (await read()).headers.get('ETag') ?? ''
  const answers = await Promise.all(
    Array.from({ length: 8 }, async (_, person) =>
      server.call('POST', at(`/alerts/${open?.id}/acknowledge`), {
        token,
        body: { note: `person ${person}` },
        headers: { 'If-Match': ETag },
      }),
    ),
  )
  const [first, ...others] = answers.toSorted((a, b) => a.status - b.status)
  expect([first?.status, ...new Set(others.map(({ status }) => status))]).toEqual([200, 412])
  const { note } = alertSchema.parse(await first?.json())
  expect(await (await read()).json()).toMatchObject({ note, version: 2 })
  for (const other of others)
    expect(changedSinceSchema.parse(await other.json())).toMatchObject({
      version: 2,
      changes: [{ fields: ['note'], by: space.owner.email }],
    })
})

test('changing, switching off or deleting a rule ends its alerts, which stay in the list', async () => {
  const device = await aDevice(server, space)
  const condition = { kind: 'above', path: 'level', limit: 1 } as const
  const rules = await Promise.all([1, 2, 3, 4].map(() => aRule({ condition, scope: only(device) })))
  await send(device, [2])
  const [renamed, changed, off, deleted] = rules.map(({ id }) => at(`/alert-rules/${id}`))
  const put = async (path = '', body: object = {}) => server.call('PUT', path, { token, body })
  await put(renamed, { name: 'another name', condition: rules[0]?.condition })
  await put(changed, { condition: { ...condition, limit: 3 } })
  await put(off, { enabled: false })
  expect((await server.call('DELETE', deleted ?? '', { token })).status).toBe(204)
  const states = await Promise.all(
    rules.map(async ({ id }) => (await alertsOf(`rule_id=${id}`)).map(({ ended_at }) => ended_at === null)),
  )
  expect(states).toEqual([[true], [false], [false], [false]])

  await send(device, [5])
  const opened = await Promise.all(rules.map(async ({ id }) => (await alertsOf(`rule_id=${id}`)).length))
  expect(opened).toEqual([1, 2, 1, 1])
})

test('an alert ends when its device is moved, deleted, or leaves the scope of the rule', async () => {
  const tag = await aTag(server, space)
  const devices = [
    await aDevice(server, space, { tags: [tag] }),
    await aDevice(server, space, { tags: [tag] }),
  ]
  const rule = await aRule({
    condition: { kind: 'above', path: 'level', limit: 1 },
    scope: { kind: 'tags', tag_ids: [tag.id] },
  })
  for (const device of devices) await send(device, [2])
  expect(await alertsOf(`rule_id=${rule.id}`)).toMatchObject([{ open_count: 2 }])
  const [first, second] = devices
  const untagged = await server.call('PUT', at(`/devices/${first?.id}`), { token, body: { tags: [] } })
  expect(untagged.status).toBe(200)
  await evaluateLater(0)
  expect(await alertsOf(`rule_id=${rule.id}`)).toMatchObject([{ open_count: 1, ended_at: null }])
  await server.call('DELETE', at(`/devices/${second?.id}`), { token })
  await evaluateLater(0)
  const [over] = await alertsOf(`rule_id=${rule.id}`)
  expect(over).toMatchObject({ open_count: 0, device_count: 1 })
  expect(over?.ended_at).not.toBeNull()
})

test('a late or repeated message changes no alert', async () => {
  const device = await aDevice(server, space)
  const rule = await aRule({ condition: { kind: 'above', path: 'level', limit: 1 }, scope: only(device) })
  await send(device, [2, 0])
  const before = await alertsOf(`rule_id=${rule.id}`)
  const late = new Date(server.deps.now().getTime() - MINUTE).toISOString()
  await anUplink(server, device, { at: late, body: { level: 9 } })
  await findValues(server)
  expect(await alertsOf(`rule_id=${rule.id}`)).toEqual(before)
})

test('items of a list have alerts of their own', async () => {
  const device = await aDevice(server, space)
  const rule = await aRule({
    condition: { kind: 'above', path: 'tanks[].level', limit: 1 },
    scope: only(device),
  })
  const body = {
    tanks: [
      { name: 'north', level: 2 },
      { name: 'south', level: 3 },
      { name: 'west', level: 0 },
    ],
  }
  await anUplink(server, device, { body })
  await findValues(server)
  const [open] = await alertsOf(`rule_id=${rule.id}`)
  expect(open?.device_count).toBe(1)
  expect(open?.devices.map(({ path }) => path).toSorted()).toEqual([
    'tanks[name=north].level',
    'tanks[name=south].level',
  ])
})

test('a key with tags sees alerts of its own devices only, and rules for its own tags only', async () => {
  const tag = await aTag(server, space)
  const [own, other] = [await aDevice(server, space, { tags: [tag] }), await aDevice(server, space)]
  const key = await aKey(server, space, {
    tags: [tag],
    permissions: [
      'space:alert:read',
      'space:alertRule:create',
      'space:alertRule:read',
      'space:message:series:read',
    ],
  })
  const rule = await aRule({ condition: { kind: 'above', path: 'level', limit: 1 }, scope: only(own, other) })
  await send(other, [2])
  expect(await alertsOf(`rule_id=${rule.id}`, { key: key.id })).toEqual([])
  await send(own, [2])
  expect(await alertsOf(`rule_id=${rule.id}`, { key: key.id })).toMatchObject([
    { device_count: 1, open_count: 1, devices: [{ device_id: own.id }] },
  ])
  const rules = await server.call('GET', at('/alert-rules'), { key: key.id })
  expect(await rules.json()).toEqual([])
  const body = { name: 'of all', condition: { kind: 'silent', seconds: 60 } }
  expect((await server.call('POST', at('/alert-rules'), { key: key.id, body })).status).toBe(403)
  expect((await server.call('POST', at('/alert-rules/try'), { key: key.id, body })).status).toBe(403)
})

test.each([
  [{ kind: 'below', path: 'level', limit: 20, end: 10 }, 'end must not be below the limit'],
  [{ kind: 'silent', seconds: 5 }, 'seconds must be at least 60'],
  [{ kind: 'above', path: '', limit: 1 }, 'path is required'],
  [{ kind: 'above', path: 'level' }, 'limit must be a number'],
  [{ kind: 'sleepy' }, 'kind'],
])('an invalid condition is refused by the name of its field: %j', async (condition, sentence) => {
  const answer = await server.call('POST', at('/alert-rules'), { token, body: { name: 'a rule', condition } })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(sentence)])
})

test('the scope of a rule has only tags and devices of its space', async () => {
  const id = '01890000-0000-7000-8000-000000000000'
  for (const scope of [
    { kind: 'tags', tag_ids: [id] },
    { kind: 'devices', device_ids: [id] },
  ]) {
    const body = { name: 'a rule', condition: { kind: 'silent', seconds: 60 }, scope }
    const answer = await server.call('POST', at('/alert-rules'), { token, body })
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringMatching(/^scope has a (tag|device) that is not in this space$/),
    ])
  }
})

test('open alerts need attention, grouped by their rule, which can be snoozed', async () => {
  const device = await aDevice(server, space)
  const rule = await aRule({
    name: 'tank too full',
    condition: { kind: 'above', path: 'level', limit: 1 },
    scope: only(device),
  })
  await send(device, [2])
  const [open] = await alertsOf(`rule_id=${rule.id}`)
  const lines = async (query = '') => {
    const answer = await server.call('GET', at(`/attention${query}`), { token })
    const found = overviewApi.attention.answer.parse(await answer.json())
    return found.filter(({ subject }) => subject.id === rule.id)
  }
  expect(await lines()).toMatchObject([
    {
      kind: 'alert',
      subject: { type: 'rule', name: 'tank too full' },
      evidence: { count: 1, alert_id: open?.id },
    },
  ])
  const until = new Date(Date.now() + HOUR).toISOString()
  const body = { kind: 'alert', subject_id: rule.id, until }
  expect((await server.call('POST', at('/attention/snooze'), { token, body })).status).toBe(204)
  expect(await lines()).toEqual([])
  expect(await lines('?snoozed=true')).toHaveLength(1)
  await server.call('POST', at('/attention/snooze'), { token, body: { ...body, until: null } })
  await send(device, [0])
  expect(await lines()).toEqual([])
})

test('a device that returns to the scope of a rule is evaluated anew', async () => {
  const tag = await aTag(server, space)
  const device = await aDevice(server, space, { tags: [tag] })
  const rule = await aRule({
    condition: { kind: 'above', path: 'level', limit: 1 },
    scope: { kind: 'tags', tag_ids: [tag.id] },
  })
  const setTags = async (tags: object[]) =>
    server.call('PUT', at(`/devices/${device.id}`), { token, body: { tags } })
  await send(device, [2])
  await setTags([])
  await evaluateLater(0)
  expect(await alertsOf(`rule_id=${rule.id}&state=open`)).toEqual([])
  await setTags([tag])
  await send(device, [3])
  expect(await alertsOf(`rule_id=${rule.id}&state=open`)).toMatchObject([{ devices: [{ worst: 3 }] }])
})

test('many swings in one message are one alert, and values in the future are none', async () => {
  const device = await aDevice(server, space)
  const rule = await aRule({
    condition: { kind: 'above', path: 'list.level', limit: 1 },
    scope: only(device),
  })
  const now = server.deps.now().getTime()
  const list = Array.from({ length: 200 }, (_, i) => ({ ts: now + 1000 * i, level: i % 2 ? 2 : 0 }))
  const past = list.map(({ ts, level }) => ({ ts: ts + 1, level })).filter(({ ts }) => ts < now + 30_000)
  await anUplink(server, device, { body: { list: [...past, { ts: now + 6 * HOUR, level: 9 }] } })
  await findValues(server)
  const found = await alertsOf(`rule_id=${rule.id}`)
  expect(found).toHaveLength(1)
  expect(found[0]?.devices.every(({ worst }) => worst === 2)).toBe(true)
})

test('a tag or a device that was deleted stays in a rule, and matches nothing', async () => {
  const tag = await aTag(server, space)
  const scope: Scope = { kind: 'tags', tag_ids: [tag.id] }
  const rule = await aRule({ condition: { kind: 'silent', seconds: 60 }, scope })
  await server.call('DELETE', at(`/tags/${tag.id}`), { token })
  const path = at(`/alert-rules/${rule.id}`)
  expect((await server.call('PUT', path, { token, body: { name: 'another', scope } })).status).toBe(200)
  const trial = await server.call('POST', at('/alert-rules/try'), {
    token,
    body: { condition: rule.condition, scope },
  })
  expect(await trial.json()).toMatchObject({ scope_count: 0, alert_count: 0 })
})

test('a space has no more rules than can be evaluated for its devices', { tags: 'heavy' }, async () => {
  const other = await aSpace(server)
  const body = { name: 'a rule', condition: { kind: 'silent', seconds: 60 } }
  const create = async () =>
    server.call('POST', `/spaces/${other.id}/alert-rules`, { token: other.owner.token, body })
  for (let made = 0; made < RULES_MAX; made++) expect((await create()).status).toBe(201)
  const refused = await create()
  expect([refused.status, await refused.text()]).toEqual([400, 'a space has at most 100 alert rules'])
})
