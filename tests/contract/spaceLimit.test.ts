import { expect, test } from 'vitest'
import { auditApi } from '#contract/audit'
import { type SettingsInput, settingsApi } from '#contract/settings'
import { spacesApi } from '#contract/spaces'
import { space, spaceUser } from '../../server/db/schema'
import { insertSpace } from '../../server/services/accounts/users'
import { aSpace, aUser, type TestUser } from '../support/builders'
import { anApp } from '../support/secondFactor'
import { serve } from '../support/serve'

const server = await serve()
const admin = await aUser(server, { systemRole: 'admin' })
await anApp(server, admin)

const set = async (body: unknown) => server.call('PUT', '/admin/settings', { token: admin.token, body })
const change = async (body: SettingsInput) => settingsApi.update.answer.parse(await (await set(body)).json())
const create = async ({ token }: TestUser) =>
  server.call('POST', '/spaces', { token, body: { name: 'one-more' } })
const statusesOf = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b)

test('an account can own a hundred spaces by default', async () => {
  const answer = await server.call('GET', '/admin/settings', { token: admin.token })
  expect(await answer.json()).toMatchObject({ second_factor: 'optional', spaces_per_account: 100 })
  const user = await aUser(server)
  for (let own = 1; own < 100; own++)
    await insertSpace(server.db, { name: 'filling', type: 'team', ownerId: user.id })
  const refused = await create(user)
  expect([refused.status, await refused.text()]).toEqual([
    409,
    'the limit of this server for the spaces of one account is 100: delete one, or ask an administrator',
  ])
})

test('spaces of other owners do not count, and a deleted one makes room', async () => {
  await change({ spaces_per_account: 2 })
  const user = await aUser(server)
  for (const { id } of [await aSpace(server), await aSpace(server)])
    await server.db.insert(spaceUser).values({ spaceId: id, userId: user.id, role: 'admin' })
  const created = await create(user)
  expect(created.status).toBe(201)
  expect((await create(user)).status).toBe(409)
  const { id } = spacesApi.create.answer.parse(await created.json())
  expect((await server.call('DELETE', `/spaces/${id}`, { token: user.token })).status).toBe(204)
  expect((await create(user)).status).toBe(201)
})

test('many simultaneous creations stop at the limit', async () => {
  await change({ spaces_per_account: 4 })
  const user = await aUser(server)
  expect(await statusesOf(Array.from({ length: 8 }, () => create(user)))).toEqual([
    201, 201, 201, 409, 409, 409, 409, 409,
  ])
})

test('the limit can be removed, and a new person always gets a personal space', async () => {
  expect(await change({ spaces_per_account: null })).toMatchObject({ spaces_per_account: null })
  const user = await aUser(server)
  expect(await statusesOf(Array.from({ length: 5 }, () => create(user)))).toEqual([201, 201, 201, 201, 201])
  await change({ spaces_per_account: 1 })
  expect((await create(user)).status).toBe(409)
  const newcomer = await aUser(server)
  const own = await server.db.select({ owner: space.ownerId }).from(space)
  expect(own.filter(({ owner }) => owner === newcomer.id)).toHaveLength(1)
})

test('a setting that is not sent is kept, and the change is in the audit log', async () => {
  await change({ spaces_per_account: 7, second_factor: 'optional' })
  expect(await change({ second_factor: 'admins' })).toMatchObject({
    second_factor: 'admins',
    spaces_per_account: 7,
  })
  expect(await change({ second_factor: 'optional' })).toMatchObject({ spaces_per_account: 7 })
  expect(await change({ spaces_per_account: 8 })).toMatchObject({ second_factor: 'optional' })
  const log = await server.call('GET', '/admin/audit?action=settings.update&limit=1', { token: admin.token })
  expect(auditApi.list.answer.parse(await log.json())).toMatchObject([
    { before: { spaces_per_account: 7 }, after: { spaces_per_account: 8 } },
  ])
})

test('only positive whole numbers are limits, and only a system administrator sets them', async () => {
  for (const spaces_per_account of [0, -1, 1.5, '3', true])
    expect((await set({ spaces_per_account })).status).toBe(400)
  const { token } = await aUser(server)
  const body = { spaces_per_account: 1 }
  expect((await server.call('PUT', '/admin/settings', { token, body })).status).toBe(403)
})
