import { isDeepStrictEqual } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract'
import { AUTH_ERRORS } from '#contract/auth'
import type { KeyCreate } from '#contract/keys'
import { KEY_PERMISSIONS } from '#contract/permissions'
import { idsOf, outcome } from '../support/answers'
import { aKey, aMember, aSpace, aTag, type TestSpace } from '../support/builders'
import { callDuring } from '../support/meanwhile'
import { serve } from '../support/serve'
import { ageSignIn } from '../support/signIn'

const server = await serve()
const REFUSED = [403, AUTH_ERRORS.notRecent]
let space: TestSpace

beforeEach(async () => {
  space = await aSpace(server)
})

/** Calls as the owner, who signed in 16 minutes ago. */
async function call(method: string, path: string, body?: unknown) {
  await ageSignIn(server, space.owner, 16)
  return server.call(method, `/spaces/${space.id}${path}`, { token: space.owner.token, body })
}

/** Lists records of the space as the owner. */
const listed = async (path: string) => (await call('GET', path)).json()

/** Makes a call before and after the person has confirmed their identity. */
async function attempt(list: string, ...[method, path, body]: Parameters<typeof call>) {
  const before = await listed(list)
  const refusal = await outcome(await call(method, path, body))
  const isUnchanged = isDeepStrictEqual(await listed(list), before)
  const { token, password } = space.owner
  await server.call('POST', '/auth/confirm', { token, body: { password } })
  const { ok } = await server.call(method, `/spaces/${space.id}${path}`, { token, body })
  return { refusal, isUnchanged, ok }
}
const ASKED = { refusal: REFUSED, isUnchanged: true, ok: true }

const newKey = (values: Partial<KeyCreate> = {}) => ({ name: 'new-key', ...values })

describe('a person who signed in long ago must confirm', () => {
  test.each(['space:user:delete', 'space:key:delete'] as const)(
    'to create a key with %s, or to add it to one',
    async (permission) => {
      expect(await attempt('/keys', 'POST', '/keys', newKey({ permissions: [permission] }))).toEqual(ASKED)
      const { id } = await aKey(server, space, { permissions: ['space:key:read'] })
      const permissions = ['space:key:read', permission]
      expect(await attempt('/keys', 'PUT', `/keys/${id}`, { permissions })).toEqual(ASKED)
    },
  )

  test('to remove the tags of a key that deletes keys', async () => {
    const tags = [await aTag(server, space)]
    const { id } = await aKey(server, space, { permissions: ['space:key:delete'], tags })
    expect(await attempt('/keys', 'PUT', `/keys/${id}`, { tags: null })).toEqual(ASKED)
  })

  test('to invite an admin, or to create an invitation link for one', async () => {
    const body = { email: 'second-account@example.com', space_role: 'admin' }
    expect(await attempt('/users', 'POST', '/users/invite', body)).toEqual(ASKED)
    const { listedId: id } = await aMember(server, space, 'admin', { invited: true })
    expect(await attempt('/users/invitations', 'POST', `/users/${id}/invitation/link`)).toEqual(ASKED)
  })

  test.each([false, true])('to make a user an admin (still invited: %s)', async (invited) => {
    const { listedId: id } = await aMember(server, space, 'user', { invited })
    expect(await attempt('/users', 'PUT', `/users/${id}`, { space_role: 'admin' })).toEqual(ASKED)
  })

  test('to save the permissions of a key that loses them meanwhile', async () => {
    const { id, handle } = await aKey(server, space, { permissions: ['space:key:delete'] })
    const answer = await callDuring(
      server,
      (client) => client.query(`update access_key set permissions = '{}' where id = $1`, [id]),
      () => call('PUT', `/keys/${id}`, { permissions: ['space:key:delete'] }),
    )
    expect(await outcome(answer)).toEqual(REFUSED)
    expect(await listed('/keys')).toMatchObject([{ id: handle, permissions: [] }])
  })

  test('to save the role of an admin who loses it meanwhile', async () => {
    const { id } = await aMember(server, space, 'admin')
    const answer = await callDuring(
      server,
      (client) =>
        client.query(`update space_user set role = 'user' where space_id = $1 and user_id = $2`, [
          space.id,
          id,
        ]),
      () => call('PUT', `/users/${id}`, { space_role: 'admin' }),
    )
    expect(await outcome(answer)).toEqual(REFUSED)
  })
})

describe('a person who signed in long ago need not confirm', () => {
  test('to create a key for everything that needs no confirmation', async () => {
    const critical = new Set(
      endpoints.flatMap(({ isCritical, access, permission }) =>
        isCritical === true && access === 'bearerOrKey' ? (permission ?? []) : [],
      ),
    )
    const permissions = KEY_PERMISSIONS.filter((one) => !critical.has(one))
    expect((await call('POST', '/keys', newKey({ permissions }))).status).toBe(201)
    expect((await call('POST', '/keys', newKey({ name: 'without' }))).status).toBe(201)
  })

  test('to rename, narrow or save unchanged a key that deletes keys', async () => {
    const tags = [await aTag(server, space), await aTag(server, space)]
    const permissions = ['space:key:delete', 'space:user:delete'] as const
    const { id } = await aKey(server, space, { permissions: [...permissions], tags })
    for (const body of [
      { name: 'renamed' },
      { name: 'renamed', permissions, tags },
      { tags: tags.slice(1) },
      { permissions: ['space:key:delete', 'space:device:read'] },
      { permissions: [] },
      { tags },
    ])
      expect([body, (await call('PUT', `/keys/${id}`, body)).status]).toEqual([body, 200])
  })

  test('to invite a user, to create a link for one, or to demote an admin', async () => {
    const invited = await call('POST', '/users/invite', { email: 'reader@example.com', space_role: 'user' })
    expect(invited.status).toBe(201)
    const { listedId: id } = await aMember(server, space, 'user', { invited: true })
    expect((await call('POST', `/users/${id}/invitation/link`)).status).toBe(201)
    const admin = await aMember(server, space, 'admin')
    for (const space_role of ['admin', 'user'])
      expect((await call('PUT', `/users/${admin.id}`, { space_role })).status).toBe(200)
  })
})

test('a change of a key or a role cannot be undone, so an undo restores no permission', async () => {
  const { id: key } = await aKey(server, space, { permissions: ['space:key:delete'] })
  const { id: admin } = await aMember(server, space, 'admin')
  await call('PUT', `/keys/${key}`, { permissions: [] })
  await call('PUT', `/users/${admin}`, { space_role: 'user' })
  const entries = await idsOf(await call('GET', '/audit?action=key.update&action=user.update'))
  expect(entries).toHaveLength(2)
  for (const id of entries) expect((await call('POST', `/audit/${id}/undo`)).status).toBe(409)
  expect(await listed('/keys')).toMatchObject([{ permissions: [] }])
})

test('a key need not confirm, and grants no more than it has', async () => {
  const permissions = ['space:key:create', 'space:key:delete'] as const
  const { id: key } = await aKey(server, space, { permissions: [...permissions] })
  const create = async (one: string) =>
    (
      await server.call('POST', `/spaces/${space.id}/keys`, {
        key,
        body: { name: 'made-by-key', permissions: [one] },
      })
    ).status
  expect([await create('space:key:delete'), await create('space:user:delete')]).toEqual([201, 403])
})
