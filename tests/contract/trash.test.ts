import { expect, test } from 'vitest'
import { auditEntrySchema, UNDO_ERRORS } from '#contract/audit'
import { AUTH_ERRORS } from '#contract/auth/errors'
import { SERIAL_CLAIMED, TRASH_MAX, type TrashResource, trashApi } from '#contract/trash'
import { auditEntry, deviceSession, trash } from '../../server/db/schema'
import { deleteNext } from '../../server/services/background/deletion'
import { newId } from '../../server/services/common/ids'
import { expireDownlinks } from '../../server/services/devices/expiry'
import { emptyTrash, forgetTooMany } from '../../server/services/trash/empty'
import { anAlert, anAlertRule } from '../support/alerts'
import { idsOf, outcome } from '../support/answers'
import {
  aConnector,
  aDevice,
  aKey,
  aMember,
  aMessage,
  aSpace,
  aTag,
  aVariable,
  deviceInput,
  manyDevices,
  messagesOf,
} from '../support/builders'
import { A_PERSON } from '../support/callers'
import { configurationOf } from '../support/configuration'
import { aDelivery } from '../support/deliveries'
import { firmwareOf } from '../support/firmware'
import { serve } from '../support/serve'
import { ageSignIn } from '../support/signIn'
import { trashCalls } from '../support/trash'
import { anUplink } from '../support/uplink'

const server = await serve()

const { on, read, entriesOf, entryOf, deleteAll, restoreAll, finish } = trashCalls(server)

test('a deleted device is gone everywhere, and is there again with its history when it is restored', async () => {
  const space = await aSpace(server)
  const connector = await aConnector(server, space)
  const tag = await aTag(server, space)
  const device = await aDevice(server, space, { tags: [tag] })
  const other = await aDevice(server, space)
  const rule = await anAlertRule(server, space)
  await anAlert(server, rule, device.id)
  await aVariable(server, space, { device_id: device.id, secret: true, value: 'very-secret' })
  await server.db
    .insert(deviceSession)
    .values({ spaceId: space.id, deviceId: device.id, sessionId: 1, up: { a: 1 } })
  await messagesOf(server, device, [{ level: 1 }, { level: 2 }])
  await aDelivery(server, { space, connector, device })
  await aMessage(server, device, { type: 'shell', direction: 'down', downState: 'pending' })
  const PATHS = [
    '/devices',
    '/devices/count',
    `/devices/search?text=${device.serial_number}`,
    `/devices/${device.id}`,
    `/devices/${device.id}/sessions/1`,
    '/messages',
    '/messages/count',
    '/variables',
    '/tags/usage',
    '/alerts',
    '/overview',
    `/connectors/${connector.id}/deliveries`,
    `/connectors/${connector.id}/deliveries/count`,
  ]
  const all = async () => Promise.all(PATHS.map(async (path) => outcome(await on(space, 'GET', path))))
  const before = await all()
  expect((await on(space, 'DELETE', `/devices/${device.id}`)).status).toBe(204)

  const gone = await all()
  for (const [place, path] of PATHS.entries()) {
    expect(gone[place], path).not.toEqual(before[place])
    expect(JSON.stringify(gone[place])).not.toContain(device.id)
  }
  const refused = await server.call('POST', '/devices/uplink', {
    body: { serial_number: device.serial_number, token: device.token, type: 'data', body: '{}' },
  })
  expect(refused.status).toBe(401)
  const entry = await entryOf(space, device.id)
  expect(entry).toMatchObject({
    resource: 'device',
    name: device.name,
    detail: device.serial_number,
    deleted_by: space.owner.email,
    left_out: 0,
  })
  expect(Date.parse(entry.kept_until) - Date.parse(entry.deleted_at)).toBeGreaterThan(29 * 24 * 3_600_000)

  await finish()
  const { results } = await restoreAll(space, { ids: [entry.id] })
  expect(results).toMatchObject([{ result: 'restored', record_id: device.id }])
  expect(await all()).toEqual(before)
  expect(await entriesOf(space)).toEqual([])
  expect(await messagesOf(server, device, [{ level: 3 }])).toHaveLength(1)
  expect(await messagesOf(server, other, [{ level: 3 }])).toHaveLength(1)
})

test('nothing in the trash shows a secret', async () => {
  const space = await aSpace(server)
  const device = await aDevice(server, space)
  await aVariable(server, space, { device_id: device.id, secret: true, value: 'very-secret' })
  const variable = await aVariable(server, space, { secret: true, value: 'very-secret' })
  const connector = await aConnector(server, space)
  const secret = await (await on(space, 'GET', `/connectors/${connector.id}/secret`)).text()
  await deleteAll(space, 'device', [device.id])
  await deleteAll(space, 'variable', [variable.id])
  await deleteAll(space, 'connector', [connector.id])
  const texts = [
    await (await on(space, 'GET', '/trash')).text(),
    await (await on(space, 'GET', '/audit')).text(),
    await (
      await on(space, 'POST', '/trash/restore', { ids: (await entriesOf(space)).map(({ id }) => id) })
    ).text(),
  ]
  for (const text of texts) {
    expect(text).not.toContain('very-secret')
    expect(text).not.toMatch(/token_hash|content/)
  }
  expect(await (await on(space, 'GET', `/connectors/${connector.id}/secret`)).text()).toBe(secret)
})

test('a serial number is free while its device is in the trash, and then the device cannot come back', async () => {
  const space = await aSpace(server)
  const elsewhere = await aSpace(server)
  const device = await aDevice(server, space)
  await deleteAll(space, 'device', [device.id])
  const { serial_number } = device
  const claimed = await aDevice(server, elsewhere, { serial_number })
  const entry = await entryOf(space, device.id)
  expect((await restoreAll(space, { ids: [entry.id] })).results).toMatchObject([
    { result: 'conflict', reason: SERIAL_CLAIMED },
  ])
  expect((await on(space, 'GET', `/devices/${device.id}`)).status).toBe(404)
  await on(elsewhere, 'DELETE', `/devices/${claimed.id}`)
  expect((await restoreAll(space, { ids: [entry.id] })).results).toMatchObject([{ result: 'restored' }])
  const other = await entryOf(elsewhere, claimed.id)
  expect((await restoreAll(elsewhere, { ids: [other.id] })).results).toMatchObject([{ result: 'conflict' }])
})

test('names and limits that are taken meanwhile are named', async () => {
  const space = await aSpace(server)
  const tag = await aTag(server, space, 'roof')
  const connector = await aConnector(server, space, { name: 'cloud' })
  await deleteAll(space, 'tag', [tag.id])
  await deleteAll(space, 'connector', [connector.id])
  await aTag(server, space, 'roof')
  await aConnector(server, space, { name: 'cloud' })
  const shared = await aVariable(server, space, { for_connectors: true, value: 'a'.repeat(16) })
  await deleteAll(space, 'variable', [shared.id])
  const device = await aDevice(server, space)
  const own = await aVariable(server, space, { device_id: device.id })
  await deleteAll(space, 'variable', [own.id])
  await deleteAll(space, 'device', [device.id])
  const ids = (await entriesOf(space)).filter(({ resource }) => resource !== 'device').map(({ id }) => id)
  const { results } = await restoreAll(space, { ids })
  expect(new Map(results.map(({ record_id, reason }) => [record_id, reason]))).toEqual(
    new Map([
      [tag.id, 'name belongs to another tag of this space'],
      [connector.id, 'name belongs to another connector of this space'],
      [shared.id, null],
      [own.id, 'its device no longer exists in this space: restore it first'],
    ]),
  )
  expect((await entriesOf(space)).map(({ record_id }) => record_id).toSorted()).toEqual(
    [tag.id, connector.id, own.id, device.id].toSorted(),
  )
})

test('a restored tag has its devices and connectors again, as far as they exist', async () => {
  const space = await aSpace(server)
  const tag = await aTag(server, space)
  const kept = await aDevice(server, space, { tags: [tag] })
  const gone = await aDevice(server, space, { tags: [tag] })
  const connector = await aConnector(server, space, { tags: [tag] })
  await deleteAll(space, 'tag', [tag.id])
  await deleteAll(space, 'device', [gone.id])
  await restoreAll(space, { ids: [(await entryOf(space, tag.id)).id] })
  expect(await read(space, '/tags/usage')).toMatchObject([{ tag_id: tag.id, devices: 1, connectors: 1 }])
  expect(await read(space, `/devices/${kept.id}`)).toMatchObject({ tags: [{ id: tag.id }] })
  expect(await read(space, `/connectors/${connector.id}`)).toMatchObject({ tags: [{ id: tag.id }] })
})

test('a restored rule starts anew, and its alerts stay ended', async () => {
  const space = await aSpace(server)
  const device = await aDevice(server, space)
  const rule = await anAlertRule(server, space)
  await anAlert(server, rule, device.id)
  await deleteAll(space, 'alertRule', [rule.id])
  await restoreAll(space, { ids: [(await entryOf(space, rule.id)).id] })
  expect(await read(space, '/alert-rules')).toMatchObject([{ id: rule.id, name: rule.name, open_count: 0 }])
  expect(await read(space, '/alerts')).toMatchObject([{ ended_at: expect.any(String) }])
})

test('many are deleted by one call with a result for each, and restored as a batch', async () => {
  const space = await aSpace(server)
  const devices = await manyDevices(server, space, 3)
  const ids = devices.map(({ id }) => id)
  const missing = newId()
  const { batch, results } = await deleteAll(space, 'device', [...ids, missing, ids[0] ?? ''])
  expect(results).toEqual([
    ...ids.map((id) => ({ id, result: 'deleted', reason: null })),
    { id: missing, result: 'not_found', reason: null },
  ])
  expect((await entriesOf(space, `?batch=${batch}`)).length).toBe(3)
  expect(await read(space, `/audit?batch=${batch}`)).toHaveLength(3)
  const restored = await restoreAll(space, { batch })
  expect(restored).toMatchObject({ left: 0, results: ids.map(() => ({ result: 'restored' })) })
  expect(await read(space, '/devices/count')).toEqual({ count: 3 })
  expect((await on(space, 'POST', '/trash/restore', { batch })).status).toBe(404)
})

test('what cannot be deleted says why, and holds up no other', async () => {
  const space = await aSpace(server)
  const [free, limiting] = [await aTag(server, space), await aTag(server, space)]
  await aKey(server, space, { tags: [limiting] })
  const { results } = await deleteAll(space, 'tag', [limiting.id, free.id])
  expect(results).toMatchObject([
    { id: limiting.id, result: 'conflict', reason: expect.stringContaining('are limited to this tag') },
    { id: free.id, result: 'deleted' },
  ])
})

test('more than ten need a confirmed identity, to delete and to empty', async () => {
  const space = await aSpace(server)
  const ids = (await manyDevices(server, space, 11)).map(({ id }) => id)
  await ageSignIn(server, space.owner, 16)
  const old = await on(space, 'POST', '/trash', { resource: 'device', ids })
  expect(await outcome(old)).toEqual([403, AUTH_ERRORS.notRecent])
  await deleteAll(space, 'device', ids.slice(0, 10))
  expect(await outcome(await on(space, 'POST', '/trash/empty', { all: true }))).toEqual([
    403,
    AUTH_ERRORS.notRecent,
  ])
  await ageSignIn(server, space.owner, 1)
  await deleteAll(space, 'device', ids)
  expect(await (await on(space, 'POST', '/trash/empty', { all: true })).json()).toEqual({ count: 11 })
})

test('only admins delete, restore and empty; others of the space see the trash', async () => {
  const space = await aSpace(server)
  const member = await aMember(server, space, 'user')
  const device = await aDevice(server, space)
  await deleteAll(space, 'device', [device.id])
  const { id } = await entryOf(space, device.id)
  const as = async (method: string, path: string, body?: unknown) =>
    (await on(space, method, path, body, member.token)).status
  expect(await as('GET', '/trash')).toBe(200)
  expect(await as('POST', '/trash', { resource: 'device', ids: [id] })).toBe(403)
  expect(await as('POST', '/trash/restore', { ids: [id] })).toBe(403)
  expect(await as('POST', '/trash/empty', { ids: [id] })).toBe(403)
  const elsewhere = await aSpace(server)
  expect((await restoreAll(elsewhere, { ids: [id] })).results).toMatchObject([{ result: 'not_found' }])
  expect(await (await on(elsewhere, 'POST', '/trash/empty', { ids: [id] })).json()).toEqual({ count: 0 })
})

test('the list is filtered, and comes in pages', async () => {
  const space = await aSpace(server)
  const [pump, valve] = [
    await aDevice(server, space, { name: 'pump' }),
    await aDevice(server, space, { name: 'valve' }),
  ]
  const tag = await aTag(server, space, 'pumps')
  await deleteAll(space, 'device', [pump.id, valve.id])
  await deleteAll(space, 'tag', [tag.id])
  const names = async (query: string) => (await entriesOf(space, query)).map(({ name }) => name)
  expect(await names('')).toEqual(['pumps', 'valve', 'pump'])
  expect(await names('?resource[]=device')).toEqual(['valve', 'pump'])
  expect(await names('?text=PUMP')).toEqual(['pumps', 'pump'])
  expect(await names(`?text=${valve.serial_number}`)).toEqual(['valve'])
  const [first] = await entriesOf(space, '?limit=1')
  expect(await names(`?limit=2&cursor=${first?.id}`)).toEqual(['valve', 'pump'])
  expect(await read(space, '/trash/count?resource[]=device')).toEqual({ count: 2 })
})

test('what is emptied is gone at once, and its messages soon', async () => {
  const space = await aSpace(server)
  const device = await aDevice(server, space)
  await messagesOf(server, device, [{ level: 1 }])
  await deleteAll(space, 'device', [device.id])
  await finish()
  const count = async () =>
    (await server.db.$client.query('select from message where space_id = $1', [space.id])).rowCount
  expect(await count()).toBe(1)
  const { id } = await entryOf(space, device.id)
  expect(await (await on(space, 'POST', '/trash/empty', { ids: [id] })).json()).toEqual({ count: 1 })
  expect(await entriesOf(space)).toEqual([])
  expect((await restoreAll(space, { ids: [id] })).results).toMatchObject([{ result: 'not_found' }])
  await finish()
  expect(await count()).toBe(0)
  expect(await server.db.$count(trash)).toBeGreaterThanOrEqual(0)
  const { rowCount } = await server.db.$client.query(
    `select space_id from trash where space_id = $1 union all select space_id from deletion where space_id = $1`,
    [space.id],
  )
  expect(rowCount).toBe(0)
  expect(await read(space, '/audit?action[]=trash.empty')).toMatchObject([
    { before: { count: 1, names: [device.name] } },
  ])
})

test('of simultaneous deletions and restorations one wins each time', async () => {
  const space = await aSpace(server)
  const device = await aDevice(server, space)
  for (let round = 0; round < 5; round++) {
    const deleted = await Promise.all([0, 1, 2].map(async () => deleteAll(space, 'device', [device.id])))
    expect(deleted.map(({ results }) => String(results[0]?.result)).toSorted()).toEqual([
      'deleted',
      'not_found',
      'not_found',
    ])
    const { id } = await entryOf(space, device.id)
    const [entry] = auditEntrySchema.array().parse(await read(space, `/audit?target=${device.id}`))
    const undo = async () =>
      (await on(space, 'POST', `/audit/${entry?.id}/undo`)).ok ? 'restored' : 'not_found'
    const restored = await Promise.all([
      restoreAll(space, { ids: [id] }).then(({ results }) => results[0]?.result),
      undo(),
      restoreAll(space, { ids: [id] }).then(({ results }) => results[0]?.result),
    ])
    expect(restored.toSorted()).toEqual(['not_found', 'not_found', 'restored'])
    expect(await read(space, '/devices/count')).toEqual({ count: 1 })
  }
})

test('the audit log undoes a deletion, once, while the record is in the trash', async () => {
  const space = await aSpace(server)
  const tag = await aTag(server, space)
  const lastOf = async () => auditEntrySchema.array().parse(await read(space, `/audit?target=${tag.id}`))[0]
  await on(space, 'DELETE', `/tags/${tag.id}`)
  const deletion = await lastOf()
  const undo = async () => on(space, 'POST', `/audit/${deletion?.id}/undo`)
  const undone = await undo()
  expect(undone.status).toBe(200)
  expect(await undone.json()).toMatchObject({
    action: 'trash.restore',
    undoes: deletion?.id,
    target_id: tag.id,
    after: { resource: 'tag' },
  })
  expect(await outcome(await undo())).toEqual([409, UNDO_ERRORS.undone])
  await on(space, 'DELETE', `/tags/${tag.id}`)
  const again = await lastOf()
  await on(space, 'POST', '/trash/empty', { ids: [(await entryOf(space, tag.id)).id] })
  expect(await outcome(await on(space, 'POST', `/audit/${again?.id}/undo`))).toEqual([
    409,
    UNDO_ERRORS.emptied,
  ])
})

test('what goes with records is known before', async () => {
  const space = await aSpace(server)
  const tag = await aTag(server, space)
  const device = await aDevice(server, space, { tags: [tag] })
  const connector = await aConnector(server, space, { tags: [tag] })
  await messagesOf(server, device, [{ level: 1 }, { level: 2 }])
  await aMessage(server, device, { type: 'shell', direction: 'down', downState: 'pending' })
  await aDelivery(server, { space, connector, device }, { state: 'pending' })
  const rule = await anAlertRule(server, space, { kind: 'devices', device_ids: [device.id] })
  await anAlert(server, rule, device.id)
  await aVariable(server, space, { device_id: device.id })
  await aKey(server, space, { tags: [tag] })
  const effects = async (resource: TrashResource, id: string) =>
    trashApi.effects.answer.parse(
      await (await on(space, 'POST', '/trash/effects', { resource, ids: [id] })).json(),
    )
  const none = {
    alerts: 0,
    connectors: 0,
    deliveries: 0,
    devices: 0,
    downlinks: 0,
    keys: 0,
    messages: 0,
    rules: 0,
  }
  const nothing = { days: 30, variables: 0, ...none }
  const ofDevice = await effects('device', device.id)
  expect(ofDevice.messages).toBeGreaterThanOrEqual(3)
  expect(ofDevice).toMatchObject({ downlinks: 1, alerts: 1, rules: 1, variables: 1 })
  expect(ofDevice.deliveries).toBeGreaterThanOrEqual(1)
  expect((await effects('connector', connector.id)).deliveries).toBeGreaterThanOrEqual(1)
  expect(await effects('alertRule', rule.id)).toEqual({ ...nothing, alerts: 1 })
  expect(await effects('tag', tag.id)).toEqual({ ...nothing, devices: 1, connectors: 1, keys: 1 })
  expect(await effects('variable', newId())).toEqual(nothing)
})

test('pending deliveries of a device in the trash leave the queue, and are due when it is restored', async () => {
  const space = await aSpace(server)
  const connector = await aConnector(server, space)
  const device = await aDevice(server, space)
  const id = await aDelivery(server, { space, connector, device }, { state: 'pending', tries: [] })
  await deleteAll(space, 'device', [device.id])
  await finish()
  const due = async () => {
    const { rows } = await server.db.$client.query<{ due: string; state: string }>(
      'select due_at::text as due, state from delivery where id = $1',
      [id],
    )
    return rows[0]
  }
  expect(await due()).toEqual({ due: 'infinity', state: 'pending' })
  await restoreAll(space, { ids: [(await entryOf(space, device.id)).id] })
  expect((await due())?.due).not.toBe('infinity')
})

test('orders that expire while their device is in the trash have ended when it is restored', async () => {
  const space = await aSpace(server)
  const { jobOf, schedule } = firmwareOf(server, space)
  const ordered = async () => {
    const device = await aDevice(server, space)
    const { read: configuration, wish } = configurationOf(server, space, device)
    const { order_id } = await wish({ 'app config interval-report': '900' })
    const job = await schedule(device)
    return { device, job, orders: [job.id, order_id], configuration }
  }
  const [ended, kept] = [await ordered(), await ordered()]
  await deleteAll(space, 'device', [ended.device.id, kept.device.id])
  await server.db.$client.query(
    `update message set expires_at = now() - interval '1 second' where id = any($1::uuid[])`,
    [ended.orders],
  )
  await expireDownlinks(server.deps)
  await restoreAll(space, { ids: (await entriesOf(space)).map(({ id }) => id) })

  expect(await jobOf(ended.device, ended.job)).toMatchObject({ state: 'canceled', reason: 'expired' })
  expect(await ended.configuration()).toMatchObject({ state: 'differs' })
  expect((await anUplink(server, ended.device)).downlinks).toEqual([])

  expect(await jobOf(kept.device, kept.job)).toEqual(kept.job)
  expect(await kept.configuration()).toMatchObject({ state: 'waiting' })
  const { downlinks } = await anUplink(server, kept.device)
  expect(new Set(downlinks.map(({ id }) => id))).toEqual(new Set(kept.orders))
})

test('a space that is deleted takes its trash along', async () => {
  const space = await aSpace(server)
  const device = await aDevice(server, space)
  await messagesOf(server, device, [{ level: 1 }])
  await deleteAll(space, 'device', [device.id])
  await on(space, 'DELETE', '')
  await finish()
  for (const table of ['trash', 'deletion', 'message'])
    expect(
      (await server.db.$client.query(`select from ${table} where space_id = $1`, [space.id])).rowCount,
    ).toBe(0)
})

test('a full trash loses its oldest records', async () => {
  const space = await aSpace(server)
  const device = await aDevice(server, space)
  await deleteAll(space, 'device', [device.id])
  const tag = await aTag(server, space)
  await deleteAll(space, 'tag', [tag.id])
  await server.db.$client.query(
    `insert into trash (space_id, id, resource, record_id, name, kept_until, entry_id, content)
     select space_id, encode(set_byte(uuid_send(id), 7, 127), 'hex')::uuid, 'tag', gen_random_uuid(), 'x', kept_until, entry_id, '{}'
     from trash where space_id = $1 and resource = 'tag'`,
    [space.id],
  )
  await forgetTooMany(server.deps)
  expect(await read(space, '/trash/count')).toEqual({ count: 3 })
  await server.db.$client.query(
    `insert into trash (space_id, id, resource, record_id, name, kept_until, entry_id, content)
     select space_id, ('ffffffff-' || substr(gen_random_uuid()::text, 10))::uuid, 'tag', gen_random_uuid(), 'x', kept_until, entry_id, '{}'
     from trash, generate_series(1, $2::int - 2) where space_id = $1 and resource = 'tag' and record_id = $3`,
    [space.id, TRASH_MAX, tag.id],
  )
  await forgetTooMany(server.deps)
  expect(await read(space, '/trash/count')).toEqual({ count: TRASH_MAX })
  expect(await entriesOf(space, '?resource[]=device')).toEqual([])
  await emptyTrash(server.deps, A_PERSON, space.id, { all: true })
  await finish()
})

test('a thousand devices are deleted and restored by one call each', {
  tags: 'heavy',
  timeout: 600_000,
}, async () => {
  const space = await aSpace(server)
  const { rows } = await server.db.$client.query<{ id: string }>(
    `with made as (
      insert into device (space_id, id, name, serial_number)
      select $1, gen_random_uuid(), 'many', 'many-' || i from generate_series(1, 1000) i returning space_id, id, serial_number
    ), contacts as (
      insert into device_contact (space_id, device_id) select space_id, id from made
    ), credentials as (
      insert into device_credential (space_id, device_id, serial_number, token_hash) select space_id, id, serial_number, '' from made
    )
    select id from made`,
    [space.id],
  )
  const ids = rows.map(({ id }) => id)
  const { batch, results } = await deleteAll(space, 'device', ids)
  expect(results.filter(({ result }) => result === 'deleted')).toHaveLength(1000)
  expect(await read(space, '/devices/count')).toEqual({ count: 0 })
  const restored = (await restoreAll(space, { batch })).results
  expect(restored.filter(({ result }) => result === 'restored')).toHaveLength(1000)
  expect(await read(space, '/devices/count')).toEqual({ count: 1000 })
})

test('without days nothing goes to the trash', async () => {
  const plain = await serve({ settings: { trashDays: 0 } })
  const space = await aSpace(plain)
  const device = await aDevice(plain, space)
  await messagesOf(plain, device, [{ level: 1 }])
  const body = { resource: 'device', ids: [device.id] }
  const call = async (method: string, path: string, sent?: unknown) =>
    plain.call(method, `/spaces/${space.id}${path}`, { token: space.owner.token, body: sent })
  expect(await (await call('POST', '/trash/effects', body)).json()).toMatchObject({ days: 0, messages: 1 })
  expect(await (await call('POST', '/trash', body)).json()).toMatchObject({
    results: [{ result: 'deleted' }],
  })
  expect(await idsOf(await call('GET', '/trash'))).toEqual([])
  while (await deleteNext(plain.db.$client, async () => undefined));
  expect((await plain.db.$client.query('select from message')).rowCount).toBe(0)
  expect(await plain.db.$count(auditEntry)).toBeGreaterThan(0)
  expect((await call('POST', '/devices', deviceInput({ serial_number: device.serial_number }))).status).toBe(
    201,
  )
})
