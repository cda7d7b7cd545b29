import { expect, test } from 'vitest'
import { alertRulesApi, alertsApi } from '#contract/alerts'
import { MINUTE } from '#contract/common/durations'
import { devicesApi } from '#contract/devices'
import { SCOPE_VIEWS_MAX, viewsApi } from '#contract/views'
import { evaluateValues } from '../../server/services/alerts/evaluation/values'
import { deriveDue } from '../../server/services/series/store/derive'
import { Pacing } from '../../server/services/series/store/pacing'
import { findScopes } from '../../server/services/views/scope'
import { aDevice, aKey, aMember, aTag } from '../support/builders'
import { evaluateNow } from '../support/evaluation'
import { createMute } from '../support/mutes'
import { rolloutsOf } from '../support/rollouts'
import { serveSpace } from '../support/serve'
import { anUplink } from '../support/uplink'
import { aView, viewInput } from '../support/views'

const { server, space } = await serveSpace()
const { token } = space.owner
const at = (path: string) => `/spaces/${space.id}${path}`
const onFailure = (_: unknown, error: unknown) => {
  throw error
}
const { signal: stopping } = new AbortController()

const call = async (method: string, path: string, body?: object, as: object = { token }) =>
  server.call(method, at(path), { ...as, ...(body && { body }) })
const outcome = async (answer: Response) => [answer.status, await answer.text()]
const namesSeenBy = async (as: object) => {
  const views = viewsApi.list.answer.parse(await (await call('GET', '/views', undefined, as)).json())
  return views.map(({ name }) => name).toSorted()
}

/** Sends a value of a device, which goes to its history. */
async function send(device: Parameters<typeof anUplink>[1], voltage: number) {
  await anUplink(server, device, { body: { battery: { voltage } } })
  const rest = async () => undefined
  const round = { now: server.deps.now, evaluate: evaluateValues, stopping, rest, onFailure }
  while ((await deriveDue(server.db.$client, { ...round, pacing: new Pacing() })).count > 0);
}

/** The worker's round, as if it were so many milliseconds later. */
const findLater = async (later: number) =>
  findScopes(server.db.$client, { now: () => new Date(Date.now() + later), stopping, onFailure })

const LOW = { where: ['value battery.voltage lt 3.2'] }

test('a personal view is its owner’s only, and a shared one is everyone’s, with the rights of whoever asks', async () => {
  const member = await aMember(server, space, 'user')
  const [tag, other] = [await aTag(server, space), await aTag(server, space)]
  await aDevice(server, space, { tags: [tag] })
  await aDevice(server, space, { tags: [other] })
  const shared = await aView(server, space, { name: 'Everyone’s', filter: { tag_ids: [other.id] } })
  await aView(server, space, { name: 'Owner’s', shared: false })
  const own = await aView(server, space, { name: 'Member’s', shared: false }, member.token)
  expect(await namesSeenBy({ token })).toEqual(['Everyone’s', 'Owner’s'])
  expect(await namesSeenBy(member)).toEqual(['Everyone’s', 'Member’s'])
  expect(own).toMatchObject({ shared: false, columns: null, sort: null, filter: {} })
  const another = `/views/${own.id}`
  expect((await call('PUT', another, { name: 'x' })).status).toBe(404)
  expect((await call('DELETE', another)).status).toBe(404)
  expect((await call('PUT', `/views/${shared.id}`, { name: 'x' }, member)).status).toBe(403)
  expect((await call('PUT', another, { shared: true }, member)).status).toBe(403)
  expect((await call('PUT', another, { name: 'Mine', sort: 'name', order: 'DESC' }, member)).status).toBe(200)
  expect((await call('DELETE', another, undefined, member)).status).toBe(204)
  // A key with a tag reads the question; its answer has only the devices of its tag.
  const { id: key } = await aKey(server, space, {
    permissions: ['space:view:read', 'space:view:update', 'space:view:create', 'space:device:read'],
    tags: [tag],
  })
  expect(await namesSeenBy({ key })).toEqual(['Everyone’s'])
  const count = await call('GET', `/devices/count?tag_ids=${other.id}`, undefined, { key })
  expect(devicesApi.count.answer.parse(await count.json())).toEqual({ count: 0 })
  expect((await call('PUT', `/views/${shared.id}`, { filter: {} }, { key })).status).toBe(403)
  expect(await outcome(await call('POST', '/views', viewInput({ shared: false }), { key }))).toEqual([
    403,
    'forbidden: a key has no personal views',
  ])
})

test.each([
  [{ name: '' }, 'name is required'],
  [{ name: 'a\nb' }, 'name must be one line'],
  [{ list: 'weather' }, /^list must be one of/],
  [{ filter: { where: ['battery low'] } }, 'filter has a filter that the list of devices does not have'],
  [{ filter: { planet: 'mars' } }, 'filter has a filter that the list of devices does not have'],
  [{ filter: { name: 'x'.repeat(9000) } }, 'filter must have at most 8000 characters as JSON'],
  [{ columns: Array.from({ length: 101 }, (_, i) => `c${i}`) }, 'columns must have at most 100 columns'],
])('a view with %j is refused', async (body, sentence) => {
  const answer = await call('POST', '/views', { ...viewInput(), ...body })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(sentence)])
})

test('values are filtered only for those who may read them, also in a view', async () => {
  const { id: key } = await aKey(server, space, { permissions: ['space:view:read', 'space:view:create'] })
  expect((await call('POST', '/views', viewInput({ filter: LOW }), { key })).status).toBe(403)
})

test('a deleted shared view is restored from the trash, with its id; a personal one is gone', async () => {
  const [shared, own] = [await aView(server, space), await aView(server, space, { shared: false })]
  for (const { id } of [shared, own]) expect((await call('DELETE', `/views/${id}`)).status).toBe(204)
  const trash = await (await call('GET', '/trash?resource=view')).json()
  expect(trash).toEqual([expect.objectContaining({ record_id: shared.id, name: shared.name })])
  const restored = await call('POST', '/trash/restore', { ids: [trash[0].id] })
  expect(await restored.json()).toMatchObject({ results: [{ result: 'restored' }] })
  expect(await (await call('GET', `/views/${shared.id}`)).json()).toMatchObject({ filter: {}, shared: true })
})

test('a rule and a mute apply to the devices of a view as these change, and keep the view', async () => {
  const [low, full] = [await aDevice(server, space), await aDevice(server, space)]
  await send(low, 3)
  await send(full, 3.6)
  const view = await aView(server, space, { name: 'Low battery', filter: LOW })
  const scope = { kind: 'view', view_id: view.id } as const
  const made = await call('POST', '/alert-rules', {
    name: 'Weak and silent',
    condition: { kind: 'above', path: 'battery.voltage', limit: 1 },
    scope,
  })
  const rule = alertRulesApi.create.answer.parse(await made.json())
  const alerted = async () => {
    const answer = await call('GET', `/alerts?rule_id=${rule.id}&state=open`)
    const alerts = alertsApi.list.answer.parse(await answer.json())
    return alerts.flatMap(({ devices }) =>
      devices.filter((one) => one.ended_at === null).map((one) => one.device_id),
    )
  }
  await send(low, 3.1)
  await send(full, 3.5)
  expect(await alerted()).toEqual([low.id])
  // The other one joins within a minute; the first leaves, and its alert ends.
  await send(full, 3.15)
  await send(low, 3.4)
  await findLater(30_000)
  expect(await alerted()).toEqual([low.id])
  await findLater(MINUTE + 1000)
  await evaluateNow(server)
  expect(await alerted()).toEqual([])
  await createMute(server, space, { scope, name: 'Swap' })
  await send(full, 3.16)
  expect(await alerted()).toEqual([])
  expect(await outcome(await call('DELETE', `/views/${view.id}`))).toEqual([
    409,
    'the view is in use: the alert rule “Weak and silent” and 1 more would no longer have its devices',
  ])
  expect((await call('PUT', `/views/${view.id}`, { shared: false })).status).toBe(409)
  // What it asks may change; the rule follows at once.
  expect((await call('PUT', `/views/${view.id}`, { filter: { name: full.name } })).status).toBe(200)
  const trial = await call('POST', '/alert-rules/try', { condition: rule.condition, scope })
  expect(await trial.json()).toMatchObject({ scope_count: 1 })
  const audit = await (await call('GET', `/audit?target=${view.id}`)).json()
  expect(audit[0]).toMatchObject({ action: 'view.update', after: { filter: { name: full.name } } })
})

test('only a shared view of devices is a scope, and a space has a most of them', async () => {
  const rule = (view_id: string) =>
    call('POST', '/alert-rules', {
      name: 'silent',
      condition: { kind: 'silent', seconds: 3600 },
      scope: { kind: 'view', view_id },
    })
  const none = 'scope has a view that is not a shared view of devices of this space'
  const own = await aView(server, space, { shared: false })
  const ofMessages = await aView(server, space, { list: 'messages' })
  for (const { id } of [own, ofMessages]) expect(await outcome(await rule(id))).toEqual([400, none])
  const connectors = await call('POST', '/alert-rules', {
    name: 'failing',
    condition: { kind: 'connectorFails', seconds: 3600 },
    scope: { kind: 'view', view_id: (await aView(server, space)).id },
  })
  expect(connectors.status).toBe(400)
  const { id: key } = await aKey(server, space, {
    permissions: ['space:alertRule:create', 'space:view:read'],
  })
  const body = {
    name: 'peek',
    condition: { kind: 'silent', seconds: 3600 },
    scope: { kind: 'view', view_id: (await aView(server, space, { filter: LOW })).id },
  }
  expect((await call('POST', '/alert-rules', body, { key })).status).toBe(403)
  const answers = []
  for (let made = 0; made < SCOPE_VIEWS_MAX; made++)
    answers.push((await rule((await aView(server, space)).id)).status)
  expect(answers.filter((status) => status === 201).length).toBeGreaterThanOrEqual(SCOPE_VIEWS_MAX - 2)
  expect(await outcome(await rule((await aView(server, space)).id))).toEqual([
    400,
    `alert rules and mutes of a space apply to at most ${SCOPE_VIEWS_MAX} views`,
  ])
})

test('a roll-out takes the devices of a view at its start, and a draft keeps the view', async () => {
  const [first, later] = [
    await aDevice(server, space, { comment: 'cellar' }),
    await aDevice(server, space, { comment: 'roof' }),
  ]
  const view = await aView(server, space, { filter: { where: ['comment is cellar'] } })
  const rollouts = rolloutsOf(server, space)
  const input = {
    order: {
      kind: 'records' as const,
      add_tags: [],
      remove_tags: [],
      set_labels: {},
      remove_labels: [],
      comment: 'checked',
    },
    scope: { kind: 'view' as const, view_id: view.id },
  }
  const draft = await rollouts.create({ ...input, start: false, name: 'Check' })
  expect(await outcome(await call('DELETE', `/views/${view.id}`))).toEqual([
    409,
    'the view is in use: the roll-out “Check” would no longer have its devices',
  ])
  await call('PUT', `/devices/${later.id}`, { comment: 'cellar' })
  await rollouts.change(draft, 'start')
  expect((await rollouts.members(draft)).map(({ device_id }) => device_id).toSorted()).toEqual(
    [first.id, later.id].toSorted(),
  )
  expect((await call('DELETE', `/views/${view.id}`)).status).toBe(204)
  expect((await rollouts.read(draft)).scope).toEqual(input.scope)
})
