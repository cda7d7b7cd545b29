import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { alertRulesApi, type Condition } from '#contract/alerts'
import { HOUR } from '#contract/common/durations'
import { PUSH_BROWSERS_MAX, pushApi } from '#contract/push'
import { giveToken } from '../../server/services/accounts/signIn/tokens'
import { openWeb } from '../../server/services/outgoing/web'
import { forgetUnconfirmed } from '../../server/services/push/confirm'
import { readPushKey } from '../../server/services/push/key'
import { startPush } from '../../server/workers/notifications'
import { aDevice, aMember, aSpace, aUser, type TestSpace, type TestUser } from '../support/builders'
import { aPushBrowser } from '../support/push'
import { startReceiver } from '../support/receiver'
import { findValues } from '../support/series'
import { serve } from '../support/serve'
import { anUplink } from '../support/uplink'

const receiver = await startReceiver()
afterAll(() => receiver.stop())
const server = await serve()

/** Starts a copy of the worker until the test ends. */
function startWorker({ allowPrivate = true } = {}) {
  const worker = startPush({ ...server.deps, web: openWeb({ allowPrivate }) }, { period: 50, failed: 50 })
  onTestFinished(() => worker.stop())
}

const aBrowser = (person: Pick<TestUser, 'token'>) => aPushBrowser(server, receiver, person)

const LOW: Condition = { kind: 'below', path: 'level', limit: 20, end: null, readings: 1, seconds: 0 }

async function aRuleFor(space: TestSpace, person: { id: string }, values: object = {}) {
  const notify = { roles: [], user_ids: [person.id] }
  const body = { name: 'tank nearly empty', condition: LOW, notify, ...values }
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

const SHARED = {
  endpoint: 'https://push.example/shared',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

test('people whom a rule names get a message that only their browser can read, signed by this server', async () => {
  startWorker()
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
  expect(browser.read(over?.bytes ?? Buffer.from(''))).toMatchObject({ title: 'Resolved: tank nearly empty' })
  expect(over?.headers.topic).toBe(opened?.headers.topic)
  await expect.poll(async () => (await browsersOf(person))[0]?.sent_at).toBeTruthy()
  expect(receiver.at(owners.path)).toEqual([])
})

test('a browser that its push service no longer knows is removed', async () => {
  startWorker()
  const { person, device, browser } = await aWatcher()
  receiver.on(browser.path, (response) => void response.writeHead(410).end())
  await send(device, 10)
  await receiver.arrivals(browser.path)
  await expect.poll(() => browsersOf(person)).toEqual([])
})

test('a failed message is retried later, its failure is reported, and an alert that ended meanwhile is not sent', async () => {
  startWorker()
  const { space, person, device, browser } = await aWatcher()
  receiver.on(browser.path, (response) => void response.writeHead(503).end())
  await send(device, 10)
  await receiver.arrivals(browser.path)
  await expect.poll(async () => (await browsersOf(person))[0]?.error).toContain('503')
  expect(await waiting(space)).toBe(1)
  receiver.on(browser.path, (response) => void response.writeHead(201).end())
  await send(device, 30)
  const [, over] = await receiver.arrivals(browser.path, 2)
  expect(browser.read(over?.bytes ?? Buffer.from(''))).toMatchObject({ title: 'Resolved: tank nearly empty' })
  await server.db.$client.query('update push set due_at = now() where space_id = $1', [space.id])
  await expect.poll(() => waiting(space)).toBe(0)
  expect(receiver.at(browser.path)).toHaveLength(2)
})

test('a message that a killed server had taken is sent by one of several copies when its lease expires', async () => {
  const { space, device, browser } = await aWatcher()
  await send(device, 10)
  await server.db.$client.query(
    `update push set attempts = 1, due_at = now() + interval '1 minute' where space_id = $1`,
    [space.id],
  )
  for (let copies = 0; copies < 3; copies++) startWorker()
  // Once they have sent something else, they have processed all that is due.
  const other = await aWatcher()
  await send(other.device, 10)
  await receiver.arrivals(other.browser.path)
  expect(receiver.at(browser.path)).toEqual([])
  await server.db.$client.query('update push set due_at = now() where space_id = $1', [space.id])
  await receiver.arrivals(browser.path)
  await expect.poll(() => waiting(space)).toBe(0)
  expect(receiver.at(browser.path)).toHaveLength(1)
})

test('nothing is sent to private addresses, to signed-out people, or to people who have left the space', async () => {
  const [first, second, third] = [await aWatcher(), await aWatcher(), await aWatcher()]
  for (const { device } of [first, second, third]) await send(device, 10)
  await server.call('POST', '/auth/logout', { token: first.person.token })
  await server.call('DELETE', `/spaces/${second.space.id}/users/${second.person.id}`, {
    token: second.space.owner.token,
  })
  startWorker({ allowPrivate: false })
  await expect.poll(async () => (await browsersOf(third.person))[0]?.error_code).toBe('push_private')
  for (const { space } of [first, second, third]) await expect.poll(() => waiting(space)).toBe(0)
  for (const { browser } of [first, second, third]) expect(receiver.at(browser.path)).toEqual([])
})

test('a push service that hangs delays only its own browsers', async () => {
  startWorker()
  const [slow, other] = [await aWatcher(), await aWatcher()]
  let release = () => undefined
  receiver.on(slow.browser.path, (response) => {
    release = () => void response.writeHead(201).end()
  })
  await send(slow.device, 10)
  await receiver.arrivals(slow.browser.path)
  // Its next message waits for the first one.
  await send(slow.device, 30)
  await send(other.device, 10)
  await receiver.arrivals(other.browser.path)
  await expect.poll(() => waiting(other.space)).toBe(0)
  expect([await waiting(slow.space), receiver.at(slow.browser.path)]).toEqual([2, [expect.anything()]])
  receiver.on(slow.browser.path, (response) => void response.writeHead(201).end())
  release()
  await receiver.arrivals(slow.browser.path, 2)
  await expect.poll(() => waiting(slow.space)).toBe(0)
})

test('a message waits for the end of quiet hours unless it is urgent, also of changed ones, in the time zone of the person', async () => {
  startWorker()
  const { space, person, device, browser } = await aWatcher()
  await aRuleFor(space, person, { name: 'pump is dry', urgent: true })
  const put = async (path: string, body: object) =>
    expect((await server.call('PUT', path, { token: person.token, body })).status).toBe(200)
  const inHours = (hours: number) => new Date(server.deps.now().getTime() + hours * HOUR).toISOString()
  const clock = (time: string) => time.slice(11, 16)
  const due = async () => {
    const { rows } = await server.db.$client.query<{ due: Date }>(
      'select due_at as due from push where space_id = $1',
      [space.id],
    )
    return rows.map((row) => clock(row.due.toISOString()))
  }
  const [from, first, later] = [inHours(-1), inHours(2), inHours(3)]
  await put('/profile/notifications', { quiet_from: clock(from), quiet_to: clock(first) })
  await send(device, 10)
  const [urgent] = await receiver.arrivals(browser.path)
  expect(browser.read(urgent?.bytes ?? Buffer.from(''))).toMatchObject({ title: 'pump is dry' })
  await expect.poll(due).toEqual([clock(first)])
  await put('/profile/notifications', { quiet_to: clock(later) })
  expect(await due()).toEqual([clock(later)])
  // There it is nine hours later.
  await put('/profile', { timezone: 'Asia/Tokyo' })
  const [, patient] = await receiver.arrivals(browser.path, 2)
  expect(browser.read(patient?.bytes ?? Buffer.from(''))).toMatchObject({ title: 'tank nearly empty' })
})

/** Creates a browser that has just been registered, with the code of its first message. */
async function aNewBrowser(person: Pick<TestUser, 'token'>) {
  const browser = await aPushBrowser(server, receiver, person, { isConfirmed: false })
  const codeIn = async () => {
    // A worker may have started before the browser was reachable, and then sends the message again with another code.
    const waiting = 'select from push where browser_id = $1'
    await expect.poll(async () => (await server.db.$client.query(waiting, [browser.id])).rowCount).toBe(0)
    const arrived = await receiver.arrivals(browser.path)
    const message = browser.read(arrived.at(-1)?.bytes ?? Buffer.from(''))
    return z.object({ title: z.string(), code: z.string() }).parse(message)
  }
  return { ...browser, codeIn }
}

const confirm = async (code: string) =>
  (await server.call('POST', '/profile/push/confirm', { body: { code } })).status

test('a browser gets only its first message until it returns the code, once', async () => {
  startWorker()
  const space = await aSpace(server)
  const person = await aMember(server, space, 'user')
  await aRuleFor(space, person)
  const device = await aDevice(server, space)
  const browser = await aNewBrowser(person)
  const { title, code } = await browser.codeIn()
  expect(title).toBe('Notifications are on')
  expect(await browsersOf(person)).toMatchObject([{ confirmed_at: null }])
  await send(device, 10)
  expect(await waiting(space)).toBe(0)
  expect(await confirm(randomBytes(16).toString('base64url'))).toBe(400)
  expect([await confirm(code), await confirm(code)]).toEqual([204, 400])
  expect(await browsersOf(person)).toMatchObject([{ confirmed_at: expect.any(String) }])
  await send(device, 30)
  await send(device, 10)
  const [, , again] = await receiver.arrivals(browser.path, 3)
  expect(browser.read(again?.bytes ?? Buffer.from(''))).toMatchObject({ title: 'tank nearly empty' })
})

test('a person who knows the endpoint of somebody else gets nothing of theirs', async () => {
  startWorker()
  const { device, person, browser } = await aWatcher()
  const thief = await aUser(server)
  const body = { endpoint: receiver.url.replace('http', 'https') + browser.path, keys: SHARED.keys }
  expect((await server.call('POST', '/profile/push', { token: thief.token, body })).status).toBe(201)
  await server.db.$client.query(`update push_browser set endpoint = $1 where endpoint = $2`, [
    receiver.url + browser.path,
    body.endpoint,
  ])
  await server.db.$client.query('update push set due_at = now(), attempts = 0 where space_id is null')
  await receiver.arrivals(browser.path)
  expect(await browsersOf(person)).toMatchObject([{ confirmed_at: expect.any(String) }])
  expect(await browsersOf(thief)).toMatchObject([{ confirmed_at: null }])
  await send(device, 10)
  // The first message for the thief goes to the same endpoint, and cannot be read there.
  const readable = () =>
    receiver.at(browser.path).flatMap(({ bytes }) => {
      try {
        return [browser.read(bytes)]
      } catch {
        return []
      }
    })
  await expect.poll(readable).toMatchObject([{ title: 'tank nearly empty' }])
})

test('a code expires after a day, and the browser is then removed', async () => {
  startWorker()
  const person = await aUser(server)
  const browser = await aNewBrowser(person)
  const { code } = await browser.codeIn()
  await server.db.$client.query(
    `update push_browser set created_at = now() - interval '25 hours' where id = $1`,
    [browser.id],
  )
  expect(await confirm(code)).toBe(400)
  await forgetUnconfirmed(server.deps)
  expect(await browsersOf(person)).toEqual([])
})

test('messages that wait for a browser still arrive after its person has signed in there again', async () => {
  const space = await aSpace(server)
  const person = await aMember(server, space, 'user')
  await aRuleFor(space, person)
  const device = await aDevice(server, space)
  const { keys } = SHARED
  const add = async (token: string) => {
    const body = { endpoint: 'https://push.example/again', keys }
    return pushApi.add.answer.parse(
      await (await server.call('POST', '/profile/push', { token, body })).json(),
    )
  }
  const before = await add(person.token)
  await server.db.$client.query('update push_browser set confirmed_at = now() where id = $1', [before.id])
  await send(device, 10)
  expect(await waiting(space)).toBe(1)
  const again = await giveToken(server.deps, server.db, { uid: person.id, sys: 'user' })
  await server.call('POST', '/auth/logout', { token: person.token })
  expect(await add(again)).toMatchObject({
    id: before.id,
    is_current: true,
    confirmed_at: expect.any(String),
  })
  expect(await browsersOf({ token: again })).toHaveLength(1)
  expect(await waiting(space)).toBe(1)
})

test('an alert can open while a browser of its person is being removed', async () => {
  const { space, device, browser } = await aWatcher()
  const removal = await server.db.$client.connect()
  try {
    await removal.query('begin')
    await removal.query('delete from push_browser where id = $1', [browser.id])
    await send(device, 10)
    await removal.query('commit')
  } finally {
    removal.release()
  }
  const { rowCount } = await server.db.$client.query('select from alert where space_id = $1', [space.id])
  expect([rowCount, await waiting(space)]).toEqual([1, 0])
})

test('an alert is sent to ten thousand browsers', { tags: 'heavy' }, async () => {
  const { space, person, device } = await aWatcher()
  await server.db.$client.query(
    `with session as (
      insert into auth_session (jti, user_id, expires_at)
      select gen_random_uuid(), $1, now() + interval '1 day' from generate_series(1, 9999) returning jti
    )
    insert into push_browser (id, jti, endpoint, p256dh, auth, confirmed_at)
    select gen_random_uuid(), jti, 'https://push.example/' || jti, '', '', now() from session`,
    [person.id],
  )
  await send(device, 10)
  expect(await waiting(space)).toBe(10_000)
})

test('a person has at most 20 browsers, even when many are added at the same time', async () => {
  const person = await aUser(server)
  const add = async (_: unknown, index: number) => {
    const token = await giveToken(server.deps, server.db, { uid: person.id, sys: 'user' })
    const body = { ...SHARED, endpoint: `https://push.example/${person.id}/${index}` }
    return (await server.call('POST', '/profile/push', { token, body })).status
  }
  const statuses = await Promise.all(Array.from({ length: PUSH_BROWSERS_MAX + 5 }, add))
  expect(new Set(statuses)).toEqual(new Set([201]))
  expect(await browsersOf(person)).toHaveLength(PUSH_BROWSERS_MAX)
})

test('a browser belongs to the person who confirmed it last, and only they can remove it', async () => {
  startWorker()
  const space = await aSpace(server)
  const member = await aMember(server, space, 'user')
  const body = SHARED
  const first = await aNewBrowser(space.owner)
  const second = await aNewBrowser(member)
  const codes = [(await first.codeIn()).code, (await second.codeIn()).code]
  await server.db.$client.query(
    `update push_browser set endpoint = (select endpoint from push_browser where id = $1) where id = $2`,
    [first.id, second.id],
  )
  for (const code of codes) expect(await confirm(code)).toBe(204)
  expect(await browsersOf(space.owner)).toEqual([])
  const [browser] = await browsersOf(member)
  expect(browser).toMatchObject({ is_current: true, error: null })
  const remove = async (token: string) =>
    (await server.call('DELETE', `/profile/push/${browser?.id}`, { token })).status
  expect([await remove(space.owner.token), await remove(member.token), await remove(member.token)]).toEqual([
    404, 204, 404,
  ])
  const wrong = { ...body, keys: { ...body.keys, p256dh: `A${body.keys.p256dh.slice(1)}` } }
  const refused = await server.call('POST', '/profile/push', { token: member.token, body: wrong })
  expect(refused.status).toBe(400)
})
