import type { ServerResponse } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { auditEntry } from '../../server/db/schema'
import { httpSims } from '../../server/services/administration/sims/http'
import { aUser } from '../support/builders'
import { type Handler, startReceiver } from '../support/receiver'
import { serve } from '../support/serve'

const TOKEN = 'provider-secret-token'
const TIMEOUT = 600

const provider = await startReceiver()
afterAll(() => provider.stop())
const server = await serve({
  sims: ({ log }) => httpSims({ url: `${provider.url}/api`, token: TOKEN, timeout: TIMEOUT }, { log }),
})
const { token } = await aUser(server, { systemRole: 'admin' })

let cards = 0
/** Creates a card for one test, as the provider returns it. */
function aCard() {
  const number = String(++cards).padStart(10, '0')
  const imsi = `00101${number}`
  const sim = {
    imsi,
    iccid: `899900000${number}`,
    state: 'Active.Live',
    profile: 'one',
    attr1: 'a',
    attr2: null,
    apn: 'iot',
    info: { Operator: 'Testnet' },
  }
  return { imsi, sim, path: `/api/sims/${imsi}` }
}
type Card = ReturnType<typeof aCard>

const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))

/** Answers reads as usual, and changes by a handler. */
const onChange = ({ path, sim }: Card, answer: Handler) =>
  provider.on(path, (response, request) =>
    request.method === 'GET' ? json(response, sim) : answer(response, request),
  )

async function call(method: 'GET' | 'PUT', id: string, body?: object) {
  const answer = await server.call(method, `/admin/sim/${id}`, { token, body })
  return { status: answer.status, text: await answer.text() }
}

const logged = (id: string) => server.db.select().from(auditEntry).where(eq(auditEntry.targetId, id))

test('administrators who wait for the provider do not delay others', async () => {
  const card = aCard()
  const answers: (() => void)[] = []
  provider.on(card.path, (response) => void answers.push(() => json(response, card.sim)))
  const admins = [token, (await aUser(server, { systemRole: 'admin' })).token]
  const waiting = [...admins, ...admins, ...admins].map(async (admin) =>
    server.call('GET', `/admin/sim/${card.imsi}`, { token: admin }),
  )
  let hasWaited = false
  void Promise.race(waiting).then(() => (hasWaited = true))
  await expect.poll(() => answers.length).toBeGreaterThan(0)
  expect((await server.call('GET', '/profile', { token })).status).toBe(200)
  expect(hasWaited).toBe(false)
  for (const answer of answers) answer()
  await Promise.all(waiting)
})

test('a SIM is read and changed with the token of this server, and only changed fields are sent', async () => {
  const card = aCard()
  onChange(card, (response, { body }) => json(response, { ...card.sim, ...JSON.parse(body) }))
  const read = await call('GET', card.imsi)
  expect([read.status, JSON.parse(read.text)]).toEqual([200, card.sim])
  const changed = await call('PUT', card.imsi, { state: 'Active.Live', attr1: 'b' })
  expect(JSON.parse(changed.text)).toEqual({ ...card.sim, attr1: 'b' })
  const authorization = `Bearer ${TOKEN}`
  expect(provider.at(card.path)).toMatchObject([
    { method: 'GET', headers: { authorization } },
    { method: 'GET' },
    {
      method: 'PATCH',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"attr1":"b"}',
    },
  ])
  expect(await logged(card.imsi)).toMatchObject([
    { before: { attr1: 'a' }, after: { attr1: 'b' }, isUnknown: false, targetName: card.sim.iccid },
  ])
})

test('a SIM is transferred by its ICCID', async () => {
  const { sim } = aCard()
  const withCheckDigit = { ...sim, iccid: `${sim.iccid}7` }
  provider.on(`/api/sims/${sim.iccid}/transfer`, (response) => json(response, withCheckDigit))
  const { status, text } = await call('PUT', sim.iccid)
  expect([status, JSON.parse(text)]).toEqual([200, withCheckDigit])
  expect(provider.at(`/api/sims/${sim.iccid}/transfer`)).toMatchObject([{ method: 'POST', body: '' }])
})

test('while the provider has not answered, the log has an entry whose outcome is unknown', async () => {
  const card = aCard()
  let answer = () => {}
  onChange(card, (response) => (answer = () => json(response, { ...card.sim, attr1: 'b' })))
  const calling = call('PUT', card.imsi, { attr1: 'b' })
  await provider.arrivals(card.path, 2)
  expect(await logged(card.imsi)).toMatchObject([
    { before: { attr1: 'a' }, after: { attr1: 'b' }, isUnknown: true, targetName: card.sim.iccid },
  ])
  answer()
  expect((await calling).status).toBe(200)
  expect(await logged(card.imsi)).toMatchObject([{ isUnknown: false }])
})

test.each([
  [404, {}, 404, 'not found'],
  [409, { error: 'The SIM is barred.' }, 409, 'The SIM is barred'],
  [422, { error: '<b>No</b>\n <script>alert(1)</script> way' }, 409, 'No alert(1) way'],
  [400, { error: `unknown token ${TOKEN}` }, 409, 'unknown token …'],
  [400, { error: 'x'.repeat(1000) }, 409, `${'x'.repeat(199)}…`],
  [400, { error: 7 }, 409, 'refused by the SIM provider (status 400)'],
  [403, { error: 'secret' }, 409, 'the SIM provider does not accept the token of this server'],
  [429, {}, 409, 'the SIM provider takes no more calls, try again in 7 seconds'],
])('an answer of %i with %j changes nothing and leaves no entry', async (status, body, wanted, sentence) => {
  const card = aCard()
  onChange(card, (response) => {
    response.setHeader('Retry-After', '7')
    json(response, body, status)
  })
  expect(await call('PUT', card.imsi, { attr1: 'b' })).toEqual({ status: wanted, text: sentence })
  expect(await logged(card.imsi)).toEqual([])
})

const html = '<!doctype html><h1>Welcome</h1>'
test.each<[string, (card: Card) => Handler, string]>([
  ['fails', () => (response) => response.writeHead(500).end(html), 'failed (status 500)'],
  [
    'sends elsewhere',
    () => (response) => response.writeHead(302, { Location: `${provider.url}/elsewhere` }).end(),
    'failed (status 302)',
  ],
  ['answers a page', () => (response) => response.end(html), 'answered what cannot be read'],
  [
    'stops within JSON',
    ({ sim }) =>
      (response) =>
        response.end(JSON.stringify(sim).slice(0, 40)),
    'answered what cannot be read',
  ],
  [
    'answers text that cannot be stored',
    ({ sim }) =>
      (response) =>
        json(response, { ...sim, attr1: '\0' }),
    'answered what cannot be read',
  ],
  [
    'answers a number as the state',
    ({ sim }) =>
      (response) =>
        json(response, { ...sim, state: 1 }),
    'answered what cannot be read',
  ],
  [
    'answers another SIM',
    ({ sim }) =>
      (response) =>
        json(response, { ...sim, imsi: '001019999999999', attr1: 'b' }),
    'answered another SIM',
  ],
  [
    'has not changed it',
    ({ sim }) =>
      (response) =>
        json(response, sim),
    'answered another attr1 than it was given',
  ],
  [
    'answers too much',
    ({ sim }) =>
      (response) =>
        json(response, { ...sim, attr1: 'b', info: { text: 'x'.repeat(70_000) } }),
    'answered more than 64 kB',
  ],
  ['never answers', () => () => {}, 'did not answer within 0.6 seconds'],
  [
    'never ends',
    () => (response) => void response.writeHead(200).write('{"imsi":'),
    'did not answer within 0.6 seconds',
  ],
  ['closes the connection', () => (response) => response.destroy(), 'closed the connection'],
])('a provider that %s may have made the change', async (_, handlerOf, reason) => {
  const card = aCard()
  onChange(card, handlerOf(card))
  const sentence = `the SIM provider ${reason}`
  expect(await call('PUT', card.imsi, { attr1: 'b' })).toEqual({ status: 424, text: sentence })
  expect(await logged(card.imsi)).toMatchObject([{ after: { attr1: 'b' }, isUnknown: true }])
  provider.on(`${card.path}/transfer`, handlerOf(card))
  const isOfChange = reason.includes('attr1')
  expect((await call('PUT', card.imsi)).status).toBe(isOfChange ? 200 : 424)
})

test('no redirect is followed', () => {
  expect(provider.at('/elsewhere')).toEqual([])
})

test('a provider that cannot be reached leaves the SIM unchanged', async () => {
  const gone = await startReceiver()
  await gone.stop()
  const other = await serve({
    sims: ({ log }) => httpSims({ url: gone.url, token: TOKEN, timeout: TIMEOUT }, { log }),
  })
  const admin = await aUser(other, { systemRole: 'admin' })
  const answer = await other.call('PUT', '/admin/sim/001010000000001', { token: admin.token })
  expect([answer.status, await answer.text()]).toEqual([424, 'the SIM provider cannot be reached'])
  expect(await other.db.$count(auditEntry, eq(auditEntry.action, 'sim.transfer'))).toBe(0)
})

test('four calls run at once, and the fifth one waits', async () => {
  const slow = Array.from({ length: 4 }, aCard)
  for (const { path } of slow) provider.on(path, () => {})
  const calling = slow.map(({ imsi }) => call('GET', imsi))
  for (const { path } of slow) await provider.arrivals(path)
  const waiting = aCard()
  provider.on(waiting.path, (response) => json(response, waiting.sim))
  const late = call('GET', waiting.imsi)
  expect(provider.at(waiting.path)).toEqual([])
  for (const answer of await Promise.all(calling)) expect(answer.status).toBe(424)
  // It starts when one of the four times out; under load its own time may end just before that.
  const { status } = await late
  expect(provider.at(waiting.path)).toHaveLength(status === 200 ? 1 : 0)
  expect((await call('GET', waiting.imsi)).status).toBe(200)
})

test('the log contains neither the token nor the number of a card', async () => {
  const lines = server.logged.filter((line) => line.includes('SIM provider'))
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) {
    expect(line).not.toContain(TOKEN)
    expect(line).not.toMatch(/00101\d/)
  }
})
