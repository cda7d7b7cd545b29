import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { Client } from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { WEBHOOK_EVENTS } from '#contract/connectors'
import { ensurePartitions } from '../../server/db/partitions'
import {
  auditEntry,
  authSession,
  delivery,
  deliveryAttempt,
  mailLink,
  oauthCode,
  oauthFlow,
  passkeyChallenge,
} from '../../server/db/schema'
import { keepHouse } from '../../server/services/administration/housekeeping'
import { newId } from '../../server/services/common/ids'
import { aConnector, aDevice, aMessage } from '../support/builders'
import { aDelivery } from '../support/deliveries'
import { makeServer } from '../support/makeServer'
import { holdConnector } from '../support/operations'
import { serveSpace } from '../support/serve'
import { trashCalls } from '../support/trash'

const NOW = new Date('2026-11-21T08:00:00.000Z')
const { server, space } = await serveSpace({ now: () => NOW })
beforeEach(async () => {
  await ensurePartitions(server.db.$client, new Date('2026-08-01T00:00:00.000Z'), NOW)
})

async function monthsOf(table: string) {
  const { rows } = await server.db.$client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
    [table],
  )
  const months = rows.map(({ name }) => name.slice(table.length + 1))
  // Leave out the partitions that were created for today.
  return months.filter((month) => month >= '2026_08' && month <= '2026_12')
}

const keep = async (messageRetentionDays?: number) =>
  keepHouse(server.deps, { messageRetentionDays, deliveryRetentionDays: 30 })

test('without a setting messages are kept, and the next month already has a partition', async () => {
  await keep()
  expect(await monthsOf('message')).toEqual(['2026_08', '2026_09', '2026_10', '2026_11', '2026_12'])
})

test('only months that are entirely older than the setting are dropped, including their events', async () => {
  const device = await aDevice(server, space)
  const at = (time: string) => aMessage(server, device, { at: new Date(time) })
  const gone = await at('2026-09-30T23:59:59.999Z')
  const kept = await at('2026-10-01T00:00:00.000Z')
  // 2026-10-22: a part of October is older as well.
  await keep(30)
  expect(await monthsOf('message')).toEqual(['2026_10', '2026_11', '2026_12'])
  expect(await monthsOf('message_event')).toEqual(await monthsOf('message'))
  const { token } = space.owner
  const call = async (path: string) => server.call('GET', `/spaces/${space.id}/messages${path}`, { token })
  expect((await call(`/${gone}`)).status).toBe(404)
  expect((await call(`/${gone}/events`)).status).toBe(404)
  expect((await call(`/${kept}`)).status).toBe(200)
  // The cursor's message was dropped.
  const page = await call(`?after=2026-01-01T00:00:00Z&cursor=${gone}`)
  expect([page.status, await page.json()]).toEqual([200, []])
})

test('copies of the server share the work', async () => {
  const copy = await makeServer({ now: () => NOW, databaseUrl: server.databaseUrl })
  await Promise.all([
    keep(30),
    keep(30),
    keepHouse(copy.deps, { messageRetentionDays: 30, deliveryRetentionDays: 30 }),
    keepHouse(copy.deps, { messageRetentionDays: 30, deliveryRetentionDays: 30 }),
  ])
  await copy.stop()
  expect(await monthsOf('message')).toEqual(['2026_10', '2026_11', '2026_12'])
})

test('other users of the tables are not blocked, and the months are dropped once they are unused', async () => {
  const client = await server.db.$client.connect()
  try {
    await client.query('begin')
    await client.query('select from message limit 1')
    const dropping = keep(30)
    const device = await aDevice(server, space)
    await aMessage(server, device, { at: NOW })
    expect(await monthsOf('message')).toContain('2026_08')
    await client.query('commit')
    await dropping
  } finally {
    client.release()
  }
  expect(await monthsOf('message')).not.toContain('2026_08')
})

test('a month of deliveries is dropped with its attempts when it is old enough, unless one is pending', async () => {
  const connector = await aConnector(server, space)
  const route = { space, connector, device: await aDevice(server, space) }
  const at = (month: string) => new Date(`2026-${month}-15T08:00:00.000Z`)
  const waits = await aDelivery(server, route, { at: at('08'), state: 'pending' })
  const beside = await aDelivery(server, route, { at: at('08'), state: 'failed' })
  await aDelivery(server, route, { at: at('09'), state: 'failed', tries: [{}, {}] })
  const young = await aDelivery(server, route, { at: at('10'), state: 'delivered' })
  await keep()
  expect(await monthsOf('delivery')).toEqual(['2026_08', '2026_10', '2026_11', '2026_12'])
  expect(await monthsOf('delivery_attempt')).toEqual(await monthsOf('delivery'))
  const left = await server.db.select({ id: delivery.id }).from(delivery)
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([waits, beside, young]))
  expect(await server.db.$count(deliveryAttempt)).toBe(3)
})

test('deliveries that have waited beyond the retention for a receiver that is gone are cancelled, and keep no month', async () => {
  const connector = await aConnector(server, space)
  const device = await aDevice(server, space)
  const route = { space, connector, device }
  const at = new Date('2026-09-15T08:00:00.000Z')
  const messageId = await aMessage(server, device, { at })
  await aDelivery(server, route, { at, messageId, state: 'pending' })
  const young = await aDelivery(server, route, { state: 'pending' })
  await holdConnector(server, route, { state: 'stopped' })
  await keep()
  expect(await monthsOf('delivery')).not.toContain('2026_09')
  const path = `/spaces/${space.id}/messages/${messageId}/events`
  const answer = await server.call('GET', path, { token: space.owner.token })
  expect(await answer.json()).toMatchObject([
    { type: WEBHOOK_EVENTS.cancelled, message_connector_id: connector.id },
  ])
  const [left] = await server.db.select().from(delivery).where(eq(delivery.id, young))
  expect(left?.state).toBe('pending')
})

test('deliveries that have waited beyond the retention in the trash are cancelled, and keep no month', async () => {
  const { deleteAll, restoreAll, entriesOf, finish } = trashCalls(server)
  const [connector, kept] = [await aConnector(server, space), await aConnector(server, space)]
  const [device, gone] = [await aDevice(server, space), await aDevice(server, space)]
  const at = new Date('2026-09-15T08:00:00.000Z')
  await aDelivery(server, { space, connector, device }, { at, state: 'pending' })
  await aDelivery(server, { space, connector: kept, device: gone }, { at, state: 'pending' })
  const young = [
    await aDelivery(server, { space, connector, device }, { state: 'pending' }),
    await aDelivery(server, { space, connector: kept, device: gone }, { state: 'pending' }),
  ]
  await deleteAll(space, 'connector', [connector.id])
  await deleteAll(space, 'device', [gone.id])
  await finish()
  await keep()
  expect(await monthsOf('delivery')).not.toContain('2026_09')
  await restoreAll(space, { ids: (await entriesOf(space)).map(({ id }) => id) })
  const left = await server.db.select().from(delivery).where(inArray(delivery.id, young))
  expect(left.map(({ state }) => state)).toEqual(['pending', 'pending'])
})

test('a month is kept when one of its deliveries is retried just before it is dropped', async () => {
  const connector = await aConnector(server, space)
  const route = { space, connector, device: await aDevice(server, space) }
  const id = await aDelivery(server, route, { at: new Date('2026-09-15T08:00:00.000Z'), state: 'failed' })
  const client = await server.db.$client.connect()
  try {
    await client.query('begin')
    await client.query(`update delivery set state = 'pending' where id = $1`, [id])
    const query = vi.spyOn(Client.prototype, 'query')
    const keeping = keep()
    const locking: unknown = expect.stringContaining('lock table only delivery,')
    await expect.poll(() => query.mock.calls.flat()).toContainEqual(locking)
    query.mockRestore()
    await client.query('commit')
    await keeping
  } finally {
    client.release()
  }
  expect(await monthsOf('delivery')).toContain('2026_09')
  await server.db.update(delivery).set({ state: 'cancelled' }).where(eq(delivery.id, id))
  await keep()
  expect(await monthsOf('delivery')).not.toContain('2026_09')
})

test('a month that is always in use is reported, and everything else is done', {
  tags: 'heavy',
}, async () => {
  const client = await server.db.$client.connect()
  try {
    await client.query('begin')
    await client.query('select from message limit 1')
    const sentence =
      'retention could not lock the messages of 2026-08 and the messages of 2026-09, which are in use'
    await expect(keep(30)).rejects.toThrow(sentence)
    expect(await monthsOf('delivery')).not.toContain('2026_09')
  } finally {
    await client.query('rollback')
    client.release()
  }
  await keep(30)
  expect(await monthsOf('message')).toEqual(['2026_10', '2026_11', '2026_12'])
})

test('entries of the audit log are deleted after their retention, if it is set, and their number is logged', async () => {
  await server.db.delete(auditEntry)
  const entry = (at: Date) => ({
    id: newId(at),
    createdAt: at,
    spaceId: space.id,
    actorType: 'server' as const,
    action: 'tag.create' as const,
  })
  const old = Array.from({ length: 1001 }, () => entry(new Date('2026-10-22T07:59:59.999Z')))
  await server.db.insert(auditEntry).values([...old, entry(new Date('2026-10-22T08:00:00.000Z'))])
  await keep()
  expect(await server.db.$count(auditEntry)).toBe(1002)
  await keepHouse(server.deps, {
    messageRetentionDays: undefined,
    deliveryRetentionDays: 30,
    auditRetentionDays: 30,
  })
  expect(await server.db.$count(auditEntry)).toBe(1)
  const said = server.logged.find((line) => line.includes('entries of the audit log'))
  expect(JSON.parse(said ?? '')).toMatchObject({ entries: 1001 })
})

test('sessions, unfinished sign-ins and links are deleted once they have expired', async () => {
  const { id: userId } = space.owner
  await server.db.delete(authSession)
  for (const [name, expiresAt] of [
    ['old', new Date('2026-11-20T07:59:59.999Z')],
    ['young', NOW],
  ] as const) {
    const hash = Buffer.from(name)
    const ofProvider = { hash, provider: 'github', isConfirmation: false, expiresAt }
    await server.db.insert(authSession).values({ jti: randomUUID(), userId, userAgent: name, expiresAt })
    await server.db
      .insert(oauthFlow)
      .values({ ...ofProvider, consoleState: 'state', verifier: 'verifier', nonce: 'nonce' })
    await server.db.insert(oauthCode).values({ ...ofProvider, identityId: 'one', isEmailVerified: true })
    await server.db.insert(passkeyChallenge).values({ hash, userId, expiresAt })
    await server.db
      .insert(mailLink)
      .values({ hash, kind: 'reset', userId, email: 'eva@example.com', isMailed: true, expiresAt })
  }
  await keep()
  for (const table of [oauthFlow, oauthCode, passkeyChallenge, mailLink]) {
    const left = await server.db.select({ hash: table.hash }).from(table)
    expect(left.map(({ hash }) => hash.toString())).toEqual(['young'])
  }
  const sessions = await server.db.select({ name: authSession.userAgent }).from(authSession)
  expect(sessions).toEqual([{ name: 'young' }])
})
