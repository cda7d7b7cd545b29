import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CAPABILITIES } from '#contract'
import { MINUTE } from '#contract/common/durations'
import { configSchema } from '#contract/config'
import { outboxTransport, smtpTransport } from '../../server/services/mail/transport'
import { aSpace, aUser, type TestSpace } from '../support/builders'
import { createDatabase } from '../support/database'
import { complete, invitationsOf, invite } from '../support/invitations'
import { parseMail, startMailbox } from '../support/mailbox'
import { makeServer, type TestServer } from '../support/makeServer'
import { startProxy } from '../support/proxy'
import { startProcess } from '../support/serverProcess'

let clock: number
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let server: TestServer
let space: TestSpace

const now = () => new Date(clock)

beforeEach(async () => {
  clock = Date.now()
  mailbox = await startMailbox()
  server = await makeServer({ now, mail: smtpTransport(mailbox.url) })
  space = await aSpace(server)
})
afterEach(async () => {
  await server.stop()
  await mailbox.stop()
})

/** Resolves when the invitation e-mail of a person has the state. */
const untilState = async (userId: string, mail_state: string) => {
  const read = async () => (await invitationsOf(server, space)).find(({ user_id }) => user_id === userId)
  await expect.poll(read).toMatchObject({ mail_state })
}

const errorOf = async (userId: string) =>
  (await invitationsOf(server, space)).find(({ user_id }) => user_id === userId)?.error

/** Advances the clock, and wakes the worker. */
function pass(milliseconds: number) {
  clock += milliseconds
  server.deps.dueMail.ring()
}

let lastWitness = 1
/** Sends another e-mail. Once it arrives, the worker has processed all that were due before. */
async function workerHasLooked() {
  const email = `witness-${lastWitness++}@example.com`
  await invite(server, space, email)
  await mailbox.newest(email)
}

const EMAIL = 'nina@example.com'
const toNina = () => mailbox.received.filter(({ to }) => to === EMAIL)

test('an e-mail that the mail server defers is retried a minute later, and not before', async () => {
  mailbox.treat(451)
  const id = await invite(server, space, EMAIL)
  await mailbox.offered(1)
  await expect.poll(() => errorOf(id)).toMatch(/^the mail server answered: 451 /)
  await untilState(id, 'waiting')
  pass(MINUTE - 1000)
  await workerHasLooked()
  expect(toNina()).toEqual([])
  pass(1000)
  await mailbox.newest(EMAIL)
  await untilState(id, 'sent')
  expect(await errorOf(id)).toBeNull()
})

test('it gets six attempts in eleven hours, then it has failed', async () => {
  mailbox.treat(451, 451, 451, 451, 451, 451)
  const id = await invite(server, space, EMAIL)
  for (const [i, minutes] of [1, 5, 30, 120, 480].entries()) {
    await mailbox.offered(i + 1)
    await untilState(id, 'waiting')
    // The result of the attempt is stored once nothing is due at the old time.
    await expect
      .poll(async () => (pass(0), server.logged.filter((line) => line.includes('not sent')).length))
      .toBe(i + 1)
    pass(minutes * MINUTE)
  }
  await untilState(id, 'failed')
  expect(mailbox.attempts()).toBe(6)
  pass(24 * 60 * MINUTE)
  await workerHasLooked()
  expect(toNina()).toEqual([])
})

test('an e-mail that the mail server rejects has failed at once, and can be sent again', async () => {
  mailbox.treat(550)
  const id = await invite(server, space, EMAIL)
  await untilState(id, 'failed')
  expect(await errorOf(id)).toMatch(/^the mail server answered: 550 /)
  const path = `/spaces/${space.id}/users/${id}/invitation`
  expect((await server.call('POST', path, { token: space.owner.token })).status).toBe(200)
  await mailbox.newest(EMAIL)
  await untilState(id, 'sent')
})

test('an e-mail whose connection broke after its content is not sent again', async () => {
  mailbox.treat('cut')
  const id = await invite(server, space, EMAIL)
  await untilState(id, 'unknown')
  expect(await errorOf(id)).toBe('the connection to the mail server broke while the e-mail was being sent')
  pass(24 * 60 * MINUTE)
  await workerHasLooked()
  expect(toNina()).toHaveLength(1)
})

test('while the mail server is down e-mails wait', async () => {
  const { port } = mailbox
  await mailbox.stop()
  const id = await invite(server, space, EMAIL)
  await expect.poll(() => errorOf(id)).toMatch(/^the mail server cannot be used \(E[A-Z]+\)$/)
  mailbox = await startMailbox({ port })
  pass(MINUTE)
  await mailbox.newest(EMAIL)
  await untilState(id, 'sent')
})

test('two copies of the server send each e-mail once', { tags: 'heavy' }, async () => {
  const mail = smtpTransport(mailbox.url)
  const other = await makeServer({ now, mail, databaseUrl: server.databaseUrl })
  const emails = Array.from({ length: 20 }, (_, i) => `person-${i}@example.com`)
  const ids = await Promise.all(emails.map(async (email, i) => invite(i % 2 ? server : other, space, email)))
  for (const id of ids) await untilState(id, 'sent')
  await other.stop()
  expect(mailbox.received.map(({ to }) => to).toSorted()).toEqual(emails.toSorted())
})

test('an e-mail that a killed server was sending has failed after ten minutes, and is not sent again', {
  tags: 'heavy',
}, async () => {
  await server.stop()
  const release = mailbox.hold()
  const killed = await startProcess({
    DATABASE_URL: server.databaseUrl,
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'cloud@example.com',
  })
  const quiet = await makeServer({ now, databaseUrl: server.databaseUrl })
  const id = await invite(quiet, space, EMAIL)
  await mailbox.offered(1)
  await killed.stop('SIGKILL')
  release()
  await quiet.stop()

  server = await makeServer({ now, mail: smtpTransport(mailbox.url), databaseUrl: server.databaseUrl })
  await workerHasLooked()
  await untilState(id, 'waiting')
  pass(11 * MINUTE)
  await untilState(id, 'unknown')
  expect(await errorOf(id)).toBe('the server ended while it was sending the e-mail')
  pass(24 * 60 * MINUTE)
  await workerHasLooked()
  expect(toNina()).toHaveLength(1)
})

test('when the database goes away while an e-mail is being sent, it is sent once', async ({
  onTestFinished,
}) => {
  const databaseUrl = await createDatabase()
  const proxy = await startProxy(databaseUrl)
  const through = new URL(databaseUrl)
  through.host = new URL(proxy.url).host
  await server.stop()
  const fragile = await makeServer({ now, mail: smtpTransport(mailbox.url), databaseUrl: String(through) })
  server = await makeServer({ now, databaseUrl })
  onTestFinished(async () => {
    await fragile.stop()
    await proxy.close()
  })
  space = await aSpace(server)
  const release = mailbox.hold()
  const id = await invite(fragile, space, EMAIL)
  await mailbox.offered(1)
  proxy.cut()
  release()
  await expect.poll(() => toNina()).toHaveLength(1)
  await untilState(id, 'waiting')
  proxy.restore()
  await untilState(id, 'sent')
  expect(toNina()).toHaveLength(1)
})

test('without a mail server e-mails are files that only their owner can read, and the output has the link', async ({
  onTestFinished,
}) => {
  const folder = join(mkdtempSync(join(tmpdir(), 'spaceport-outbox-')), 'outbox')
  const said: string[] = []
  await server.stop()
  const console = configSchema.parse({ apiBase: '/v2', capabilities: CAPABILITIES, sendsMail: false })
  server = await makeServer({
    mail: outboxTransport(folder, (line) => said.push(line)),
    settings: { console },
  })
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true }))
  space = await aSpace(server)
  const id = await invite(server, space, EMAIL)
  await untilState(id, 'outbox')
  const [name = ''] = readdirSync(folder)
  const { to, link } = parseMail(readFileSync(join(folder, name)))
  expect([to, statSync(join(folder, name)).mode & 0o777]).toEqual([EMAIL, 0o600])
  expect(said.join()).toContain(`the e-mail to ${EMAIL} is ${join(folder, name)}. Its link: ${link}`)
  expect((await complete(server, link)).status).toBe(204)

  // A refused invitation has the same state.
  const person = await aUser(server)
  const refused = await invite(server, space, person.email)
  await untilState(refused, 'outbox')
  const { status } = await server.call('PUT', `/spaces/${space.id}/refuse`, {
    token: person.token,
    body: { of_sender: false },
  })
  expect(status).toBeLessThan(300)
  await server.call('POST', `/spaces/${space.id}/users/${refused}/invitation`, { token: space.owner.token })
  await untilState(refused, 'outbox')
  expect(readdirSync(folder)).toHaveLength(2)
})
