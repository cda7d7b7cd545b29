import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { authApi } from '#contract/auth'
import { MINUTE } from '#contract/common/durations'
import { profileApi } from '#contract/profile'
import { appUser, authSession } from '../../server/db/schema'
import { giveToken } from '../../server/services/accounts/signIn/tokens'
import { smtpTransport } from '../../server/services/mail/transport'
import {
  anAddress,
  DEAD,
  forget,
  from,
  NEXT,
  PASSWORD,
  register,
  reset,
  signInFrom,
} from '../support/accounts'
import { outcome } from '../support/answers'
import { aSpace, aUser, type TestUser } from '../support/builders'
import { invite, payloadOf, verify } from '../support/invitations'
import { startMailbox } from '../support/mailbox'
import { ADDRESS } from '../support/makeServer'
import { callDuring } from '../support/meanwhile'
import { serve } from '../support/serve'
import { sentBy } from '../support/statements/sentBy'

let clock = Date.parse('2026-03-01T10:00:00Z')
const now = () => new Date(clock)

const mailbox = await startMailbox()
afterAll(() => mailbox.stop())
const settings = { trustProxy: true }
const server = await serve({ now, settings, mail: smtpTransport(mailbox.url) })

const statusOf = async (email: string, password: string) => (await signInFrom(server, email, password)).status
const profileStatus = async (token: string) => (await server.call('GET', '/profile', { token })).status

/** Returns the link of the newest reset e-mail, once there are so many. */
async function resetLink(email: string, count = 1) {
  expect((await forget(server, email)).status).toBe(204)
  return (await mailbox.newest(email, count)).link
}

const change = async ({ token }: Pick<TestUser, 'token'>, current: string | null, password = NEXT) =>
  server.call('PUT', '/profile/password', { token, body: { current_password: current, password } })

/** Signs a person in again. */
const anotherToken = async ({ id }: TestUser, method: 'password' | 'link' = 'password') =>
  giveToken(server.deps, server.db, { uid: id, sys: 'user' }, { method })

const withoutPassword = async (user: TestUser) =>
  server.db.update(appUser).set({ passwordHash: null }).where(eq(appUser.id, user.id))

describe('a forgotten password', () => {
  test('is replaced by a link that can be checked any number of times, until it is used', async () => {
    const user = await aUser(server)
    const link = await resetLink(user.email)
    const check = async (values: object = {}) =>
      outcome(
        await server.call('POST', '/profile/password/reset/check', {
          body: { ...payloadOf(link), ...values },
          headers: from(),
        }),
      )
    expect([await check(), await check()]).toEqual([
      [204, ''],
      [204, ''],
    ])
    // The same whether the address has an account or not.
    for (const wrong of [{ token: 'wrong' }, { email: anAddress() }, { id: randomUUID() }])
      expect(await check(wrong)).toEqual(DEAD)
    expect(await outcome(await reset(server, link))).toEqual([204, ''])
    expect(await check()).toEqual(DEAD)
  })

  test('is replaced by the link of an e-mail; all sessions end, and the owner gets an e-mail', async () => {
    const user = await aUser(server)
    const link = await resetLink(user.email)
    expect(link.startsWith(`${ADDRESS}/login/new-password?`)).toBe(true)
    const { headers, text } = await mailbox.newest(user.email)
    expect(headers.get('subject')).toBe('Set a new password for Spaceport')
    expect(text).toContain('The link works once, until 1 March 2026 at 11:00 UTC.')
    expect(await outcome(await reset(server, link))).toEqual([204, ''])
    expect([await statusOf(user.email, user.password), await statusOf(user.email, NEXT)]).toEqual([401, 200])
    expect(await profileStatus(user.token)).toBe(401)
    const letter = await mailbox.newest(user.email, 2)
    expect(letter.headers.get('subject')).toBe('Your password for Spaceport was changed')
    expect(letter.link).toBe(`${ADDRESS}/login/forgot-password`)
  })

  test('takes the same answer and the same work for an address without an account', async () => {
    const quiet = await serve({ now, settings, databaseUrl: server.databaseUrl })
    const workFor = async (email: string) =>
      sentBy(quiet, async () => expect(await outcome(await forget(quiet, email))).toEqual([204, '']))
    const work = await workFor('nobody@example.com')
    expect(work.join()).toContain('insert into mail')
    expect(await workFor((await aUser(quiet)).email)).toEqual(work)
  })

  test('sends at most five e-mails an hour, without saying so', async () => {
    const { email } = await aUser(server)
    for (let i = 0; i < 8; i++) expect(await outcome(await forget(server, email))).toEqual([204, ''])
    await mailbox.newest(email, 5)
    clock += 13 * MINUTE
    await resetLink(email, 6)
    expect(mailbox.received.filter(({ to }) => to === email)).toHaveLength(6)
  })

  test('can be requested twenty times from one network address', async () => {
    const headers = from()
    for (let i = 0; i < 20; i++) expect((await forget(server, anAddress(), headers)).status).toBe(204)
    const answer = await forget(server, anAddress(), headers)
    expect(await outcome(answer)).toEqual([429, 'too many requests, try again in 60 seconds'])
    expect(answer.headers.get('Retry-After')).toBe('60')
  })

  test('is replaced once: a second use of the link fails, even at the same time', async () => {
    const { email } = await aUser(server)
    const link = await resetLink(email)
    const answers = await Promise.all([reset(server, link), reset(server, link, { password: 'another one' })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401])
    expect(await outcome(await reset(server, link))).toEqual(DEAD)
    const [first] = answers
    expect(await statusOf(email, first.status === 204 ? NEXT : 'another one')).toBe(200)
  })

  test('invalidates all former links, and drops pending e-mails', async () => {
    const { email } = await aUser(server)
    const [first, second] = [await resetLink(email), await resetLink(email, 2)]
    const release = mailbox.hold()
    await forget(server, email)
    await mailbox.offered(mailbox.attempts() + 1)
    expect((await reset(server, second)).status).toBe(204)
    release()
    expect(await outcome(await reset(server, first))).toEqual(DEAD)
    await mailbox.newest(email, 3)
    const links = mailbox.received.filter(({ to, link }) => to === email && link.includes('token='))
    for (const { link } of links) expect(await outcome(await reset(server, link))).toEqual(DEAD)
  })

  test('opens no session for somebody who sends the old one at the same time', async () => {
    const user = await aUser(server)
    const answer = await callDuring(
      server,
      // Like a reset that has stored the password, but not ended the sessions yet.
      (client) => client.query("update app_user set password_hash = 'another' where id = $1", [user.id]),
      () => signInFrom(server, user.email, user.password),
    )
    expect(await outcome(answer)).toEqual([401, 'the account was changed in the meantime, try again'])
  })

  test('has a link that works for an hour', async () => {
    const { email } = await aUser(server)
    const link = await resetLink(email)
    clock += 61 * MINUTE
    expect(await outcome(await reset(server, link))).toEqual(DEAD)
  })

  test.each([
    ['another token', { token: 'x'.repeat(43) }],
    ['another person', { id: randomUUID() }],
    ['another address', { email: 'other@example.com' }],
  ])('is not replaced by a link with %s', async (_what, values) => {
    const { email } = await aUser(server)
    const link = await resetLink(email)
    expect(await outcome(await reset(server, link, values))).toEqual(DEAD)
    expect((await reset(server, link)).status).toBe(204)
  })

  test('is not replaced by a link of another kind, and its link does nothing else', async () => {
    const email = anAddress()
    await register(server, email)
    const { link: verification } = await mailbox.newest(email)
    const link = await resetLink(email, 2)
    expect(await outcome(await reset(server, verification))).toEqual(DEAD)
    expect(await outcome(await verify(server, link))).toEqual(DEAD)
    const completion = await server.call('POST', '/registration/complete', {
      body: { ...payloadOf(link), provider: 'password', data: NEXT },
    })
    expect(await outcome(completion)).toEqual(DEAD)
    const { token } = payloadOf(link)
    expect(await outcome(await server.call('POST', '/auth/recovery', { body: { token } }))).toEqual(DEAD)
  })

  test('of an unverified account is replaced, and the link also verifies the address', async () => {
    const email = anAddress()
    await register(server, email, { data: 'password of a thief' })
    const { link: verification } = await mailbox.newest(email)
    expect((await reset(server, await resetLink(email, 2))).status).toBe(204)
    expect(await statusOf(email, NEXT)).toBe(200)
    expect(await statusOf(email, 'password of a thief')).toBe(401)
    expect(await outcome(await verify(server, verification))).toEqual(DEAD)
  })

  test('of a person who was only invited is replaced, and the account gets a personal space', async () => {
    const email = anAddress()
    await invite(server, await aSpace(server), email)
    await mailbox.newest(email)
    expect((await reset(server, await resetLink(email, 2))).status).toBe(204)
    const answer = await signInFrom(server, email, NEXT)
    const token = authApi.login.answer.parse(await answer.json()).access_token
    const spaces: unknown = await (await server.call('GET', '/spaces', { token })).json()
    expect(spaces).toContainEqual(expect.objectContaining({ type: 'personal' }))
  })
})

describe('a password with accents', () => {
  const [COMPOSED, DECOMPOSED, WIDE] = [
    'p\u0159\u00edstav 5',
    'pr\u030ci\u0301stav 5',
    'p\u0159\u00edstav\u00a0\uff15',
  ]

  test('is the same in every Unicode form', async () => {
    const user = await aUser(server)
    expect((await change(user, user.password, WIDE)).status).toBe(204)
    for (const written of [COMPOSED, DECOMPOSED, WIDE]) expect(await statusOf(user.email, written)).toBe(200)
    expect(await statusOf(user.email, 'pristav 5')).toBe(401)
  })
})

describe('a password change', () => {
  test('needs the current one; it ends other sessions and links, and the owner gets an e-mail', async () => {
    const user = await aUser(server)
    const link = await resetLink(user.email)
    const other = await anotherToken(user)
    expect(await outcome(await change(user, user.password))).toEqual([204, ''])
    expect([await profileStatus(user.token), await profileStatus(other)]).toEqual([200, 401])
    expect([await statusOf(user.email, user.password), await statusOf(user.email, NEXT)]).toEqual([401, 200])
    expect((await mailbox.newest(user.email, 2)).text).toContain('was changed')
    expect(await outcome(await reset(server, link, { password: PASSWORD }))).toEqual(DEAD)
  })

  test('is refused when the current one is wrong or missing', async () => {
    const user = await aUser(server)
    expect(await outcome(await change(user, 'wrong password'))).toEqual([
      409,
      'the current password is wrong',
    ])
    expect(await outcome(await change(user, null))).toEqual([400, 'current_password is required'])
    expect(await statusOf(user.email, user.password)).toBe(200)
  })

  test('is limited to ten guesses from a session', async () => {
    const user = await aUser(server)
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await change(user, `guess number ${i}`)).status)
    expect(statuses).toEqual([...Array(10).fill(409), 429])
    expect((await change(user, user.password)).headers.get('Retry-After')).toBe('60')
  })

  test('from two places at the same time succeeds once', async () => {
    const user = await aUser(server)
    const token = await anotherToken(user)
    const answers = await Promise.all([
      change(user, user.password),
      change({ token }, user.password, PASSWORD),
    ])
    // The second one has a wrong password or, when it is late, an ended session.
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      204,
      expect.toBeOneOf([401, 409]),
    ])
    const isFirst = answers[0].status === 204
    expect(await statusOf(user.email, isFirst ? NEXT : PASSWORD)).toBe(200)
    expect([await profileStatus(user.token), await profileStatus(token)]).toEqual(
      isFirst ? [200, 401] : [401, 200],
    )
  })

  test('needs a recent sign-in', async () => {
    const user = await aUser(server)
    clock += 16 * MINUTE
    expect(await outcome(await change(user, user.password))).toEqual([403, 'forbidden: sign in again'])
  })

  const asksCurrent = async (token: string) =>
    profileApi.password.answer.parse(await (await server.call('GET', '/profile/password', { token })).json())
      .asks_current

  test('needs no current one for an account without a password', async () => {
    const user = await aUser(server)
    expect(await asksCurrent(user.token)).toBe(true)
    await withoutPassword(user)
    expect(await asksCurrent(user.token)).toBe(false)
    expect((await change(user, null)).status).toBe(204)
    expect(await statusOf(user.email, NEXT)).toBe(200)
  })

  test('needs no current one within 15 minutes after a one-time link', async () => {
    const [user, later] = [await aUser(server), await aUser(server)]
    const [token, late] = [await anotherToken(user, 'link'), await anotherToken(later, 'link')]
    expect(await asksCurrent(token)).toBe(false)
    expect((await change({ token }, null)).status).toBe(204)
    expect(await statusOf(user.email, NEXT)).toBe(200)
    clock += 16 * MINUTE
    // As if the person had confirmed their identity meanwhile.
    await server.db.update(authSession).set({ confirmedAt: now() }).where(eq(authSession.userId, later.id))
    expect(await asksCurrent(late)).toBe(true)
    expect((await change({ token: late }, null)).status).toBe(400)
  })
})
