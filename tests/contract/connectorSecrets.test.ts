import { createHmac } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { auditApi } from '#contract/audit'
import { DAY, HOUR } from '#contract/common/durations'
import { connectorsApi, OVERLAP_HOURS_MAX } from '#contract/connectors'
import { connector as table } from '../../server/db/schema'
import { keepHouse } from '../../server/services/administration/housekeeping'
import { makeServer } from '../support/makeServer'
import { type Received, startReceiver } from '../support/receiver'
import { serve } from '../support/serve'
import { trashCalls } from '../support/trash'
import { aWebhook, forwards, type WebhookRoute } from '../support/webhooks'

const receiver = await startReceiver()
afterAll(async () => receiver.stop())
const server = await serve({ deliveries: { allowPrivate: true } })

/** Creates a connector that sends to a path of its own, with helpers to verify its requests. */
async function aSigned(path: string, on = server) {
  const route = await aWebhook(on, { transformation: forwards(receiver.url + path) })
  const call = async (method: string, body?: unknown) =>
    connectorsApi.secret.answer.parse(await (await route.on(method, '/secret', body)).json())
  return {
    ...route,
    read: () => call('GET'),
    rotate: (body?: { overlap_hours?: number }) => call('POST', body),
    /** Sends a request and returns its signatures. */
    next: async () => {
      const count = receiver.at(path).length + 1
      await route.send({ count })
      return (await receiver.arrivals(path, count)).at(-1)
    },
    stored: async () => {
      const [row] = await server.db.select().from(table).where(isOne(route))
      return row
    },
    /** Lets the overlap expire. */
    pass: () =>
      server.db
        .update(table)
        .set({ signedTwiceUntil: new Date(Date.now() - 1000) })
        .where(isOne(route)),
    until: async () =>
      connectorsApi.get.answer.parse(await (await route.on('GET', '')).json()).signed_twice_until,
    audit: async () => {
      const path = `/spaces/${route.space.id}/audit?limit=100`
      const answer = await server.call('GET', path, { token: route.space.owner.token })
      return auditApi.list.answer.parse(await answer.json())
    },
  }
}

const isOne = ({ space, connector }: WebhookRoute) =>
  and(eq(table.spaceId, space.id), eq(table.id, connector.id))

/** Signatures of a request, and the one that a receiver computes with a secret. */
const signaturesOf = (request: Received | undefined) =>
  String(request?.headers['webhook-signature']).split(' ')
const signedWith = (secret: string, request: Received | undefined) => {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = request?.headers ?? {}
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(id)}.${String(timestamp)}.${request?.body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

describe('a secret that overlaps with the one before', () => {
  test('lets either one verify a request until the overlap ends', async () => {
    const one = await aSigned('/overlap')
    const { secret: first } = await one.read()
    const { secret: second, signed_twice_until: until } = await one.rotate({ overlap_hours: 24 })
    expect(second).not.toBe(first)
    expect(Date.parse(until ?? '') - Date.now()).toBeGreaterThan(23.9 * HOUR)
    expect(Date.parse(until ?? '') - Date.now()).toBeLessThanOrEqual(DAY)
    expect(await one.read()).toEqual({ secret: second, signed_twice_until: until })
    expect(await one.until()).toBe(until)
    const request = await one.next()
    expect(signaturesOf(request)).toEqual([signedWith(second, request), signedWith(first, request)])
  })

  test('signs alone as soon as the overlap ends, and housekeeping deletes the other', async () => {
    const one = await aSigned('/over')
    const { secret } = await one.rotate({ overlap_hours: 1 })
    await one.pass()
    const request = await one.next()
    expect(signaturesOf(request)).toEqual([signedWith(secret, request)])
    expect(await one.read()).toEqual({ secret, signed_twice_until: null })
    expect((await one.stored())?.previousSecret).not.toBeNull()
    await keepHouse(server.deps, { deliveryRetentionDays: 30, messageRetentionDays: undefined })
    expect(await one.stored()).toMatchObject({ previousSecret: null, signedTwiceUntil: null })
  })

  test('ends in the trash as well', async () => {
    const { deleteAll, restoreAll, entryOf } = trashCalls(server)
    const one = await aSigned('/trashed')
    const { secret } = await one.rotate({ overlap_hours: 1 })
    const other = await aSigned('/trashed-later')
    await other.rotate({ overlap_hours: 1 })
    await one.pass()
    for (const { space, connector } of [one, other]) await deleteAll(space, 'connector', [connector.id])
    await keepHouse(server.deps, { deliveryRetentionDays: 30, messageRetentionDays: undefined })
    for (const { space, connector } of [one, other])
      await restoreAll(space, { ids: [(await entryOf(space, connector.id)).id] })
    expect(await one.stored()).toMatchObject({ previousSecret: null, signedTwiceUntil: null })
    expect(await one.read()).toEqual({ secret, signed_twice_until: null })
    expect((await other.stored())?.previousSecret).not.toBeNull()
  })

  test('can end its overlap early, once', async () => {
    const one = await aSigned('/early')
    const { secret, signed_twice_until: until } = await one.rotate({ overlap_hours: 48 })
    for (let i = 0; i < 2; i++) expect((await one.on('DELETE', '/secret/previous')).status).toBe(204)
    const request = await one.next()
    expect(signaturesOf(request)).toEqual([signedWith(secret, request)])
    expect(await one.until()).toBeNull()
    const ended = (await one.audit()).filter(({ action }) => action === 'connector.endOverlap')
    expect(ended).toMatchObject([
      { before: { signed_twice_until: until }, after: { signed_twice_until: null } },
    ])
  })

  test('ends the oldest when it is replaced again: at most two sign', async () => {
    const one = await aSigned('/thrice')
    await one.rotate({ overlap_hours: 5 })
    const { secret: second } = await one.read()
    const { secret: third } = await one.rotate({ overlap_hours: 5 })
    const request = await one.next()
    expect(signaturesOf(request)).toEqual([signedWith(third, request), signedWith(second, request)])
  })

  test('is kept when the connector is changed', async () => {
    const one = await aSigned('/changed')
    const { signed_twice_until: until } = await one.rotate({ overlap_hours: 5 })
    expect((await one.on('PUT', '', { name: 'renamed' })).status).toBe(200)
    expect(await one.until()).toBe(until)
  })

  test('signs with both after a restart of the server', async () => {
    const before = await makeServer()
    const one = await aSigned('/restart', before)
    const { secret: first } = await one.read()
    const { secret: second } = await one.rotate({ overlap_hours: 5 })
    await one.send()
    await before.stop()
    const after = await makeServer({ databaseUrl: before.databaseUrl, deliveries: { allowPrivate: true } })
    const [request] = await receiver.arrivals('/restart')
    await after.stop()
    expect(signaturesOf(request)).toEqual([signedWith(second, request), signedWith(first, request)])
  })
})

describe('a secret that replaces the one before at once', () => {
  test.each([
    ['without a body, as earlier clients ask for it', '/none', undefined],
    ['without hours, as clients that always send JSON ask for it', '/empty', {}],
    ['of no hours', '/zero', { overlap_hours: 0 }],
  ])('signs alone: %s', async (_, path, body) => {
    const one = await aSigned(path)
    // The overlap before ends as well.
    await one.rotate({ overlap_hours: 5 })
    expect(await one.rotate(body)).toMatchObject({ signed_twice_until: null })
    const { secret } = await one.read()
    const request = await one.next()
    expect(signaturesOf(request)).toEqual([signedWith(secret, request)])
    expect(await one.stored()).toMatchObject({ previousSecret: null })
  })
})

test.each([-1, 0.5, OVERLAP_HOURS_MAX + 1, '24', null])('%j hours are refused', async (overlap_hours) => {
  const one = await aSigned('/refused')
  const before = await one.read()
  expect((await one.on('POST', '/secret', { overlap_hours })).status).toBe(400)
  expect(await one.read()).toEqual(before)
})

test('the log says that a secret was replaced and until when the other is valid, but never shows them', async () => {
  const one = await aSigned('/logged')
  const { secret: first } = await one.read()
  const { secret: second, signed_twice_until: until } = await one.rotate({ overlap_hours: 3 })
  const entries = await one.audit()
  const entry = entries.find(({ action }) => action === 'connector.rotateSecret')
  expect(entry).toMatchObject({ after: { signed_twice_until: until } })
  for (const secret of [first, second])
    expect(JSON.stringify(entries)).not.toContain(secret.replace('whsec_', ''))
})
