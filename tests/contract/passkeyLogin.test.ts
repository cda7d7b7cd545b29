import { expect, test } from 'vitest'
import { AUTH_ERRORS, authApi, type PasskeyProof } from '#contract/auth'
import { MINUTE } from '#contract/common/durations'
import { outcome } from '../support/answers'
import { aUser } from '../support/builders'
import { aPasskey, creationOf, requestOf, SoftPasskey, type Wrong } from '../support/passkey'
import { serve } from '../support/serve'

let clock = Date.parse('2026-11-21T08:00:00Z')
const server = await serve({ now: () => new Date(clock), settings: { trustProxy: true } })

let last = 1
const login = async (proof: PasskeyProof, on = server, address = `198.51.100.${last++}`) =>
  on.call('POST', authApi.passkeyLogin.path, { body: proof, headers: { 'X-Forwarded-For': address } })

const NOT_ACCEPTED = [401, 'the passkey was not accepted']
const ASKED_TOO_LONG_AGO = [401, 'signing in with the passkey took too long, try again']

test('a passkey signs in its owner', async () => {
  const user = await aUser(server, { systemRole: 'admin' })
  const passkey = await aPasskey(server, user, { isSynced: true })
  const request = await requestOf(server)
  expect(request).toMatchObject({ rpId: 'console.example.com', userVerification: 'required' })
  const answer = await login(passkey.sign(request))
  expect(answer.status).toBe(200)
  const { access_token: token } = authApi.passkeyLogin.answer.parse(await answer.json())
  expect(await (await server.call('GET', '/profile', { token })).json()).toMatchObject({ id: user.id })
  const { rows } = await server.db.$client.query(
    `select s.method, p.last_used_at from auth_session s join passkey p using (user_id)
      where user_id = $1 and s.method = 'passkey'`,
    [user.id],
  )
  expect(rows).toEqual([{ method: 'passkey', last_used_at: new Date(clock) }])
})

const other = await aPasskey(server, await aUser(server))

test.each<[string, Wrong]>([
  ['for another origin', { origin: 'https://evil.example' }],
  ['for another port of the host', { origin: 'https://console.example.com:8443' }],
  ['for another site', { rpId: 'evil.example' }],
  ['when a passkey is made', { type: 'webauthn.create' }],
  ['with a wrong signature', { signature: Buffer.alloc(70, 1) }],
  ['with another key', { id: other.id, userHandle: other.userHandle }],
  ['with the name of another person', { userHandle: other.userHandle }],
  ['with no name', { userHandle: undefined }],
])('a proof signed %s is refused, and uses up its challenge', async (_, wrong) => {
  const passkey = await aPasskey(server, await aUser(server))
  const request = await requestOf(server)
  const proof = passkey.sign(request, wrong)
  if ('userHandle' in wrong && wrong.userHandle === undefined) delete proof.response.userHandle
  expect(await outcome(await login(proof))).toEqual(NOT_ACCEPTED)
  expect(await outcome(await login(passkey.sign(request)))).toEqual(ASKED_TOO_LONG_AGO)
})

test('a proof works once, even when it is sent twice at the same time', async () => {
  const passkey = await aPasskey(server, await aUser(server))
  const proof = passkey.sign(await requestOf(server))
  const both = await Promise.all([login(proof), login(proof)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  expect(await outcome(await login(proof))).toEqual(ASKED_TOO_LONG_AGO)
})

test('a challenge works for five minutes', async () => {
  const passkey = await aPasskey(server, await aUser(server))
  const [first, second] = [await requestOf(server), await requestOf(server)]
  clock += 5 * MINUTE - 1
  expect((await login(passkey.sign(first))).status).toBe(200)
  clock += 1
  expect(await outcome(await login(passkey.sign(second)))).toEqual(ASKED_TOO_LONG_AGO)
})

test('a challenge works for nothing else, and only the server can create one', async () => {
  const user = await aUser(server)
  const passkey = await aPasskey(server, user)
  const creation = await creationOf(server, user)
  const asLogin = { challenge: creation.challenge, rpId: creation.rp.id }
  expect(await outcome(await login(passkey.sign(asLogin)))).toEqual(ASKED_TOO_LONG_AGO)
  const madeUp = { ...asLogin, challenge: 'A'.repeat(43) }
  expect(await outcome(await login(passkey.sign(madeUp)))).toEqual(ASKED_TOO_LONG_AGO)
  const request = await requestOf(server)
  const credential = new SoftPasskey().create({ ...creation, challenge: request.challenge })
  const stored = await server.call('POST', '/profile/passkeys', {
    token: user.token,
    body: { name: 'A laptop', credential },
  })
  expect(stored.status).toBe(409)
  expect((await login(passkey.sign(request))).status).toBe(200)
})

test('a copy of a passkey is detected by its lower counter', async () => {
  const user = await aUser(server)
  const passkey = await aPasskey(server, user, { isCounting: true })
  for (let i = 0; i < 2; i++) expect((await login(passkey.sign(await requestOf(server)))).status).toBe(200)
  for (const counter of [2, 1, 0])
    expect(await outcome(await login(passkey.sign(await requestOf(server), { counter })))).toEqual(
      NOT_ACCEPTED,
    )
  const warnings = server.logged.filter((line) => line.includes('its counter did not go up'))
  expect(warnings).toHaveLength(3)
  expect(warnings.join('\n')).toContain(user.id)
  expect(warnings.join('\n')).not.toContain(passkey.id)
  expect((await login(passkey.sign(await requestOf(server), { counter: 9 }))).status).toBe(200)
})

test('without a password, user verification is required', async () => {
  const passkey = await aPasskey(server, await aUser(server))
  const proof = passkey.sign(await requestOf(server), { isUnverified: true })
  expect(await outcome(await login(proof))).toEqual([
    401,
    'without a password, the device must check a PIN, a fingerprint or a face',
  ])
})

test('a removed passkey and one of a deleted account are unknown', async () => {
  const [user, deleted] = [await aUser(server), await aUser(server)]
  const [removed, orphan] = [await aPasskey(server, user), await aPasskey(server, deleted)]
  await server.call('DELETE', `/profile/passkeys/${removed.id}`, { token: user.token })
  await server.db.$client.query('delete from space where owner_id = $1', [deleted.id])
  await server.db.$client.query('delete from app_user where id = $1', [deleted.id])
  for (const passkey of [removed, orphan])
    expect(await outcome(await login(passkey.sign(await requestOf(server))))).toEqual([
      401,
      'the passkey is not known here',
    ])
})

test('a person with an unverified address gets that answer', async () => {
  const user = await aUser(server)
  const passkey = await aPasskey(server, user)
  await server.db.$client.query('update app_user set is_verified = false where id = $1', [user.id])
  expect(await outcome(await login(passkey.sign(await requestOf(server))))).toEqual([
    403,
    'forbidden: not verified',
  ])
})

test('after the password, the passkey of the account is the second factor', async () => {
  const [user, neighbour] = [await aUser(server), await aUser(server)]
  const passkey = await aPasskey(server, user)
  const theirs = await aPasskey(server, neighbour)
  const { email, password } = user
  const secondStep = async (given: { passkey?: PasskeyProof; code?: string }) =>
    server.call('POST', authApi.login.path, { body: { email, password, ...given } })
  expect(await outcome(await secondStep({}))).toEqual([403, AUTH_ERRORS.secondFactor])
  expect((await secondStep({ passkey: theirs.sign(await requestOf(server)) })).status).toBe(401)
  const proof = passkey.sign(await requestOf(server), { isUnverified: true })
  expect((await secondStep({ passkey: proof })).status).toBe(200)
  expect(await outcome(await secondStep({ passkey: proof }))).toEqual(ASKED_TOO_LONG_AGO)
})

test('a passkey of the person confirms their identity, with user verification', async () => {
  const user = await aUser(server)
  const passkey = await aPasskey(server, user)
  const confirm = async (proof: PasskeyProof) =>
    (await server.call('POST', authApi.confirm.path, { token: user.token, body: { passkey: proof } })).status
  expect(await confirm(other.sign(await requestOf(server)))).toBe(409)
  expect(await confirm(passkey.sign(await requestOf(server), { isUnverified: true }))).toBe(409)
  const proof = passkey.sign(await requestOf(server))
  expect(await confirm(proof)).toBe(204)
  expect(await confirm(proof)).toBe(409)
})

test('guesses from one address are limited', async () => {
  const passkey = await aPasskey(server, await aUser(server))
  const proof = passkey.sign({ ...(await requestOf(server)), challenge: 'unknown' })
  const answers = await Promise.all(Array.from({ length: 41 }, () => login(proof, server, '203.0.113.1')))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})

test('passkeys cannot sign in where only external providers can', async () => {
  const closed = await serve({
    databaseUrl: server.databaseUrl,
    settings: { console: { ...server.deps.settings.console, passwordLogin: false } },
  })
  const passkey = await aPasskey(server, await aUser(server))
  expect(await outcome(await login(passkey.sign(await requestOf(server)), closed))).toEqual([
    403,
    'forbidden: signing in with a password is switched off',
  ])
})
