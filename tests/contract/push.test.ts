import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { alertRulesApi, type Condition } from '#contract/alerts'
import { pushApi } from '#contract/push'
import { readPushKey } from '../../server/services/push'
import { openWeb } from '../../server/services/deliveries'
import { startPush } from '../../server/workers/push'
import { aDevice, aMember, aSpace, type TestSpace, type TestUser } from '../support/builders'
import { startReceiver } from '../support/receiver'
import { findValues } from '../support/series'
import { serve } from '../support/serve'
import { anUplink } from '../support/uplink'

const receiver = await startReceiver()
afterAll(() => receiver.stop())
const server = await serve()
const worker = startPush({ ...server.deps, web: openWeb({ allowPrivate: true }) }, { period: 50, failed: 50 })
afterAll(() => worker.stop())

/** A browser with its keys, and where its push service takes messages. */
async function aBrowser({ token }: Pick<TestUser, 'token'>) {
  const ecdh = createECDH('prime256v1')
  const point = ecdh.generateKeys()
  const auth = randomBytes(16)
  const path = `/${randomBytes(8).toString('hex')}`
  const keys = { p256dh: point.toString('base64url'), auth: auth.toString('base64url') }
  const body = { endpoint: `https://push.example${path}`, keys }
  const answer = await server.call('POST', '/profile/push', { token, body })
  const { id } = pushApi.add.answer.parse(await answer.json())
  await server.db.$client.query('update push_browser set endpoint = $1 where id = $2', [
    receiver.url + path,
    id,
  ])
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  const read = (message: Buffer): unknown => {
    const [salt, sender] = [message.subarray(0, 16), message.subarray(21, 86)]
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender])
    const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(message.subarray(-16))
    const text = Buffer.concat([decipher.update(message.subarray(86, -16)), decipher.final()])
    return JSON.parse(text.subarray(0, -1).toString())
  }
  return { id, path, read }
}

const LOW: Condition = { kind: 'below', path: 'level', limit: 20, end: null, readings: 1, seconds: 0 }

async function aRuleFor(space: TestSpace, person: { id: string }) {
  const body = { name: 'tank nearly empty', condition: LOW, notify: { roles: [], user_ids: [person.id] } }
  const { token } = space.owner
  const answer = await server.call('POST', `/spaces/${space.id}/alert-rules`, { token, body })
  alertRulesApi.create.answer.parse(await answer.json())
}

async function aWatcher() {
  const space = await aSpace(server)
  const person = await aMember(server, space, 'user')
  await aRuleFor(space, person)
  return { space, person, device: await aDevice(server, space), browser: await aBrowser(person) }
}

async function send(device: Parameters<typeof anUplink>[1], level: number) {
  await anUplink(server, device, { body: { level } })
  await findValues(server)
}

const browsersOf = async ({ token }: Pick<TestUser, 'token'>) =>
  pushApi.read.answer.parse(await (await server.call('GET', '/profile/push', { token })).json()).browsers

const waiting = async ({ id }: TestSpace) =>
  (await server.db.$client.query('select from push where space_id = $1', [id])).rowCount

test('who is named by a rule gets a message that only their browser can read, signed by this server', async () => {
  const { space, person, device, browser } = await aWatcher()
  const owners = await aBrowser(space.owner)
  await send(device, 10)
  const [opened] = await receiver.arrivals(browser.path)
  expect(browser.read(opened?.bytes ?? Buffer.from(''))).toMatchObject({
    title: 'tank nearly empty',
    body: expect.stringMatching(new RegExp(`^${space.name}: 1 device, `)),
    url: expect.stringMatching(new RegExp(`^/space/${space.id}/alerts/`)),
  })
  const { publicKey } = await readPushKey(server.deps.db)
  const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(opened?.headers.authorization ?? '') ?? []
  expect(key).toBe(publicKey)
  const [head, claims = '', signature = ''] = token.split('.')
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ aud: receiver.url })
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url'))
  const verifier = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const signed = Buffer.from(`${head}.${claims}`)
  const options = { key: verifier, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', signed, options, Buffer.from(signature, 'base64url'))).toBe(true)

  await send(device, 30)
  const [, over] = await receiver.arrivals(browser.path, 2)
  expect(browser.read(over?.bytes ?? Buffer.from(''))).toMatchObject({ title: 'Over: tank nearly empty' })
  expect(over?.headers.topic).toBe(opened?.headers.topic)
  await expect.poll(async () => (await browsersOf(person))[0]?.sent_at).toBeTruthy()
  expect(receiver.at(owners.path)).toEqual([])
})

test('a browser that its push service does not know any more is forgotten', async () => {
  const { person, device, browser } = await aWatcher()
  receiver.on(browser.path, (response) => void response.writeHead(410).end())
  await send(device, 10)
  await receiver.arrivals(browser.path)
  await expect.poll(() => browsersOf(person)).toEqual([])
})

test('a message that fails is tried again later, its failure is told, and what is over meanwhile is not said', async () => {
  const { space, person, device, browser } = await aWatcher()
  receiver.on(browser.path, (response) => void response.writeHead(503).end())
  await send(device, 10)
  await receiver.arrivals(browser.path)
  await expect.poll(async () => (await browsersOf(person))[0]?.error).toContain('503')
  expect(await waiting(space)).toBe(1)
  receiver.on(browser.path, (response) => void response.writeHead(201).end())
  await send(device, 30)
  const [, over] = await receiver.arrivals(browser.path, 2)
  expect(browser.read(over?.bytes ?? Buffer.from(''))).toMatchObject({ title: 'Over: tank nearly empty' })
  await server.db.$client.query('update push set due_at = now() where space_id = $1', [space.id])
  await expect.poll(() => waiting(space)).toBe(0)
  expect(receiver.at(browser.path)).toHaveLength(2)
})

test('what a killed server had taken is sent once its lease is over, by one of several', async () => {
  const { space, device, browser } = await aWatcher()
  await worker.stop()
  await send(device, 10)
  await server.db.$client.query(
    `update push set attempts = 1, due_at = now() + interval '1 minute' where space_id = $1`,
    [space.id],
  )
  const copies = [1, 2, 3].map(() =>
    startPush({ ...server.deps, web: openWeb({ allowPrivate: true }) }, { period: 20, failed: 20 }),
  )
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(receiver.at(browser.path)).toEqual([])
  await server.db.$client.query('update push set due_at = now() where space_id = $1', [space.id])
  await receiver.arrivals(browser.path)
  await expect.poll(() => waiting(space)).toBe(0)
  await Promise.all(copies.map((copy) => copy.stop()))
  expect(receiver.at(browser.path)).toHaveLength(1)
})

test('nothing goes to private addresses, to who has signed out, or to who has left the space', async () => {
  const [first, second, third] = [await aWatcher(), await aWatcher(), await aWatcher()]
  for (const { device } of [first, second, third]) await send(device, 10)
  await server.call('POST', '/auth/logout', { token: first.person.token })
  await server.call('DELETE', `/spaces/${second.space.id}/users/${second.person.id}`, {
    token: second.space.owner.token,
  })
  const strict = startPush({ ...server.deps, web: openWeb() }, { period: 20, failed: 20 })
  await expect.poll(async () => (await browsersOf(third.person))[0]?.error_code).toBe('address_private')
  for (const { space } of [first, second, third]) await expect.poll(() => waiting(space)).toBe(0)
  await strict.stop()
  for (const { browser } of [first, second, third]) expect(receiver.at(browser.path)).toEqual([])
})

test('a browser belongs to who switched it on last, and is switched off by its person alone', async () => {
  const space = await aSpace(server)
  const member = await aMember(server, space, 'user')
  const body = {
    endpoint: 'https://push.example/shared',
    keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  }
  const add = (token: string) => server.call('POST', '/profile/push', { token, body })
  expect((await add(space.owner.token)).status).toBe(201)
  expect((await add(member.token)).status).toBe(201)
  expect(await browsersOf(space.owner)).toEqual([])
  const [browser] = await browsersOf(member)
  expect(browser).toMatchObject({ is_current: true, sent_at: null, error: null })
  const remove = async (token: string) =>
    (await server.call('DELETE', `/profile/push/${browser?.id}`, { token })).status
  expect([await remove(space.owner.token), await remove(member.token), await remove(member.token)]).toEqual([
    404, 204, 404,
  ])
  const wrong = { ...body, keys: { ...body.keys, p256dh: `A${body.keys.p256dh.slice(1)}` } }
  const refused = await server.call('POST', '/profile/push', { token: member.token, body: wrong })
  expect(refused.status).toBe(400)
})
