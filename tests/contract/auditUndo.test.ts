import { expect, test } from 'vitest'
import { type AuditEntry, spaceAuditApi, UNDO_ERRORS } from '#contract/audit'
import { outcome } from '../support/answers'
import { aConnector, aDevice, aMember, aSpace, aTag, connectorInput } from '../support/builders'
import { serveSpace } from '../support/serve'

const { server, space } = await serveSpace()
const { token } = space.owner

const on = async (method: string, path: string, body?: unknown) =>
  server.call(method, `/spaces/${space.id}${path}`, { token, body })
const read = async (path: string): Promise<unknown> => (await on('GET', path)).json()
const undo = async ({ id }: Pick<AuditEntry, 'id'>) => on('POST', `/audit/${id}/undo`)

/** The newest entry about a target. */
async function lastOf(target: string): Promise<AuditEntry> {
  const [entry] = spaceAuditApi.list.answer.parse(await read(`/audit?target=${target}`))
  if (!entry) throw new Error('there is no entry')
  return entry
}

/** Changes something and returns the entry. */
async function change(path: string, body: unknown): Promise<AuditEntry> {
  const answer = await on('PUT', path, body)
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return lastOf(path.slice(-36))
}

test('changed fields of a device get back their former values, and the others stay', async () => {
  const [roof, cellar] = [await aTag(server, space), await aTag(server, space)]
  const first = { name: 'pump', comment: 'old', label: { b: '1', a: '2' }, tags: [roof] }
  const device = await aDevice(server, space, first)
  const path = `/devices/${device.id}`
  const entry = await change(path, { ...first, label: { c: '3' }, tags: [cellar] })
  await change(path, { ...first, comment: 'new', label: { c: '3' }, tags: [cellar] })
  const answer = await undo(entry)
  expect(answer.status).toBe(200)
  const undoing = spaceAuditApi.undo.answer.parse(await answer.json())
  expect(undoing).toMatchObject({ action: 'device.update', undoes: entry.id, target_id: device.id })
  expect(undoing.after).toEqual(entry.before)
  expect(await read(path)).toMatchObject({ ...first, comment: 'new', tags: [{ id: roof.id }] })
  const [, , undone] = spaceAuditApi.list.answer.parse(await read(`/audit?target=${device.id}`))
  expect(undone).toMatchObject({ id: entry.id, undone_by: undoing.id })
})

test('changes of tags and connectors can be undone too, and so can an undo', async () => {
  const tag = await aTag(server, space, 'attic')
  const renamed = await change(`/tags/${tag.id}`, { name: 'loft', color: tag.color })
  await undo(renamed)
  expect(await read(`/tags/${tag.id}`)).toMatchObject({ name: 'attic' })
  expect((await undo(await lastOf(tag.id))).status).toBe(200)
  expect(await read(`/tags/${tag.id}`)).toMatchObject({ name: 'loft' })

  const connector = await aConnector(server, space, { retry_delays: [10], tags: [tag] })
  const path = `/connectors/${connector.id}`
  await undo(await change(path, connectorInput({ name: 'other', retry_delays: [20], enabled: false })))
  expect(await read(path)).toMatchObject({
    name: connector.name,
    enabled: true,
    retry_delays: [10],
    tags: [{ id: tag.id, name: 'loft' }],
  })
})

test('a change is not undone when its record was changed again or deleted', async () => {
  const tag = await aTag(server, space)
  const path = `/tags/${tag.id}`
  const first = await change(path, { name: 'first', color: tag.color })
  await change(path, { name: 'second', color: tag.color })
  expect(await outcome(await undo(first))).toEqual([409, UNDO_ERRORS.changedSince])
  await on('DELETE', path)
  expect(await outcome(await undo(first))).toEqual([409, UNDO_ERRORS.deleted])
})

test('renaming a tag does not change the devices that have it', async () => {
  const tag = await aTag(server, space)
  const device = await aDevice(server, space, { name: 'plain' })
  const entry = await change(`/devices/${device.id}`, { name: 'plain', tags: [tag] })
  await change(`/tags/${tag.id}`, { name: 'another', color: tag.color })
  expect((await undo(entry)).status).toBe(200)
})

test('deleted tags cannot be restored on a device', async () => {
  const tag = await aTag(server, space)
  const device = await aDevice(server, space, { name: 'bare', tags: [tag] })
  const entry = await change(`/devices/${device.id}`, { name: 'bare', tags: [] })
  await on('DELETE', `/tags/${tag.id}`)
  expect(await outcome(await undo(entry))).toEqual([400, 'tags must be tags of this space'])
  expect(await lastOf(device.id)).toMatchObject({ id: entry.id, undone_by: null })
})

test('when many undo the same change, one succeeds and leaves one entry', async () => {
  const tag = await aTag(server, space)
  const entry = await change(`/tags/${tag.id}`, { name: 'raced', color: tag.color })
  const answers = await Promise.all(Array.from({ length: 5 }, () => undo(entry).then(outcome)))
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
  expect(answers.filter(([status]) => status !== 200)).toEqual(
    Array.from({ length: 4 }, () => [409, UNDO_ERRORS.undone]),
  )
  expect(spaceAuditApi.list.answer.parse(await read(`/audit?target=${tag.id}`))).toHaveLength(2)
})

test('an entry that changed no fields cannot be undone', async () => {
  const device = await aDevice(server, space, { name: 'same' })
  expect(await outcome(await undo(await lastOf(device.id)))).toEqual([409, UNDO_ERRORS.impossible])
  const nothing = await change(`/devices/${device.id}`, { name: 'same' })
  expect(await outcome(await undo(nothing))).toEqual([409, UNDO_ERRORS.impossible])
})

test('entries of other spaces are not found, and users cannot undo', async () => {
  const tag = await aTag(server, space)
  const { id } = await change(`/tags/${tag.id}`, { name: 'ours', color: tag.color })
  const other = await aSpace(server)
  const from = async ({ id: spaceId }: { id: string }, who: { token: string }) =>
    outcome(await server.call('POST', `/spaces/${spaceId}/audit/${id}/undo`, { token: who.token }))
  expect(await from(other, other.owner)).toEqual([404, 'not found'])
  expect(await from(space, other.owner)).toEqual([404, 'not found'])
  const member = await aMember(server, space, 'user')
  expect(await from(space, member)).toEqual([403, 'forbidden: this needs the permission space:audit:undo'])
})
