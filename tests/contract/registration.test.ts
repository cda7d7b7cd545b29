import { afterAll, expect, test } from 'vitest'
import { authApi } from '#contract/auth'
import { spacesApi } from '#contract/spaces'
import { smtpTransport } from '../../server/services/mail/transport'
import { anAddress, DEAD, from, NEXT, PASSWORD, register, signInFrom } from '../support/accounts'
import { outcome } from '../support/answers'
import { aSpace, aUser } from '../support/builders'
import { complete, invite, verify } from '../support/invitations'
import { startMailbox } from '../support/mailbox'
import { ADDRESS } from '../support/makeServer'
import { serve } from '../support/serve'
import { sentBy } from '../support/statements/sentBy'

const mailbox = await startMailbox()
afterAll(() => mailbox.stop())
const settings = { trustProxy: true }
const server = await serve({ settings, mail: smtpTransport(mailbox.url) })

const signIn = async (email: string, password = PASSWORD) => signInFrom(server, email, password)
const linkTo = async (email: string, count = 1) => (await mailbox.newest(email, count)).link

async function spacesOf(email: string, password?: string) {
  const token = authApi.login.answer.parse(await (await signIn(email, password)).json()).access_token
  return spacesApi.list.answer.parse(await (await server.call('GET', '/spaces', { token })).json())
}

test('a person registers, verifies the address, signs in, and has a personal space', async () => {
  const email = anAddress()
  const answer = await register(server, ` ${email.toUpperCase()} `)
  expect(await outcome(answer)).toEqual([204, ''])
  expect(await outcome(await signIn(email))).toEqual([403, 'forbidden: not verified'])
  const link = await linkTo(email)
  expect(link.startsWith(`${ADDRESS}/signup/verification?`)).toBe(true)
  expect((await verify(server, link)).status).toBe(204)
  expect(await spacesOf(email)).toMatchObject([{ type: 'personal', user_role: 'admin' }])
  expect(await outcome(await verify(server, link))).toEqual(DEAD)
})

test('an address with an internationalized domain is kept as it is, found in both forms, and mailed in ASCII', async () => {
  const [typed, encoded] = ['user@bücher.example', 'user@xn--bcher-kva.example']
  await register(server, typed)
  const link = await linkTo(encoded)
  expect(new URL(link).searchParams.get('email')).toBe(typed)
  expect((await verify(server, link)).status).toBe(204)
  for (const form of [typed, encoded, 'User@BÜCHER.example'])
    expect((await signIn(form)).status, form).toBe(200)
  const answer = await signIn(encoded)
  const token = authApi.login.answer.parse(await answer.json()).access_token
  expect(await (await server.call('GET', '/profile', { token })).json()).toMatchObject({ email: typed })

  const space = await aSpace(server)
  await invite(server, space, encoded)
  expect((await mailbox.newest(encoded, 2)).text).toContain(typed)
  const invited = await (await server.call('GET', '/spaces', { token })).json()
  expect(invited).toContainEqual(expect.objectContaining({ id: space.id, invited: true }))
})

test('one of two calls with the same verification link works', async () => {
  const email = anAddress()
  await register(server, email)
  const link = await linkTo(email)
  const statuses = (await Promise.all([verify(server, link), verify(server, link)])).map(
    ({ status }) => status,
  )
  expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 401])
})

test('a verified account is unchanged, and its owner gets an e-mail', async () => {
  const user = await aUser(server)
  expect(await outcome(await register(server, user.email))).toEqual([204, ''])
  const { headers, text, link } = await mailbox.newest(user.email)
  expect(headers.get('subject')).toBe('You already have an account in Spaceport')
  expect(text).toContain('Someone tried to sign up for Spaceport with your e-mail address')
  expect(link).toBe(`${ADDRESS}/login`)
  expect((await signIn(user.email, PASSWORD)).status).toBe(401)
  expect((await signIn(user.email, user.password)).status).toBe(200)
  expect((await server.call('GET', '/profile', { token: user.token })).status).toBe(200)
})

test('a person who registers again before the verification has the newer password and link', async () => {
  const email = anAddress()
  await register(server, email)
  const first = await linkTo(email)
  await register(server, email, { data: NEXT })
  const second = await linkTo(email, 2)
  expect(await outcome(await verify(server, first))).toEqual(DEAD)
  expect((await verify(server, second)).status).toBe(204)
  expect((await signIn(email)).status).toBe(401)
  expect(await spacesOf(email, NEXT)).toHaveLength(1)
})

test('an invited person can register as well, and has one personal space', async () => {
  const [email, space] = [anAddress(), await aSpace(server)]
  await invite(server, space, email)
  const invitation = await linkTo(email)
  await register(server, email)
  expect((await verify(server, await linkTo(email, 2))).status).toBe(204)
  const spaces = await spacesOf(email)
  expect(spaces.filter(({ type }) => type === 'personal')).toHaveLength(1)
  expect(spaces).toContainEqual(expect.objectContaining({ id: space.id, invited: true }))
  expect(await outcome(await complete(server, invitation))).toEqual(DEAD)
})

test('the owner of the mailbox gets an invited account back from somebody who registered it before', async () => {
  const email = anAddress()
  await register(server, email, { data: 'password of a thief' })
  await linkTo(email)
  await invite(server, await aSpace(server), email)
  expect((await complete(server, await linkTo(email, 2), { data: NEXT })).status).toBe(204)
  expect((await signIn(email, 'password of a thief')).status).toBe(401)
  expect(await spacesOf(email, NEXT)).toHaveLength(2)
})

test('two simultaneous registrations create one account', async () => {
  const email = anAddress()
  const answers = await Promise.all([register(server, email), register(server, email)])
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  const linksThatWork = async () => {
    const links = mailbox.received.filter(({ to }) => to === email).map(({ link }) => link)
    const statuses = await Promise.all(links.map(async (link) => (await verify(server, link)).status))
    return statuses.filter((status) => status === 204).length
  }
  await expect.poll(linksThatWork).toBe(1)
  expect(await spacesOf(email)).toHaveLength(1)
})

test('a registration takes the same work whether or not the address has an account', async () => {
  const quiet = await serve({ settings, databaseUrl: server.databaseUrl })
  const registered = anAddress()
  await register(quiet, registered)
  const workFor = async (email: string) => sentBy(quiet, async () => register(quiet, email))
  const work = await workFor(anAddress())
  expect(work.join()).toContain('insert into "mail"')
  expect(await workFor(registered)).toEqual(work)
  expect(await workFor((await aUser(quiet)).email)).toEqual(work)
})

test.each([
  [{ email: null }, 'email is required'],
  [{ email: 'nobody' }, 'email must be a valid e-mail address'],
  [{ data: 'four' }, 'data must have at least 5 characters'],
])('a registration with %j is refused', async (values, sentence) => {
  expect(await outcome(await register(server, anAddress(), values))).toEqual([400, sentence])
})

test('one e-mail address can be registered five times, and the sixth attempt has the same answer for all', async () => {
  const refusal = [429, 'too many registrations of this address, try again in 720 seconds']
  for (const email of [anAddress(), (await aUser(server)).email]) {
    for (let i = 0; i < 5; i++) expect((await register(server, email)).status).toBe(204)
    const answer = await register(server, email)
    expect(answer.headers.get('Retry-After')).toBe('720')
    expect(await outcome(answer)).toEqual(refusal)
  }
})

test('one network address can register twenty times', async () => {
  const headers = from()
  for (let i = 0; i < 20; i++) expect((await register(server, anAddress(), { headers })).status).toBe(204)
  expect(await outcome(await register(server, anAddress(), { headers }))).toEqual([
    429,
    'too many registrations, try again in 60 seconds',
  ])
  expect((await register(server, anAddress())).status).toBe(204)
})
