import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keysApi } from '#contract/keys'
import { KEY_PERMISSIONS } from '#contract/permissions'
import { newId } from '../../server/services/ids'
import { aDevice, aKey, aSpace, aTag } from '../support/builders'
import { makeServer } from '../support/makeServer'
import { serveSpace } from '../support/serve'

const UNKNOWN = '01890000-0000-4000-8000-000000000000'
const { server, space } = await serveSpace()

const on = async (method: string, path = '', body?: unknown, { id, owner } = space) =>
  server.call(method, `/spaces/${id}/keys${path}`, { token: owner.token, body })

const textOf = async (answer: Response) => [answer.status, await answer.text()]

test('a key is created with its tags and permissions, and has a random id', async () => {
  const tag = await aTag(server, space)
  const permissions = ['space:device:read', 'space:message:read']
  const answer = await on('POST', '', { name: 'reporter', tags: [tag], permissions })
  expect(answer.status).toBe(201)
  const created = keysApi.create.answer.parse(await answer.json())
  expect(created).toMatchObject({ name: 'reporter', tags: [tag], permissions })
  expect(created.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
  expect(await (await on('GET', `/${created.id}`)).json()).toEqual(created)
})

describe('the id that is sent', () => {
  test.each([
    ['of version 4', randomUUID(), true],
    ['of version 7', newId(), true],
    ['of version 1', 'a6e0a3e0-1d1f-11ee-be56-0242ac120002', false],
    ['of no version', '00000000-0000-0000-0000-000000000000', false],
  ])('%s becomes the id or not', async (_, id, isKept) => {
    const created = await aKey(server, space, { id: id.toUpperCase() })
    expect(created.id === id).toBe(isKept)
  })

  test('must not be that of another key, wherever it is', async () => {
    const mine = await aKey(server, space)
    const other = await aSpace(server)
    for (const of of [space, other]) {
      const answer = await on('POST', '', { id: mine.id.toUpperCase(), name: 'copy-of-it' }, of)
      expect(await textOf(answer)).toEqual([409, 'id belongs to another key'])
    }
    expect(await (await on('GET', `/${mine.id}`)).json()).toEqual(mine)
  })
})

test('an update keeps the permissions when none are given', async () => {
  const key = await aKey(server, space, { permissions: ['space:tag:read'] })
  const renamed = await on('PUT', `/${key.id}`, { name: 'renamed' })
  expect(await renamed.json()).toEqual({ ...key, name: 'renamed' })
  const emptied = await on('PUT', `/${key.id}`, { name: 'renamed', permissions: [] })
  expect(await emptied.json()).toMatchObject({ permissions: [] })
})

test('a key works in capital letters too, in its space, until it is deleted', async () => {
  const { id: key } = await aKey(server, space, { permissions: ['space:device:read'] })
  const path = `/spaces/${space.id}/devices`
  expect((await server.call('GET', path, { key })).status).toBe(200)
  expect((await server.call('GET', path, { key: key.toUpperCase() })).status).toBe(200)
  expect((await server.call('GET', `/spaces/${space.id.toUpperCase()}/devices`, { key })).status).toBe(200)
  const elsewhere = await server.call('GET', `/spaces/${(await aSpace(server)).id}/devices`, { key })
  expect(await textOf(elsewhere)).toEqual([404, 'not found'])
  expect((await on('DELETE', `/${key}`)).status).toBe(204)
  expect(await textOf(await server.call('GET', path, { key }))).toEqual([401, 'forbidden: bad API key'])
})
