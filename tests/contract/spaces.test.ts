import { expect, test } from 'vitest'
import { type Space, spacesApi } from '#contract/spaces'
import { aDevice, aMember, aSpace, aUser, type TestUser } from '../support/builders'
import { serve } from '../support/serve'
import { anUplink, callUplink } from '../support/uplink'

const server = await serve()

const spacesOf = async ({ token }: TestUser): Promise<Space[]> => {
  const answer = await server.call('GET', '/spaces?limit=1000', { token })
  return spacesApi.list.answer.parse(await answer.json())
}

test('a new person has one personal space', async () => {
  const user = await aUser(server, { email: 'žofie.nová@example.com' })
  expect(await spacesOf(user)).toMatchObject([
    { name: 'zofie-nova', type: 'personal', owner_id: user.id, user_role: 'admin', invited: false },
  ])
})

test('the creator of a space is its admin', async () => {
  const user = await aUser(server)
  const body = { id: 'ignored', created_at: 'ignored', name: 'water-works' }
  const answer = await server.call('POST', '/spaces', { token: user.token, body })
  expect(answer.status).toBe(201)
  const space = spacesApi.create.answer.parse(await answer.json())
  expect(space).toMatchObject({ name: 'water-works', type: 'team', owner_id: user.id, user_role: 'admin' })
  const read = await server.call('GET', `/spaces/${space.id}`, { token: user.token })
  expect(await read.json()).toEqual(space)
  expect(await spacesOf(user)).toContainEqual(space)
})

test('a space is renamed, and deleted with everything in it', async () => {
  const space = await aSpace(server)
  const { token } = space.owner
  const device = await aDevice(server, space)
  await anUplink(server, device)

  const renamed = await server.call('PUT', `/spaces/${space.id}`, { token, body: { name: 'new-name' } })
  expect(spacesApi.update.answer.parse(await renamed.json()).name).toBe('new-name')

  expect((await server.call('DELETE', `/spaces/${space.id}`, { token })).status).toBe(204)
  expect((await server.call('GET', `/spaces/${space.id}`, { token })).status).toBe(404)
  expect((await callUplink(server, device)).status).toBe(401)
  for (const table of ['device', 'space_user', 'device_credential']) {
    const { rowCount } = await server.db.$client.query(`select from ${table} where space_id = $1`, [space.id])
    expect([table, rowCount]).toEqual([table, 0])
  }
})

test('an invitation is listed, and gives access only after it is accepted', async () => {
  const space = await aSpace(server)
  const guest = await aMember(server, space, 'user', { invited: true })
  const path = `/spaces/${space.id}`
  const invitation = (await spacesOf(guest)).find(({ id }) => id === space.id)
  expect(invitation).toMatchObject({ invited: true, user_role: 'user' })
  expect((await server.call('GET', path, { token: guest.token })).status).toBe(404)
  expect((await server.call('GET', `${path}/devices`, { token: guest.token })).status).toBe(404)

  const accepted = await server.call('PUT', `${path}/accept`, { token: guest.token })
  expect([accepted.status, await accepted.json()]).toMatchObject([200, { id: space.id, invited: false }])
  expect((await server.call('PUT', `${path}/accept`, { token: guest.token })).status).toBe(200)
  expect((await server.call('GET', `${path}/devices`, { token: guest.token })).status).toBe(200)
})

test('only an invited person can accept', async () => {
  const space = await aSpace(server)
  const stranger = await aUser(server)
  const admin = await aUser(server, { systemRole: 'admin' })
  for (const { token } of [stranger, admin])
    expect((await server.call('PUT', `/spaces/${space.id}/accept`, { token })).status).toBe(404)
})

test('a system admin acts in every space, but lists only their own', async () => {
  const space = await aSpace(server)
  const admin = await aUser(server, { systemRole: 'admin' })
  const read = await server.call('GET', `/spaces/${space.id}`, { token: admin.token })
  expect([read.status, await read.json()]).toMatchObject([200, { name: space.name, user_role: null }])
  expect((await spacesOf(admin)).map(({ id }) => id)).not.toContain(space.id)
})
