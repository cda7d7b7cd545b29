import { expect, test } from 'vitest'
import { KEY_PERMISSIONS } from '#contract/permissions'
import { LAST_ADMIN, type SpaceUserInput, usersApi } from '#contract/users'
import { outcome } from '../support/answers'
import { aKey, aMember, aSpace, aUser, type TestSpace, type TestUser } from '../support/builders'
import { serve } from '../support/serve'

const server = await serve()

const pathOf = (space: TestSpace, user?: { id: string }) =>
  `/spaces/${space.id}/users${user ? `/${user.id}` : ''}`

const peopleOf = async (space: TestSpace, { token } = space.owner) => {
  const answer = await server.call('GET', pathOf(space), { token })
  return usersApi.list.answer.parse(await answer.json())
}

const setRole = async (
  space: TestSpace,
  user: TestUser,
  space_role: SpaceUserInput['space_role'],
  { token } = space.owner,
) => server.call('PUT', pathOf(space, user), { token, body: { space_role } })

const remove = async (space: TestSpace, user: TestUser, { token } = space.owner) =>
  server.call('DELETE', pathOf(space, user), { token })

test('people are listed by e-mail address, invited ones too', async () => {
  const space = await aSpace(server, await aUser(server, { email: 'm@example.com', firstname: 'Mia' }))
  const zoe = await aUser(server, { email: 'zoe@example.com' })
  const adam = await aUser(server, { email: 'adam@example.com', isVerified: false })
  const { listedId } = await aMember(server, space, 'admin', { user: zoe, invited: true })
  await aMember(server, space, 'user', { user: adam })
  expect(await peopleOf(space)).toMatchObject([
    { id: adam.id, email: adam.email, space_role: 'user', is_verified: false, space_invited: false },
    { id: space.owner.id, space_role: 'admin', is_verified: true, space_invited: false, firstname: 'Mia' },
    { id: listedId, email: zoe.email, space_role: 'admin', is_verified: false, space_invited: true },
  ])
})

test('the space does not see the name of a person who has not accepted', async () => {
  const space = await aSpace(server)
  const user = await aUser(server, { firstname: 'Nina', lastname: 'Nová' })
  await aMember(server, space, 'user', { user, invited: true })
  const nameOf = async () => (await peopleOf(space)).find(({ email }) => email === user.email)?.firstname
  expect(await nameOf()).toBeNull()
  await server.call('PUT', `/spaces/${space.id}/accept`, { token: user.token })
  expect(await nameOf()).toBe('Nina')
})

test('a person who becomes admin may change the space at once, and no longer once demoted', async () => {
  const space = await aSpace(server)
  const user = await aMember(server, space, 'user')
  const rename = async () =>
    (await server.call('PUT', `/spaces/${space.id}`, { token: user.token, body: { name: 'new-name' } }))
      .status
  expect(await rename()).toBe(403)
  const changed = await setRole(space, user, 'admin')
  expect([changed.status, await changed.json()]).toMatchObject([200, { id: user.id, space_role: 'admin' }])
  expect(await rename()).toBe(200)
  await setRole(space, user, 'user')
  expect(await rename()).toBe(403)
})

test('a removed person loses access at once, and keeps their account', async () => {
  const space = await aSpace(server)
  const user = await aMember(server, space, 'user')
  const read = async () => (await server.call('GET', `/spaces/${space.id}`, { token: user.token })).status
  expect(await read()).toBe(200)
  expect(await outcome(await remove(space, user))).toEqual([204, ''])
  expect(await read()).toBe(404)
  expect((await server.call('GET', '/profile', { token: user.token })).status).toBe(200)
  expect((await remove(space, user)).status).toBe(404)
})

test('only an admin can remove a member', async () => {
  const space = await aSpace(server)
  const user = await aMember(server, space, 'user')
  expect((await remove(space, user, user)).status).toBe(403)
  expect((await setRole(space, user, 'admin', user)).status).toBe(403)
})

test('the last admin cannot be removed, even by a system admin; an invited one does not count', async () => {
  const space = await aSpace(server)
  await aMember(server, space, 'admin', { invited: true })
  const root = await aUser(server, { systemRole: 'admin' })
  for (const caller of [space.owner, root]) {
    expect(await outcome(await setRole(space, space.owner, 'user', caller))).toEqual([409, LAST_ADMIN])
    expect(await outcome(await remove(space, space.owner, caller))).toEqual([409, LAST_ADMIN])
  }
  expect((await setRole(space, space.owner, 'admin')).status).toBe(200)
})

test.each([
  ['demote', async (space: TestSpace, user: TestUser) => setRole(space, user, 'user', user), 200],
  ['remove', async (space: TestSpace, user: TestUser) => remove(space, user, user), 204],
])('when two admins %s themselves at the same time, one stays', async (_what, leave, left) => {
  for (let i = 0; i < 5; i++) {
    const space = await aSpace(server)
    const second = await aMember(server, space, 'admin')
    const answers = await Promise.all([space.owner, second].map((user) => leave(space, user)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([left, 409])
    const root = await aUser(server, { systemRole: 'admin' })
    expect((await peopleOf(space, root)).filter(({ space_role }) => space_role === 'admin')).toHaveLength(1)
  }
})

test('the id of an accepted invitation still finds the person, and cannot remove the last admin', async () => {
  const space = await aSpace(server)
  const user = await aUser(server)
  const { listedId } = await aMember(server, space, 'admin', { user, invited: true })
  await server.call('PUT', `/spaces/${space.id}/accept`, { token: user.token })
  expect((await remove(space, space.owner)).status).toBe(204)
  const byInvitation = { ...user, id: listedId }
  expect(await outcome(await remove(space, byInvitation, user))).toEqual([409, LAST_ADMIN])
  expect(await outcome(await setRole(space, byInvitation, 'user', user))).toEqual([409, LAST_ADMIN])
  const kept = await setRole(space, byInvitation, 'admin', user)
  expect([kept.status, await kept.json()]).toMatchObject([200, { id: user.id, space_role: 'admin' }])
})

test('a person of another space is not found', async () => {
  const [space, other] = [await aSpace(server), await aSpace(server)]
  const stranger = await aMember(server, other, 'user')
  expect((await server.call('GET', pathOf(space, stranger), { token: space.owner.token })).status).toBe(404)
  expect((await setRole(space, stranger, 'admin')).status).toBe(404)
  expect((await remove(space, stranger)).status).toBe(404)
  expect((await peopleOf(other)).map(({ id }) => id)).toContain(stranger.id)
})

test('a key can neither make nor change admins', async () => {
  const space = await aSpace(server)
  const admin = await aMember(server, space, 'admin')
  const invited = await aMember(server, space, 'admin', { invited: true })
  const user = await aMember(server, space, 'user')
  const { id: key } = await aKey(server, space, { permissions: [...KEY_PERMISSIONS] })
  const call = async (method: string, path: string, body?: object) =>
    outcome(await server.call(method, pathOf(space) + path, { key, body }))
  const gift = [403, 'forbidden: a key cannot give the role admin']
  expect(await call('PUT', `/${user.id}`, { space_role: 'admin' })).toEqual(gift)
  expect(await call('POST', '/invite', { email: 'eva@example.com', space_role: 'admin' })).toEqual(gift)
  const act = [403, 'forbidden: a key cannot act on a person with the role admin']
  expect(await call('PUT', `/${admin.id}`, { space_role: 'user' })).toEqual(act)
  expect(await call('DELETE', `/${admin.id}`)).toEqual(act)
  expect(await call('POST', `/${invited.listedId}/invitation`)).toEqual(act)
  expect(await call('POST', `/${invited.listedId}/invitation/link`)).toEqual(act)
  expect(await peopleOf(space)).toMatchObject(
    [space.owner, admin, invited, user]
      .toSorted((a, b) => (a.email < b.email ? -1 : 1))
      .map(({ email }) => ({ email, space_role: email === user.email ? 'user' : 'admin' })),
  )
  expect((await call('PUT', `/${user.id}`, { space_role: 'user' }))[0]).toBe(200)
  expect((await call('DELETE', `/${user.id}`))[0]).toBe(204)
})
