import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { CAPABILITIES } from '#contract'
import { authApi } from '#contract/auth'
import { HOUR, WEEK } from '#contract/common/durations'
import { configSchema } from '#contract/config'
import { registrationApi } from '#contract/registration'
import { spacesApi } from '#contract/spaces'
import { usersApi } from '#contract/users'
import { appUser, mailLink, space as spaceTable } from '../../server/db/schema'
import { keepHouse } from '../../server/services/administration/housekeeping'
import { smtpTransport } from '../../server/services/mail/transport'
import { outcome } from '../support/answers'
import { aMember, aSpace, aUser, type TestSpace } from '../support/builders'
import {
  askOffer,
  callInvite,
  complete,
  invitationsOf,
  invite,
  payloadOf,
  registrationOf,
  signIn,
  verify,
} from '../support/invitations'
import { startMailbox } from '../support/mailbox'
import { ADDRESS, makeServer } from '../support/makeServer'
import { serve } from '../support/serve'

let clock = Date.parse('2026-03-01T10:00:00Z')

const mailbox = await startMailbox()
afterAll(() => mailbox.stop())
const server = await serve({ now: () => new Date(clock), mail: smtpTransport(mailbox.url) })

let lastPerson = 1
const anAddress = () => `nina-${lastPerson++}@example.com`

const DEAD = [401, 'the link is wrong, has expired or was used already']

const memberOf = async ({ id, owner }: TestSpace, userId: string) =>
  (await server.call('GET', `/spaces/${id}/users/${userId}`, { token: owner.token })).json()

const copyLink = async ({ id, owner }: TestSpace, userId: string) => {
  const answer = await server.call('POST', `/spaces/${id}/users/${userId}/invitation/link`, {
    token: owner.token,
  })
  return usersApi.link.answer.parse(await answer.json()).link
}

const resend = async ({ id, owner }: TestSpace, userId: string) =>
  server.call('POST', `/spaces/${id}/users/${userId}/invitation`, { token: owner.token })

const tokenOf = async (email: string) =>
  authApi.login.answer.parse(await (await signIn(server, email)).json()).access_token

const offerOf = async (link: string) =>
  registrationApi.invitation.answer.parse(await (await askOffer(server, link)).json())

const settled = async (space: TestSpace, userId: string) =>
  (await invitationsOf(server, space)).find((one) => one.user_id === userId)

test('an invitation reaches the mailbox, with all that the person needs to know', async () => {
  const space = await aSpace(server)
  const email = anAddress()
  const answer = await callInvite(server, space, `  ${email.toUpperCase()} `)
  expect(answer.status).toBe(201)
  const person = usersApi.invite.answer.parse(await answer.json())
  expect(person).toMatchObject({ email, space_role: 'user', space_invited: true, is_verified: false })

  const { headers, text, html, link } = await mailbox.newest(email)
  expect(headers.get('subject')).toBe(`Invitation to the space ${space.name} in Spaceport`)
  expect(headers.get('from')).toBe('Spaceport <cloud@example.com>')
  expect(headers.get('message-id')).toMatch(/^<[0-9a-f-]{36}@console\.example\.com>$/)
  expect(text).toContain(
    `${space.owner.email} invites you to the space ${space.name} in Spaceport, as a user`,
  )
  expect(text).toContain('The link works once, until 8 March 2026 at 10:00 UTC.')
  expect(link.startsWith(`${ADDRESS}/invitation?`)).toBe(true)
  expect(payloadOf(link)).toEqual({
    id: person.id,
    token: expect.stringMatching(/^[\w-]{43}$/),
    space_id: space.id,
  })
  expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
})

test('a new person gets the e-mail in the language of the sender, others in their own', async () => {
  const space = await aSpace(server)
  const [email, english] = [anAddress(), await aUser(server)]
  await server.db
    .update(appUser)
    .set({ language: 'en', timezone: 'Europe/Prague' })
    .where(eq(appUser.id, english.id))
  await invite(server, space, email, { language: 'cs' })
  await invite(server, space, english.email, { language: 'cs' })
  const czech = await mailbox.newest(email)
  expect(czech.headers.get('subject')).toBe(`Pozvánka do prostoru ${space.name} v aplikaci Spaceport`)
  expect(czech.text).toContain(
    `${space.owner.email} vás zve do prostoru ${space.name} v aplikaci Spaceport jako uživatel`,
  )
  expect(czech.text).toMatch(/Odkaz funguje jednou, do 8\. března 2026.* 10:00 UTC\./)
  expect(czech.html).toContain('Pokud jste pozvánku nečekali, tento e-mail ignorujte')
  expect((await mailbox.newest(english.email)).text).toContain('Open the invitation to join.')

  const other = await aSpace(server, await aUser(server, { language: 'en' }))
  await invite(server, other, email)
  expect((await mailbox.newest(email, 2)).text).toContain('Open the invitation to join.')
})

test('the language of the last sign-in is the language of e-mails', async () => {
  const user = await aUser(server, { password: 'a real password' })
  await server.call('POST', '/auth/login', {
    body: { email: user.email, password: 'a real password' },
    headers: { 'Accept-Language': 'cs-CZ,cs;q=0.9,en;q=0.8' },
  })
  const space = await aSpace(server)
  await invite(server, space, user.email)
  expect((await mailbox.newest(user.email)).text).toContain('Otevřete pozvánku')
})

test('names are never treated as markup', async ({ onTestFinished }) => {
  const hostile = '<b>Cloud</b> & "Co"'
  const own = await makeServer({
    mail: smtpTransport(mailbox.url),
    settings: {
      console: configSchema.parse({ apiBase: '/v2', capabilities: CAPABILITIES, productName: hostile }),
    },
  })
  onTestFinished(() => own.stop())
  const space = await aSpace(own)
  const name = '<script>alert(1)</script>\r\nBcc: all@example.com'
  await own.db.update(spaceTable).set({ name }).where(eq(spaceTable.id, space.id))
  const email = anAddress()
  await invite(own, space, email)
  const { headers, html, text } = await mailbox.newest(email)
  expect(html).not.toMatch(/<b>|<script/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('&lt;b&gt;Cloud&lt;/b&gt; &amp; &quot;Co&quot;')
  expect(text).toContain(hostile)
  expect(headers.has('bcc')).toBe(false)
})

test('a new person completes the registration and is in the space', async () => {
  const space = await aSpace(server)
  const email = anAddress()
  const id = await invite(server, space, email, { role: 'admin' })
  const { link } = await mailbox.newest(email)
  expect((await signIn(server, email)).status).toBe(401)
  expect(await outcome(await complete(server, link))).toEqual([204, ''])
  expect(await memberOf(space, id)).toMatchObject({ is_verified: true, space_invited: false })

  const spaces = await server.call('GET', '/spaces', { token: await tokenOf(email) })
  expect(spacesApi.list.answer.parse(await spaces.json())).toMatchObject([
    { name: email.replace('@example.com', ''), type: 'personal', user_role: 'admin' },
    { id: space.id, user_role: 'admin', invited: false },
  ])
})

test('a person with an account signs in and accepts', async () => {
  const space = await aSpace(server)
  const user = await aUser(server)
  await invite(server, space, user.email)
  const { link } = await mailbox.newest(user.email)
  expect(await offerOf(link)).toMatchObject({ email: user.email, space_id: space.id, has_account: true })
  expect((await server.call('PUT', `/spaces/${space.id}/accept`, { token: user.token })).status).toBe(200)
  expect(await memberOf(space, user.id)).toMatchObject({ is_verified: true, space_invited: false })
  expect(await invitationsOf(server, space)).toEqual([])
  expect(await outcome(await askOffer(server, link))).toEqual(DEAD)
})

test('a copied link creates an account that works after the address is verified', async () => {
  const space = await aSpace(server)
  const email = anAddress()
  const id = await invite(server, space, email)
  await mailbox.newest(email)
  const copied = await copyLink(space, id)
  expect((await complete(server, copied)).status).toBe(204)
  expect(await outcome(await signIn(server, email))).toEqual([403, 'forbidden: not verified'])
  expect(await memberOf(space, id)).toMatchObject({ is_verified: false, space_invited: true })

  const { headers, link } = await mailbox.newest(email, 2)
  expect(headers.get('subject')).toBe('Verify your e-mail address for Spaceport')
  expect(link.startsWith(`${ADDRESS}/signup/verification?`)).toBe(true)
  expect(await outcome(await verify(server, link))).toEqual([204, ''])
  expect((await signIn(server, email)).status).toBe(200)
  expect(await outcome(await verify(server, link))).toEqual(DEAD)
})

test('a person who signs in without a verified address gets another link, once an hour', async () => {
  const { email, password } = await aUser(server, { isVerified: false, password: 'my new password' })
  const tryTwice = async () => {
    const answers = await Promise.all([1, 2].map(async () => signIn(server, email, password)))
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
  }
  await tryTwice()
  await mailbox.newest(email)
  clock += HOUR
  await tryTwice()
  const { link } = await mailbox.newest(email, 2)
  expect((await verify(server, link)).status).toBe(204)
  expect((await signIn(server, email, password)).status).toBe(200)
  expect(mailbox.received.filter(({ to }) => to === email)).toHaveLength(2)
})

test('a mailed link works once, and ends every other link of the person', async () => {
  const space = await aSpace(server)
  const email = anAddress()
  const id = await invite(server, space, email)
  const { link } = await mailbox.newest(email)
  const copied = await copyLink(space, id)
  const answers = await Promise.all([link, link].map(async (one) => complete(server, one)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401])
  for (const used of [link, copied])
    expect(await outcome(await complete(server, used, { data: 'another password' }))).toEqual(DEAD)
  expect((await signIn(server, email)).status).toBe(200)
})

describe('a stranger who opens a copied link', () => {
  const STRANGER = 'password of a stranger'

  /**
   * The owner sets a password with a mailed link. Then the stranger's password and every other link stop working.
   */
  async function expectOwner(email: string, mailed: string, others: string[]) {
    expect(await outcome(await complete(server, mailed))).toEqual([204, ''])
    expect((await signIn(server, email)).status).toBe(200)
    expect((await signIn(server, email, STRANGER)).status).toBe(401)
    for (const link of [mailed, ...others])
      expect(await outcome(await complete(server, link, { data: STRANGER }))).toEqual(DEAD)
  }

  test('does not use up the mailed link, and copied links work once', async () => {
    const [space, other] = [await aSpace(server), await aSpace(server)]
    const email = anAddress()
    const id = await invite(server, space, email)
    const otherId = await invite(server, other, email)
    const { link } = await mailbox.newest(email, 2)
    const [copied, second] = [await copyLink(space, id), await copyLink(other, otherId)]
    expect((await complete(server, copied, { data: STRANGER })).status).toBe(204)
    for (const used of [copied, second])
      expect(await outcome(await complete(server, used, { data: 'another password' }))).toEqual(DEAD)
    const verification = (await mailbox.newest(email, 3)).link
    await expectOwner(email, link, [copied, second])
    expect(await outcome(await verify(server, verification))).toEqual(DEAD)
    const spaces = await (await server.call('GET', '/spaces', { token: await tokenOf(email) })).json()
    expect(spacesApi.list.answer.parse(spaces).filter(({ type }) => type === 'personal')).toHaveLength(1)
  })

  test('cannot stop the invitation of the owner', async () => {
    const space = await aSpace(server)
    const email = anAddress()
    mailbox.treat(451)
    const id = await invite(server, space, email)
    await expect.poll(async () => settled(space, id)).toMatchObject({ error: expect.stringContaining('451') })
    const copied = await copyLink(space, id)
    expect((await complete(server, copied, { data: STRANGER })).status).toBe(204)
    await mailbox.newest(email)
    clock += 60_000
    server.deps.dueMail.ring()
    const { text, link } = await mailbox.newest(email, 2)
    expect(text).toContain('Open the invitation to join.')
    await expectOwner(email, link, [copied])
  })

  test('is not asked to sign in by an invitation to another space', async () => {
    const email = anAddress()
    const [space, other] = [await aSpace(server), await aSpace(server)]
    const copied = await copyLink(space, await invite(server, space, email))
    expect((await complete(server, copied, { data: STRANGER })).status).toBe(204)
    await mailbox.newest(email, 2)
    await invite(server, other, email)
    await expectOwner(email, (await mailbox.newest(email, 3)).link, [copied])
  })
})

test('a person who has verified the address keeps the password', async () => {
  const space = await aSpace(server)
  const email = anAddress()
  const id = await invite(server, space, email)
  const { link } = await mailbox.newest(email)
  expect((await complete(server, await copyLink(space, id))).status).toBe(204)
  expect((await verify(server, (await mailbox.newest(email, 2)).link)).status).toBe(204)
  expect(await outcome(await complete(server, link, { data: 'another password' }))).toEqual(DEAD)
  expect((await signIn(server, email)).status).toBe(200)
})

test.each([
  ['with another token', { token: 'x'.repeat(43) }],
  ['for another person', { id: randomUUID() }],
  ['for another address', { email: 'other@example.com' }],
])('a link %s is refused', async (_what, values) => {
  const email = anAddress()
  await invite(server, await aSpace(server), email)
  const { link } = await mailbox.newest(email)
  expect(await outcome(await complete(server, link, values))).toEqual(DEAD)
  expect((await complete(server, link)).status).toBe(204)
})

test('a link stops working when the account gets another address', async () => {
  const email = anAddress()
  await invite(server, await aSpace(server), email)
  const { link } = await mailbox.newest(email)
  const body = { ...(await registrationOf(server, link)), data: 'my new password' }
  await server.db.update(appUser).set({ email: anAddress() }).where(eq(appUser.email, email))
  expect(await outcome(await askOffer(server, link))).toEqual(DEAD)
  expect(await outcome(await server.call('POST', '/registration/complete', { body }))).toEqual(DEAD)
})

test('a link expires after seven days, and is then deleted', async () => {
  const email = anAddress()
  await invite(server, await aSpace(server), email)
  const { link } = await mailbox.newest(email)
  const links = () => server.db.$count(mailLink, eq(mailLink.email, email))
  clock += WEEK - 1000
  await keepHouse(server.deps, { messageRetentionDays: undefined, deliveryRetentionDays: 30 })
  expect(await links()).toBe(1)
  clock += 2000
  expect(await outcome(await complete(server, link))).toEqual(DEAD)
  await keepHouse(server.deps, { messageRetentionDays: undefined, deliveryRetentionDays: 30 })
  expect(await links()).toBe(0)
})

test('an e-mail can be sent again; the former link still works', async () => {
  const space = await aSpace(server)
  const email = anAddress()
  const id = await invite(server, space, email)
  const first = await mailbox.newest(email)
  const again = await resend(space, id)
  expect([again.status, await again.json()]).toMatchObject([200, { user_id: id, mail_state: 'waiting' }])
  const second = await mailbox.newest(email, 2)
  expect(second.link).not.toBe(first.link)
  await expect.poll(async () => settled(space, id)).toMatchObject({ mail_state: 'sent', error: null })
  expect((await complete(server, first.link)).status).toBe(204)
  expect(await outcome(await resend(space, id))).toEqual([409, 'the invitation was accepted already'])
})

test('nobody is invited twice', async () => {
  const space = await aSpace(server)
  const member = await aMember(server, space, 'user')
  const email = anAddress()
  const answers = await Promise.all([1, 2].map(async () => callInvite(server, space, email)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(await outcome(await callInvite(server, space, email))).toEqual([
    409,
    'email was invited to the space already',
  ])
  expect(await outcome(await callInvite(server, space, member.email))).toEqual([
    409,
    'email is in the space already',
  ])
})

test('a removed invitation leaves no account and no link, unless another space invites', async () => {
  const [space, other] = [await aSpace(server), await aSpace(server)]
  const email = anAddress()
  const id = await invite(server, space, email)
  const { link } = await mailbox.newest(email)
  const otherId = await invite(server, other, email)
  const accounts = () => server.db.$count(appUser, eq(appUser.email, email))
  const remove = async ({ id: spaceId, owner }: TestSpace, invitationId: string) =>
    (await server.call('DELETE', `/spaces/${spaceId}/users/${invitationId}`, { token: owner.token })).status
  expect(await remove(space, id)).toBe(204)
  expect(await accounts()).toBe(1)
  expect(await outcome(await complete(server, link))).toEqual(DEAD)
  expect(await remove(other, otherId)).toBe(204)
  expect(await accounts()).toBe(0)
})

test('a removal wins over any simultaneous use of the invitation', { tags: 'heavy' }, async () => {
  const space = await aSpace(server)
  const { token } = space.owner
  for (let i = 0; i < 15; i++) {
    const email = anAddress()
    const id = await invite(server, space, email)
    const path = `/spaces/${space.id}/users/${id}`
    const answers = await Promise.all([
      resend(space, id),
      server.call('POST', `${path}/invitation/link`, { token }),
      server.call('DELETE', path, { token }),
      resend(space, id),
    ])
    const statuses = answers.map(({ status }) => status)
    expect([200, 201, 204, 404]).toEqual(expect.arrayContaining(statuses))
    expect(statuses).toContain(204)
    expect(await server.db.$count(appUser, eq(appUser.email, email))).toBe(0)
  }
})

test('a registration names missing fields', async () => {
  const email = anAddress()
  await invite(server, await aSpace(server), email)
  const { link } = await mailbox.newest(email)
  for (const [values, sentence] of [
    [{ id: null }, 'id is required'],
    [{ token: null }, 'token is required'],
    [{ data: 'four' }, 'data must have at least 5 characters'],
    [{ data: null }, 'data must be text'],
  ] as const)
    expect(await outcome(await complete(server, link, values))).toEqual([400, sentence])
})

test('guesses at links are limited', async () => {
  const body = { id: randomUUID(), token: 'x', email: anAddress() }
  const guess = async () => (await server.call('PUT', '/registration/verify', { body })).status
  const statuses = await Promise.all(Array.from({ length: 12 }, guess))
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
})

test('one address gets at most ten e-mails an hour', async () => {
  const space = await aSpace(server)
  const email = anAddress()
  const id = await invite(server, space, email)
  for (let i = 0; i < 9; i++) expect((await resend(space, id)).status).toBe(200)
  const refused = await resend(space, id)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '360'])
  expect(await refused.text()).toBe('too many e-mails to this address, try again in 360 seconds')
})

test('no token is logged or stored in the database', async () => {
  const email = anAddress()
  await invite(server, await aSpace(server), email)
  const { token = 'missing' } = payloadOf((await mailbox.newest(email)).link)
  expect(server.logged.join('\n')).not.toContain(token)
  const { rows } = await server.db.$client.query<{ all: string }>(
    "select coalesce(string_agg(m::text, ''), '') || (select string_agg(l::text, '') from mail_link l) as all from mail m",
  )
  expect(rows[0]?.all).not.toContain(token)
})
