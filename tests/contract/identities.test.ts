import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { authenticationSchema, loginOf } from '#contract/profile'
import { appUser, identity, space as spaceTable } from '../../server/db/schema'
import { linkIdentity } from '../../server/services/accounts/oidc/identities'
import { invitationLink } from '../../server/services/mail/links'
import { aSpace, aUser, type TestSpace, type TestUser } from '../support/builders'
import { complete as completeBy, invite } from '../support/invitations'
import { makeServer } from '../support/makeServer'
import { aCode, serveProvider } from '../support/oidcWalk'
import { serve } from '../support/serve'

const provider = await serveProvider()
const server = await serve({ providers: [provider.settings] })

const list = async ({ token }: TestUser, on = server) =>
  z
    .array(authenticationSchema)
    .parse(await (await on.call('GET', '/profile/authentications', { token })).json())

async function link({ token }: TestUser, code: string) {
  const body = { provider: 'keycloak', code }
  const answer = await server.call('POST', '/profile/authentications', { token, body })
  return { status: answer.status, text: await answer.text() }
}

async function unlink({ token }: TestUser, id: string, on = server) {
  const answer = await on.call('DELETE', `/profile/authentication/${id}`, { token })
  return { status: answer.status, text: await answer.text() }
}

/** Links an identity in the database, as if the person had signed in at the provider. */
const given = async (user: TestUser, name: string, identityId: string) =>
  (
    await linkIdentity(server.db, server.deps, user.id, {
      provider: name,
      identityId,
      login: null,
      email: null,
      isEmailVerified: false,
      firstname: null,
      lastname: null,
      isConfirmation: false,
    })
  ).id

const withoutPassword = (user: TestUser) =>
  server.db.update(appUser).set({ passwordHash: null }).where(eq(appUser.id, user.id))

const LAST = {
  status: 409,
  text: 'this is your last way to sign in: add another one before you remove it',
}

test('an identity is linked, listed with its login, signs in, and is removed', async () => {
  const user = await aUser(server)
  const person = provider.add()
  expect(await list(user)).toEqual([])
  const linked = await link(user, await aCode(server, provider, person))
  expect(linked.status).toBe(201)
  const [entry] = await list(user)
  expect(entry).toEqual(JSON.parse(linked.text))
  expect(entry).toMatchObject({ provider: 'keycloak', identity_id: person.sub })
  expect(entry && loginOf(entry)).toBe(person.email)

  const signIn = async () =>
    server.call('POST', '/auth/oauth2/code', {
      body: { provider: 'keycloak', code: await aCode(server, provider, person) },
    })
  expect((await signIn()).status).toBe(200)
  expect((await unlink(user, entry?.id ?? '')).status).toBe(204)
  expect(await list(user)).toEqual([])
  expect((await signIn()).status).toBe(401)
})

test('an identity belongs to one account', async () => {
  const [first, second] = [await aUser(server), await aUser(server)]
  const person = provider.add()
  const codes = [await aCode(server, provider, person), await aCode(server, provider, person)]
  const answers = await Promise.all([link(first, codes[0] ?? ''), link(second, codes[1] ?? '')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  for (const user of [first, second]) {
    const again = await link(user, await aCode(server, provider, person))
    expect(again).toEqual({ status: 409, text: 'this identity is linked to an account already' })
  }
})

test('an expired code does not end the session of the person who links an identity', async () => {
  const answer = await link(await aUser(server), 'made-up')
  expect(answer).toEqual({ status: 409, text: 'the code is wrong, has expired or was used already' })
})

test('an identity of somebody else is not found', async () => {
  const owner = await aUser(server)
  const id = await given(owner, 'keycloak', `of-${owner.id}`)
  expect(await unlink(await aUser(server), id)).toEqual({ status: 404, text: 'not found' })
  expect(await list(owner)).toHaveLength(1)
})

test('the last sign-in method cannot be removed', async () => {
  const user = await aUser(server)
  const only = await given(user, 'keycloak', `only-${user.id}`)
  await withoutPassword(user)
  expect(await unlink(user, only)).toEqual(LAST)
  // An identity of a provider that the server no longer has.
  await given(user, 'gone', `gone-${user.id}`)
  expect(await unlink(user, only)).toEqual(LAST)
  await given(user, 'keycloak', `second-${user.id}`)
  expect((await unlink(user, only)).status).toBe(204)
})

test('two removals at once leave one of the two', async () => {
  for (let round = 0; round < 5; round++) {
    const user = await aUser(server)
    const ids = [await given(user, 'keycloak', `a-${user.id}`), await given(user, 'keycloak', `b-${user.id}`)]
    await withoutPassword(user)
    const answers = await Promise.all(ids.map((id) => unlink(user, id)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
    expect(await list(user)).toHaveLength(1)
  }
})

test('where passwords are switched off, a password does not count as a sign-in method', async () => {
  const user = await aUser(server)
  const id = await given(user, 'keycloak', `switched-${user.id}`)
  const { console } = server.deps.settings
  const strict = await makeServer({
    databaseUrl: server.databaseUrl,
    providers: [provider.settings],
    settings: { console: { ...console, passwordLogin: false } },
  })
  expect(await unlink(user, id, strict)).toEqual(LAST)
  expect((await unlink(user, id)).status).toBe(204)
  await strict.stop()
})

const register = async (person: { sub: string }, on = server, body: object = {}) => {
  const data = await aCode(on, provider, person)
  const answer = await on.call('POST', '/registration/new', { body: { provider: 'keycloak', data, ...body } })
  return { status: answer.status, text: await answer.text() }
}

const signIn = async (person: { sub: string }) => {
  const code = await aCode(server, provider, person)
  const answer = await server.call('POST', '/auth/oauth2/code', { body: { provider: 'keycloak', code } })
  return { status: answer.status, text: await answer.text() }
}

const accountOf = async (email: string) =>
  (await server.db.select().from(appUser).where(eq(appUser.email, email)))[0]

const mailsTo = async (email: string) =>
  (
    await server.db.$client.query<{ kind: string }>(
      'select kind from mail join app_user u on u.id = mail.user_id where u.email = $1 order by mail.created_at',
      [email],
    )
  ).rows.map(({ kind }) => kind)

test('a person whose address the provider has verified registers and signs in at once', async () => {
  const person = provider.add()
  expect((await register(person)).status).toBe(204)
  expect(await accountOf(person.email)).toMatchObject({
    isVerified: true,
    passwordHash: null,
    firstname: 'Petra',
    lastname: 'Poklad',
  })
  expect(await mailsTo(person.email)).toEqual([])
  expect((await signIn(person)).status).toBe(200)
  expect(await register(person)).toEqual({
    status: 409,
    text: 'you have an account already: sign in with this identity',
  })
})

test('a person whose address the provider has not verified must verify it', async () => {
  const person = provider.add({ email_verified: false })
  expect((await register(person)).status).toBe(204)
  expect(await mailsTo(person.email)).toEqual(['verification'])
  expect(await signIn(person)).toEqual({ status: 403, text: 'forbidden: not verified' })
})

test('an address that has an account cannot be taken over', async () => {
  const owner = await aUser(server)
  const vouched = await register(provider.add({ email: owner.email }))
  expect(vouched).toEqual({
    status: 409,
    text: 'an account with this address exists: sign in and link the provider in your profile',
  })
  // With an unverified address the answer is that of a success, and the owner gets an e-mail.
  const stranger = provider.add({ email: owner.email, email_verified: false })
  expect(await register(stranger)).toEqual({ status: 204, text: '' })
  expect(await mailsTo(owner.email)).toEqual(['registered'])
  expect((await signIn(stranger)).status).toBe(401)
  expect(await list(owner)).toEqual([])
})

test('a linked identity cannot find out which addresses have accounts', async () => {
  const [owner, person] = [await aUser(server), provider.add()]
  await register(person)
  for (const email of [owner.email, `nobody-${owner.id}@example.com`]) {
    Object.assign(person, { email, email_verified: false })
    expect(await register(person)).toEqual({
      status: 409,
      text: 'this identity is linked to an account already',
    })
  }
  expect(await mailsTo(owner.email)).toEqual([])
})

test('an identity that somebody linked to an address before its owner verified it is removed', async () => {
  const email = `owner-${Date.now()}@example.com`
  const stranger = provider.add({ email, email_verified: false })
  await register(stranger)
  const body = { email, provider: 'password', data: 'the owner chose it' }
  expect((await server.call('POST', '/registration/new', { body })).status).toBe(204)
  const account = await accountOf(email)
  await server.db.update(appUser).set({ isVerified: true }).where(eq(appUser.email, email))
  expect((await signIn(stranger)).status).toBe(401)
  const left = and(eq(identity.userId, account?.id ?? ''), eq(identity.provider, 'keycloak'))
  expect(await server.db.$count(identity, left)).toBe(0)
})

test('a provider without an address, or with another one, creates no account', async () => {
  const person = provider.add({ email: '' })
  expect(await register(person)).toEqual({
    status: 400,
    text: 'Keycloak does not say which e-mail address you have, and an account needs one',
  })
  const other = await register(provider.add(), server, { email: 'other@example.com' })
  expect(other).toEqual({ status: 400, text: 'email must be the address that Keycloak knows' })
})

test('one identity creates one account', async () => {
  const person = provider.add()
  const data = await aCode(server, provider, person)
  const body = { provider: 'keycloak', data }
  const answers = await Promise.all([1, 2].map(() => server.call('POST', '/registration/new', { body })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401])
})

test('where accounts need an invitation, no provider creates one', async () => {
  const { console } = server.deps.settings
  const closed = await makeServer({
    databaseUrl: server.databaseUrl,
    providers: [provider.settings],
    settings: { console: { ...console, signUp: false } },
  })
  const person = provider.add()
  expect((await register(person, closed)).status).toBe(403)
  expect(await accountOf(person.email)).toBeUndefined()
  await closed.stop()
})

test('a person without a password keeps the account when a space removes them', async () => {
  const [space, person] = [await aSpace(server), provider.add()]
  await register(person)
  const account = await accountOf(person.email)
  await server.db.delete(spaceTable).where(eq(spaceTable.ownerId, account?.id ?? ''))
  const userId = await invite(server, space, person.email)
  const path = `/spaces/${space.id}/users/${userId}`
  expect((await server.call('DELETE', path, { token: space.owner.token })).status).toBe(204)
  expect((await signIn(person)).status).toBe(200)
})

/** Completes the registration of an invited person by an identity. */
async function complete(link: string, person: { sub: string }) {
  const data = await aCode(server, provider, person)
  return (await completeBy(server, link, { provider: 'keycloak', data })).status
}

/** Creates a link of an invitation. */
async function linkOf({ id: spaceId }: TestSpace, id: string, email: string, isMailed: boolean) {
  const { id: userId = '' } = (await accountOf(email)) ?? {}
  const invited = { id, spaceId, userId, email }
  return (await invitationLink(server.db, server.deps, invited, isMailed)).href
}

test('an invitation is completed with an identity; the person who got the link by e-mail can replace it', async () => {
  const space = await aSpace(server)
  const email = `guest-${space.id}@example.com`
  const id = await invite(server, space, email)
  const linkFor = async (isMailed: boolean) => linkOf(space, id, email, isMailed)

  const stranger = provider.add({ email, email_verified: false })
  expect(await complete(await linkFor(false), stranger)).toBe(204)
  expect(await signIn(stranger)).toEqual({ status: 403, text: 'forbidden: not verified' })
  expect(await complete(await linkFor(false), provider.add())).toBe(400)

  const guest = provider.add()
  expect(await complete(await linkFor(true), guest)).toBe(204)
  expect((await signIn(guest)).status).toBe(200)
  expect(await signIn(stranger)).toEqual({ status: 401, text: 'identity: not found' })
})

test('a copied link is enough where the provider has verified the address', async () => {
  const space = await aSpace(server)
  const person = provider.add()
  const id = await invite(server, space, person.email)
  expect(await complete(await linkOf(space, id, person.email, false), person)).toBe(204)
  expect((await signIn(person)).status).toBe(200)
})

test('the configuration has the number of providers, so that the console reserves space for them', async () => {
  expect(await (await server.request('/config.json')).json()).toMatchObject({ providers: 1 })
})
