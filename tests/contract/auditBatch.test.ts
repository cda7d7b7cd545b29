import { expect, test } from 'vitest'
import { type AuditEntry, auditApi, BATCH_HEADER } from '#contract/audit'
import {
  aDevice,
  aKey,
  aMember,
  anAuditEntry,
  aSpace,
  aUser,
  type TestSpace,
  type TestUser,
} from '../support/builders'
import { serve } from '../support/serve'

let clock = Date.parse('2026-11-21T08:00:00.000Z')
const server = await serve({ now: () => new Date(clock++) })

interface Who {
  token?: string
  key?: string
  batch?: string
}

/** Renames so many devices of the space, one after the other. */
async function rename(space: TestSpace, count: number, name: string, who: Who = space.owner) {
  const { batch, ...caller } = { batch: undefined, ...who }
  for (let number = 0; number < count; number += 1) {
    const { id } = await aDevice(server, space, { name: `${name}-${number}` })
    await update(space, id, `${name}-new-${number}`, { ...caller, batch })
  }
}

const update = async ({ id }: TestSpace, device: string, name: string, { batch, ...caller }: Who) => {
  const headers = batch === undefined ? undefined : { [BATCH_HEADER]: batch }
  const body = { name, comment: null, label: {}, tags: [] }
  const answer = await server.call('PUT', `/spaces/${id}/devices/${device}`, { ...caller, body, headers })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
}

const listOf = async (path: string, { token }: Pick<TestUser, 'token'>): Promise<AuditEntry[]> => {
  const answer = await server.call('GET', path, { token })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return auditApi.list.answer.parse(await answer.json())
}
const ofSpace = ({ id, owner }: TestSpace, query = '') =>
  listOf(`/spaces/${id}/audit?action=device.update&${query}`, owner)
const countOf = async ({ id, owner }: TestSpace, query: string) => {
  const path = `/spaces/${id}/audit/count?action=device.update&${query}`
  return (await server.call('GET', path, { token: owner.token })).json()
}
const grouped = (entries: AuditEntry[]) => entries.map((entry) => [entry.target_name, entry.entries])

test('a grouped list has the newest entry of a batch, with the number of its entries', async () => {
  const space = await aSpace(server)
  const batch = crypto.randomUUID()
  await rename(space, 3, 'a', { ...space.owner, batch: batch.toUpperCase() })
  await rename(space, 1, 'b')
  const listed = await ofSpace(space, 'grouped=true')
  expect(grouped(listed)).toEqual([
    ['b-new-0', 1],
    ['a-new-2', 3],
  ])
  expect(listed.map((entry) => entry.batch)).toEqual([null, batch])
  expect(await countOf(space, 'grouped=true')).toEqual({ count: 2 })
})

test('without grouping every entry is listed and counted, as before', async () => {
  const space = await aSpace(server)
  await rename(space, 3, 'a', { ...space.owner, batch: crypto.randomUUID() })
  const listed = await ofSpace(space)
  expect(grouped(listed)).toEqual([
    ['a-new-2', 1],
    ['a-new-1', 1],
    ['a-new-0', 1],
  ])
  expect(await countOf(space, '')).toEqual({ count: 3 })
})

test('a filter by target or batch searches all entries of a group', async () => {
  const space = await aSpace(server)
  const batch = crypto.randomUUID()
  await rename(space, 3, 'a', { ...space.owner, batch })
  expect(grouped(await ofSpace(space, 'grouped=true&target=a-new-2'))).toEqual([['a-new-2', 1]])
  expect(await ofSpace(space, `grouped=true&batch=${batch}`)).toHaveLength(3)
  expect(await countOf(space, `grouped=true&batch=${batch}`)).toEqual({ count: 3 })
  expect(await ofSpace(space, `batch=${crypto.randomUUID()}`)).toEqual([])
})

test('a group is sorted by its newest entry in the time range, on every page', async () => {
  const space = await aSpace(server)
  const batch = crypto.randomUUID()
  await rename(space, 1, 'a', { ...space.owner, batch })
  await rename(space, 1, 'b')
  await rename(space, 1, 'c', { ...space.owner, batch })
  const [c, b] = await ofSpace(space)
  expect(grouped(await ofSpace(space, 'grouped=true&limit=1'))).toEqual([['c-new-0', 2]])
  expect(grouped(await ofSpace(space, `grouped=true&limit=1&cursor=${c?.id}`))).toEqual([['b-new-0', 1]])
  expect(grouped(await ofSpace(space, 'grouped=true&offset=1'))).toEqual([['b-new-0', 1]])
  expect(grouped(await ofSpace(space, `grouped=true&before=${b?.created_at}`))).toEqual([
    ['b-new-0', 1],
    ['a-new-0', 2],
  ])
})

test('nobody can hide a deletion under an update, nor an entry under one of another person or space', async () => {
  const space = await aSpace(server)
  const batch = crypto.randomUUID()
  const colleague = await aMember(server, space, 'admin')
  const key = await aKey(server, space, { permissions: ['space:device:update'] })
  await rename(space, 2, 'a', { ...space.owner, batch })
  await rename(space, 2, 'b', { token: colleague.token, batch })
  await rename(space, 2, 'c', { key: key.id, batch })
  const [latest] = await ofSpace(space)
  await server.call('DELETE', `/spaces/${space.id}/devices/${latest?.target_id}`, {
    token: space.owner.token,
    headers: { [BATCH_HEADER]: batch },
  })
  const other = await aSpace(server)
  await rename(other, 1, 'd', { ...other.owner, batch })

  const listed = await listOf(
    `/spaces/${space.id}/audit?grouped=true&action=device.update&action=device.delete`,
    space.owner,
  )
  expect(listed.map(({ action, actor_id, entries }) => [action, actor_id, entries])).toEqual([
    ['device.delete', space.owner.id, 1],
    ['device.update', latest?.actor_id, 2],
    ['device.update', colleague.id, 2],
    ['device.update', space.owner.id, 2],
  ])
  expect(latest?.actor_type).toBe('key')
  expect(grouped(await ofSpace(other, 'grouped=true'))).toEqual([['d-new-0', 1]])
  const admin = await aUser(server, { systemRole: 'admin' })
  const all = await listOf('/admin/audit?grouped=true&action=device.update&limit=4', admin)
  expect(all.map(({ space_id, entries }) => [space_id, entries])).toEqual([
    [other.id, 1],
    [space.id, 2],
    [space.id, 2],
    [space.id, 2],
  ])
  expect(await ofSpace(space, `batch=${batch}&actor_id=${colleague.id}`)).toHaveLength(2)
})

test('an entry of unknown outcome belongs to no group', async () => {
  const space = await aSpace(server)
  const [batch, actorId] = [crypto.randomUUID(), space.owner.id]
  for (const isUnknown of [false, true, false])
    await anAuditEntry(server, space, { actorType: 'person', actorId, batch, isUnknown })
  const listed = await ofSpace(space, 'grouped=true')
  expect(listed.map(({ is_unknown, entries }) => [is_unknown, entries])).toEqual([
    [false, 2],
    [true, 1],
  ])
})

test('undone entries of a group form a group of their own, and its newest entry has their number', async () => {
  const space = await aSpace(server)
  const [batch, undoing] = [crypto.randomUUID(), crypto.randomUUID()]
  await rename(space, 3, 'a', { ...space.owner, batch })
  for (const { id } of await ofSpace(space, `batch=${batch}&limit=2`))
    await server.call('POST', `/spaces/${space.id}/audit/${id}/undo`, {
      token: space.owner.token,
      headers: { [BATCH_HEADER]: undoing },
    })
  const listed = await ofSpace(space, 'grouped=true')
  expect(listed.map((entry) => [entry.batch, entry.entries, entry.undone_entries])).toEqual([
    [undoing, 2, 0],
    [batch, 3, 2],
  ])
})

test.each(['12', '', '{}', `${crypto.randomUUID()}0`])('the batch %j is no UUID', async (batch) => {
  const { id, owner } = await aSpace(server)
  const call = { token: owner.token, headers: { [BATCH_HEADER]: batch } }
  const body = { name: 'pump-1', serial_number: '12345678' }
  const answer = await server.call('POST', `/spaces/${id}/devices`, { ...call, body })
  expect([answer.status, await answer.text()]).toEqual([400, 'the header Batch must be a UUID'])
  expect((await server.call('GET', `/spaces/${id}/devices`, call)).status).toBe(200)
})
