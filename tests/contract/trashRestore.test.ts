import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { alertsApi } from '#contract/alerts'
import { LIST_LIMIT } from '#contract/common'
import { DEVICE_GONE } from '#contract/trash'
import { inTransaction } from '../../server/db/database'
import { alertEpisode, deviceTag } from '../../server/db/schema'
import { endEpisodes } from '../../server/services/alerts/episodes'
import { newId } from '../../server/services/common/ids'
import { anAlert, anAlertRule } from '../support/alerts'
import { aDevice, aSpace, aTag, aVariable, type TestSpace } from '../support/builders'
import { blockedIn, callDuring } from '../support/meanwhile'
import { serve } from '../support/serve'
import { refusedEntries, trashCalls } from '../support/trash'

const server = await serve()
const { on, read, entriesOf, entryOf, deleteAll, restoreAll } = trashCalls(server)

const restoreEverything = async (space: TestSpace) =>
  restoreAll(space, { ids: (await entriesOf(space)).map(({ id }) => id) })

const move = async (from: TestSpace, to: TestSpace, deviceId: string) => {
  const answer = await on(from, 'POST', `/devices/${deviceId}/move`, { space_id: to.id })
  expect([answer.status, answer.ok || (await answer.text())]).toEqual([200, true])
}

const linksOf = async (deviceId: string) => server.db.$count(deviceTag, eq(deviceTag.deviceId, deviceId))

test.each(['device', 'tag'] as const)(
  'a device and its tag are linked again when the %s was deleted first',
  async (first) => {
    const space = await aSpace(server)
    const tag = await aTag(server, space)
    const device = await aDevice(server, space, { tags: [tag] })
    const own = await aVariable(server, space, { device_id: device.id })
    await deleteAll(space, 'variable', [own.id])
    const ids = { device: device.id, tag: tag.id }
    const second = first === 'tag' ? 'device' : 'tag'
    for (const kind of [first, second] as const) await deleteAll(space, kind, [ids[kind]])
    const { results } = await restoreEverything(space)
    expect(results.map(({ result }) => result)).toEqual(['restored', 'restored', 'restored'])
    expect(await read(space, `/devices/${device.id}`)).toMatchObject({ tags: [{ id: tag.id }] })
    expect(await read(space, '/variables')).toMatchObject([{ id: own.id, device_id: device.id }])
  },
)

test('a device that was moved away gets back neither a tag nor a variable, and can return', async () => {
  const space = await aSpace(server)
  const elsewhere = await aSpace(server, space.owner)
  const tag = await aTag(server, space, 'roof')
  await aTag(server, elsewhere, 'roof')
  const device = await aDevice(server, space, { tags: [tag] })
  const own = await aVariable(server, space, { device_id: device.id })
  await deleteAll(space, 'variable', [own.id])
  await deleteAll(space, 'tag', [tag.id])
  await move(space, elsewhere, device.id)
  const { results } = await restoreEverything(space)
  expect(results).toMatchObject([
    { record_id: tag.id, result: 'restored' },
    { record_id: own.id, result: 'conflict', reason: DEVICE_GONE },
  ])
  expect(await read(space, '/variables')).toEqual([])
  expect(await linksOf(device.id)).toBe(0)
  await move(elsewhere, space, device.id)
  expect((await restoreEverything(space)).results).toMatchObject([{ record_id: own.id, result: 'restored' }])
})

test('a device that is just being moved away does not get its tag back', async () => {
  const space = await aSpace(server)
  const tag = await aTag(server, space)
  const device = await aDevice(server, space, { tags: [tag] })
  await deleteAll(space, 'tag', [tag.id])
  const { id } = await entryOf(space, tag.id)
  const restored = await callDuring(
    server,
    async (client) => client.query('select from device where id = $1 for update', [device.id]),
    async () => on(space, 'POST', '/trash/restore', { ids: [id] }),
    async (client) => client.query('update device set moved_at = now() where id = $1', [device.id]),
  )
  expect(await restored.json()).toMatchObject({ results: [{ result: 'restored' }] })
  expect(await linksOf(device.id)).toBe(0)
})

test('a device returns to a space in which it still has a tag', async () => {
  const space = await aSpace(server)
  const elsewhere = await aSpace(server, space.owner)
  const tag = await aTag(server, space, 'roof')
  await aTag(server, elsewhere, 'roof')
  const device = await aDevice(server, space, { tags: [tag] })
  await move(space, elsewhere, device.id)
  await server.db.insert(deviceTag).values({ spaceId: space.id, deviceId: device.id, tagId: tag.id })
  await move(elsewhere, space, device.id)
  expect(await read(space, `/devices/${device.id}`)).toMatchObject({ tags: [{ id: tag.id }] })
})

test('an alert stays open when its last other device recovers while one is restored', async () => {
  const space = await aSpace(server)
  const [device, other] = [await aDevice(server, space), await aDevice(server, space)]
  const rule = await anAlertRule(server, space)
  const alertId = await anAlert(server, rule, device.id)
  const at = server.deps.now()
  const opened = { spaceId: space.id, ruleId: rule.id, alertId, since: at, openedAt: at, path: '' as const }
  await server.db.insert(alertEpisode).values({ ...opened, id: newId(at), deviceId: other.id })
  await deleteAll(space, 'device', [device.id])
  const { id } = await entryOf(space, device.id)
  const recovers = async () =>
    inTransaction(server.db.$client, (_, client) =>
      endEpisodes(
        client,
        { ...rule, ruleId: rule.id, ruleName: rule.name },
        [{ deviceId: other.id, path: '', at: at.getTime(), worst: null }],
        at,
      ),
    )
  let recovered: Promise<void> | undefined
  await callDuring(
    server,
    // It is the last that a restoration needs.
    async (client) => client.query('select from deletion where id = $1 for update', [id]),
    async () => on(space, 'POST', '/trash/restore', { ids: [id] }),
    async () => {
      recovered = recovers()
      await expect.poll(blockedIn(server)).toBe(2)
    },
  )
  await recovered
  const [alert] = alertsApi.list.answer.parse(await read(space, '/alerts'))
  expect(alert).toMatchObject({ id: alertId, ended_at: null })
})

test('a batch is restored in parts, past entries that cannot be', async () => {
  const space = await aSpace(server)
  const tag = await aTag(server, space)
  const { batch } = await deleteAll(space, 'tag', [tag.id])
  await refusedEntries(server, { batch, count: LIST_LIMIT })
  const first = await restoreAll(space, { batch })
  expect(first.left).toBe(1)
  expect(first.results.map(({ result }) => result)).toEqual(Array(LIST_LIMIT).fill('conflict'))
  const before = first.results.at(-1)?.id
  expect(await restoreAll(space, { batch, before })).toMatchObject({
    left: 0,
    results: [{ record_id: tag.id, result: 'restored' }],
  })
  expect(await restoreAll(space, { batch, before })).toEqual({ left: 0, results: [] })
})
