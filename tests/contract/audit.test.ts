import { beforeAll, expect, test } from 'vitest'
import { type AuditEntry, auditApi, HIDDEN, spaceAuditApi } from '#contract/audit'
import { standInOf } from '../../server/services/audit/note'
import { aDevice, aKey, aMember, aSpace, aTag, aUser, aVariable, type TestUser } from '../support/builders'
import { serve } from '../support/serve'

let clock = Date.parse('2026-11-21T08:00:00.000Z')
const server = await serve({ now: () => new Date(clock++) })
const admin = await aUser(server, { systemRole: 'admin' })

const listOf = async (path: string, { token }: Pick<TestUser, 'token'>): Promise<AuditEntry[]> => {
  const answer = await server.call('GET', path, { token })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return auditApi.list.answer.parse(await answer.json())
}
const all = async (query = '') => listOf(`/admin/audit${query}`, admin)
const actionsOf = (entries: AuditEntry[]) => entries.map(({ action }) => action)

const space = await aSpace(server)
const other = await aSpace(server)
const { owner } = space
const ofSpace = async (query = '', who = owner) => listOf(`/spaces/${space.id}/audit${query}`, who)
const on = async (method: string, path: string, body?: unknown, { id, owner: { token } } = space) => {
  const answer = await server.call(method, `/spaces/${id}${path}`, { token, body })
  if (answer.status >= 400) throw new Error(`${answer.status} ${await answer.text()}`)
}

const tag = await aTag(server, space, 'roof')
beforeAll(async () => {
  const device = await aDevice(server, space, { name: 'pump-one', tags: [tag] })
  await on('PUT', `/devices/${device.id}`, { name: 'pump-two', label: { b: '1', a: '2' }, tags: [] })
  await aVariable(server, space, { name: '12345678', value: 'A0B1C2D3' })
  await on('PUT', `/tags/${tag.id}`, { name: 'cellar', color: tag.color })
  await on('POST', '/tags', { name: 'attic', color: tag.color }, other)
  await server.call('PUT', '/profile', {
    token: owner.token,
    body: { firstname: 'Eva', lastname: 'Malá' },
    headers: { 'User-Agent': 'curl/8.5' },
  })
})

test('the log of a space lists who changed what there, the newest first', async () => {
  const entries = await ofSpace()
  expect(actionsOf(entries)).toEqual(['tag.update', 'variable.create', 'device.update', 'device.create'])
  expect(entries[2]).toMatchObject({
    space_id: space.id,
    space_name: space.name,
    actor_type: 'person',
    actor_id: owner.id,
    actor_name: owner.email,
    method: 'password',
    provider: null,
    address: 'local',
    target_name: 'pump-two',
    before: { name: 'pump-one', label: {}, tags: [{ id: tag.id, name: 'roof' }] },
    after: { name: 'pump-two', label: { a: '2', b: '1' }, tags: [] },
    is_unknown: false,
    undoes: null,
    undone_by: null,
  })
})

test('system admins see entries of all spaces and of none', async () => {
  const [profile, ofOther] = await all()
  expect(profile).toMatchObject({
    action: 'profile.update',
    space_id: null,
    space_name: null,
    target_id: owner.id,
    target_name: owner.email,
    user_agent: 'curl/8.5',
    before: { firstname: null, lastname: null },
    after: { firstname: 'Eva', lastname: 'Malá' },
  })
  expect(ofOther).toMatchObject({ action: 'tag.create', space_name: other.name, before: null })
  expect(await all(`?space_id=${space.id}`)).toEqual(await ofSpace())
  expect(await all(`?space=${space.name.slice(2).toUpperCase()}`)).toEqual(await ofSpace())
})

test('the log says that there is a secret but never shows it, and keeps the fields of deleted records', async () => {
  const [created] = await ofSpace('?action=variable.create')
  expect(created?.after).toMatchObject({ name: '12345678', value: HIDDEN })
  const own = await aSpace(server)
  const key = await aKey(server, own, { name: 'gateway', permissions: ['space:tag:create'] })
  const made = await server.call('POST', `/spaces/${own.id}/tags`, {
    key: key.id,
    body: { name: 'by-a-key', color: tag.color },
  })
  expect(made.status).toBe(201)
  await on('DELETE', `/keys/${key.id}`, undefined, own)
  const [deleted, byKey] = await all(`?space_id=${own.id}`)
  expect(deleted).toMatchObject({
    action: 'key.delete',
    target_id: standInOf(key.id),
    target_name: 'gateway',
    before: { name: 'gateway', tags: [], permissions: ['space:tag:create'] },
    after: null,
  })
  expect(byKey).toMatchObject({
    actor_type: 'key',
    actor_id: standInOf(key.id),
    actor_name: 'gateway',
    method: null,
  })
})

test('the entries of a deleted space stay, with its name', async () => {
  const own = await aSpace(server)
  await aDevice(server, own)
  await on('DELETE', '', undefined, own)
  const entries = await all(`?space_id=${own.id}`)
  expect(actionsOf(entries)).toEqual(['space.delete', 'device.create'])
  expect(entries.map(({ space_name }) => space_name)).toEqual([own.name, own.name])
})

test('filters find and count entries by actor, target, action and time', async () => {
  const [update] = await ofSpace('?action=device.update')
  if (!update) throw new Error('there is no such entry')
  const { created_at: at, target_id: id } = update
  const found: [string, number][] = [
    [`?actor=${owner.email.slice(0, 8).toUpperCase()}`, 4],
    ['?actor=nobody', 0],
    ['?target=PUMP', 2],
    [`?target=${id?.toUpperCase()}`, 2],
    ['?target=%25', 0],
    ['?action[]=tag.update&action[]=device.create', 2],
    [`?after=${at}`, 3],
    [`?before=${at}`, 2],
    [`?after=${at}&before=${at}`, 1],
    [`?after=${at}&target=pump`, 1],
    ['?before=1969-01-01T00:00:00Z', 0],
  ]
  for (const [query, count] of found) {
    expect([query, (await ofSpace(query)).length]).toEqual([query, count])
    const answer = await server.call('GET', `/spaces/${space.id}/audit/count${query}`, { token: owner.token })
    expect([query, spaceAuditApi.count.answer.parse(await answer.json())]).toEqual([query, { count }])
  }
  const first = await server.call('GET', `/spaces/${space.id}/audit/count?at_most=1`, { token: owner.token })
  expect(await first.json()).toEqual({ count: 1 })
  const bad = await server.call('GET', '/admin/audit?action=device.paint', { token: admin.token })
  expect([bad.status, await bad.text()]).toEqual([400, expect.stringContaining('action[0] must be one of')])
})

test('pages follow each other by cursor and by offset, in both sort orders', async () => {
  for (const order of ['asc', 'desc']) {
    const whole = await all(`?order_by=${order}`)
    expect(whole.map(({ id }) => id)).toEqual(
      whole.map(({ id }) => id).toSorted((a, b) => (order === 'asc' ? 1 : -1) * (a < b ? -1 : 1)),
    )
    const [, second] = whole
    const rest = whole.slice(2, 4)
    for (const page of [`cursor=${second?.id}`, `offset=${second?.id}`, 'offset=2'])
      expect(await all(`?order_by=${order}&limit=2&${page}`)).toEqual(rest)
  }
})

test('the log of a space is for its admins, the whole one for system admins', async () => {
  const member = await aMember(server, space, 'user')
  const statuses = async (path: string, who: TestUser[]) =>
    Promise.all(who.map(async ({ token }) => (await server.call('GET', path, { token })).status))
  const people = [owner, member, other.owner, admin]
  expect(await statuses(`/spaces/${space.id}/audit`, people)).toEqual([200, 403, 404, 200])
  expect(await statuses('/admin/audit', people)).toEqual([403, 403, 403, 200])
})
