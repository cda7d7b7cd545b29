import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { authApi } from '#contract/auth'
import { MINUTE } from '#contract/common/durations'
import { PASSKEYS_MAX, secondFactorApi } from '#contract/secondFactor'
import { identity, passkey, recoveryCode, serverSetting } from '../../server/db/schema'
import { listPasskeys } from '../../server/services/accounts/secondFactor/passkeys'
import { newId } from '../../server/services/common/ids'
import { outcome } from '../support/answers'
import { aUser, type TestUser } from '../support/builders'
import { aPasskey, creationOf, SoftPasskey, storePasskey } from '../support/passkey'
import { serve } from '../support/serve'

let clock = Date.parse('2026-11-21T08:00:00Z')
const GOOGLE = {
  id: 'google',
  name: 'Google',
  icon: '/google.svg',
  issuer: 'https://accounts.google.com',
  clientId: 'console',
  scope: 'openid',
}
const server = await serve({
  now: () => new Date(clock),
  settings: { trustProxy: true },
  providers: [GOOGLE],
})

const remove = async ({ token }: TestUser, id: string) =>
  server.call('DELETE', `/profile/passkeys/${id}`, { token })

const codesOf = ({ id }: TestUser) => server.db.$count(recoveryCode, eq(recoveryCode.userId, id))

/** Requires a second factor of the people of a rule while the work runs. */
async function whileRequired(rule: string, work: () => Promise<void>) {
  await server.db.insert(serverSetting).values({ name: 'second_factor', value: rule })
  try {
    await work()
  } finally {
    await server.db.delete(serverSetting)
  }
}

test('a passkey is created for the account and the public address of the server', async () => {
  const user = await aUser(server, { firstname: 'Dana', lastname: 'Malá' })
  const known = await aPasskey(server, user)
  const options = await creationOf(server, user)
  expect(options).toMatchObject({
    rp: { id: 'console.example.com', name: 'Spaceport' },
    user: { name: user.email, displayName: 'Dana Malá' },
    excludeCredentials: [{ id: known.id, type: 'public-key', transports: ['internal'] }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    attestation: 'none',
  })
  expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
})

test('a new passkey is stored with its name, and the first one comes with recovery codes', async () => {
  const user = await aUser(server)
  const first = new SoftPasskey({ isSynced: true })
  const added = await storePasskey(server, user, first.create(await creationOf(server, user)), ' My phone ')
  expect(added.status).toBe(201)
  const { passkey: stored, recovery_codes: codes } = secondFactorApi.addPasskey.answer.parse(
    await added.json(),
  )
  expect(stored).toEqual({
    id: first.id,
    name: 'My phone',
    is_synced: true,
    created_at: '2026-11-21T08:00:00.000Z',
    last_used_at: null,
  })
  expect(new Set(codes).size).toBe(10)
  const second = new SoftPasskey()
  const again = await storePasskey(server, user, second.create(await creationOf(server, user)), 'A key')
  expect(await again.json()).toMatchObject({ passkey: { is_synced: false }, recovery_codes: null })
  const names = (await listPasskeys(server.db, user.id)).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['A key', 'My phone'])
})

const CANNOT_BE_USED = [409, 'the passkey cannot be used']

test.each([
  ['another origin', { origin: 'https://console.example.com.evil.example' }],
  ['another site', { rpId: 'evil.example' }],
  ['a signature in its place', { type: 'webauthn.get' }],
])('a passkey of %s is refused', async (_, wrong) => {
  const user = await aUser(server)
  const credential = new SoftPasskey().create(await creationOf(server, user), wrong)
  expect(await outcome(await storePasskey(server, user, credential))).toEqual(CANNOT_BE_USED)
  expect(await listPasskeys(server.db, user.id)).toEqual([])
})

test('a passkey with an attestation is refused, because checking it would call addresses that it contains', async () => {
  const user = await aUser(server)
  const statement = new Map([['x5c', Buffer.from('a certificate')]])
  for (const format of ['packed', 'tpm', 'apple']) {
    const credential = new SoftPasskey({ attestation: [format, statement] }).create(
      await creationOf(server, user),
    )
    expect(await outcome(await storePasskey(server, user, credential))).toEqual(CANNOT_BE_USED)
  }
})

test('invalid passkeys are refused', async () => {
  const user = await aUser(server)
  const credential = new SoftPasskey().create(await creationOf(server, user))
  const broken = { ...credential, response: { ...credential.response, attestationObject: 'AAAA' } }
  expect(await outcome(await storePasskey(server, user, broken))).toEqual(CANNOT_BE_USED)
  const missing = { ...credential, response: { ...credential.response, clientDataJSON: 'AAAA' } }
  expect((await storePasskey(server, user, missing)).status).toBe(409)
})

const TOO_LATE = [409, 'adding the passkey took too long, try again']

test('a challenge is for one passkey of the person who requested it, within five minutes', async () => {
  const [user, other] = [await aUser(server), await aUser(server)]
  const options = await creationOf(server, user)
  const store = (by: TestUser) => storePasskey(server, by, new SoftPasskey().create(options))
  expect(await outcome(await store(other))).toEqual(TOO_LATE)
  const both = await Promise.all([store(user), store(user)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(await outcome(await store(user))).toEqual(TOO_LATE)
  const late = new SoftPasskey().create(await creationOf(server, user))
  clock += 5 * MINUTE
  expect(await outcome(await storePasskey(server, user, late))).toEqual(TOO_LATE)
})

test('a passkey belongs to one account', async () => {
  const [user, other] = [await aUser(server), await aUser(server)]
  const device = await aPasskey(server, user)
  for (const by of [user, other]) {
    const again = await storePasskey(server, by, device.create(await creationOf(server, by)))
    expect(await outcome(again)).toEqual([409, 'the passkey is already stored'])
  }
})

test('an account has at most 20 passkeys, even when many are added at once', async () => {
  const user = await aUser(server)
  const rows = Array.from({ length: PASSKEYS_MAX - 1 }, (_, i) => ({
    id: `${user.id}-${i}`,
    userId: user.id,
    name: `Key ${i}`,
    publicKey: Buffer.from(''),
    counter: 0,
    transports: [],
    isSynced: false,
  }))
  await server.db.insert(passkey).values(rows)
  const credentials = await Promise.all(
    [new SoftPasskey(), new SoftPasskey()].map(async (one) => one.create(await creationOf(server, user))),
  )
  const both = await Promise.all(credentials.map((credential) => storePasskey(server, user, credential)))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const begun = await server.call('POST', secondFactorApi.passkeyOptions.path, { token: user.token })
  expect(await outcome(begun)).toEqual([409, 'an account has at most 20 passkeys'])
})

test('only its owner can rename and remove a passkey', async () => {
  const [user, other] = [await aUser(server), await aUser(server)]
  const { id } = await aPasskey(server, user)
  const rename = async ({ token }: TestUser) =>
    server.call('PUT', `/profile/passkeys/${id}`, { token, body: { name: 'Work laptop' } })
  expect(await outcome(await rename(other))).toEqual([404, 'not found'])
  expect(await outcome(await remove(other, id))).toEqual([404, 'not found'])
  expect(await (await rename(user)).json()).toMatchObject({ id, name: 'Work laptop' })
  expect((await remove(user, id)).status).toBe(204)
  expect(await listPasskeys(server.db, user.id)).toEqual([])
  expect(await outcome(await remove(user, id))).toEqual([404, 'not found'])
})

test('a passkey that was renamed meanwhile keeps its new name, unless the caller knows it', async () => {
  const user = await aUser(server)
  const { id } = await aPasskey(server, user)
  const rename = async (body: { name: string; was?: string }) =>
    outcome(await server.call('PUT', `/profile/passkeys/${id}`, { token: user.token, body }))
  const nameNow = async () => (await listPasskeys(server.db, user.id))[0]?.name
  const was = await nameNow()
  expect((await rename({ name: 'Work laptop', was }))[0]).toBe(200)
  expect(await rename({ name: 'Old laptop', was })).toEqual([409, 'the passkey was renamed in the meantime'])
  expect(await nameNow()).toBe('Work laptop')
  expect((await rename({ name: 'Old laptop', was: 'Work laptop' }))[0]).toBe(200)
})

test('the recovery codes are deleted with the last second factor', async () => {
  const user = await aUser(server)
  const [one, two] = [await aPasskey(server, user), await aPasskey(server, user)]
  expect((await remove(user, one.id)).status).toBe(204)
  expect(await codesOf(user)).toBe(10)
  expect((await remove(user, two.id)).status).toBe(204)
  expect(await codesOf(user)).toBe(0)
})

test('the last second factor cannot be removed where the person needs one', async () => {
  const [user, admin] = [await aUser(server), await aUser(server, { systemRole: 'admin' })]
  const [ofUser, ofAdmin] = [await aPasskey(server, user), await aPasskey(server, admin)]
  const refused = [409, 'it is the last second factor, and this server requires one']
  await whileRequired('everyone', async () => {
    expect(await outcome(await remove(user, ofUser.id))).toEqual(refused)
  })
  await whileRequired('admins', async () => {
    expect(await outcome(await remove(admin, ofAdmin.id))).toEqual(refused)
    const [one, two] = [await aPasskey(server, admin), ofAdmin]
    const both = await Promise.all([remove(admin, one.id), remove(admin, two.id)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
    expect((await remove(user, ofUser.id)).status).toBe(204)
  })
  expect(await codesOf(admin)).toBe(10)
})

test('the last sign-in method cannot be removed', async () => {
  const user = await aUser(server)
  const [one, two] = [await aPasskey(server, user), await aPasskey(server, user)]
  await server.db.$client.query('update app_user set password_hash = null where id = $1', [user.id])
  expect((await remove(user, one.id)).status).toBe(204)
  expect(await outcome(await remove(user, two.id))).toEqual([
    409,
    expect.stringMatching(/^this is your last way to sign in/),
  ])
  const known = { provider: GOOGLE.id, identityId: user.id }
  await server.db.insert(identity).values({ id: newId(), userId: user.id, ...known })
  expect((await remove(user, two.id)).status).toBe(204)
})

test('adding and removing need a recent sign-in', async () => {
  const user = await aUser(server)
  const { id } = await aPasskey(server, user)
  const credential = new SoftPasskey().create(await creationOf(server, user))
  clock += 15 * MINUTE + 1
  const refused = [403, 'forbidden: sign in again']
  expect(await outcome(await remove(user, id))).toEqual(refused)
  expect(await outcome(await storePasskey(server, user, credential))).toEqual(refused)
  const begun = await server.call('POST', secondFactorApi.passkeyOptions.path, { token: user.token })
  expect(await outcome(begun)).toEqual(refused)
})

test('challenges for one address are limited', async () => {
  const headers = { 'X-Forwarded-For': '198.51.100.7' }
  const ask = async () => (await server.call('POST', authApi.passkeyOptions.path, { headers })).status
  const answers = await Promise.all(Array.from({ length: 61 }, ask))
  expect(answers.filter((status) => status === 429)).toHaveLength(1)
  clock += 3000
  expect(await ask()).toBe(200)
})
