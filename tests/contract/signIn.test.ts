import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { authApi } from '#contract/auth'
import { DAY } from '#contract/common/durations'
import { aUser } from '../support/builders'
import { makeServer } from '../support/makeServer'
import { serve } from '../support/serve'

let clock = Date.now()
const server = await serve({ now: () => new Date(clock), settings: { trustProxy: true } })

let lastAddress = 1
const anAddress = () => `198.51.100.${lastAddress++}`

const signIn = async (email: string, password: string, address = anAddress()) =>
  server.call('POST', '/auth/login', { body: { email, password }, headers: { 'X-Forwarded-For': address } })

const profile = async (token: string | undefined) => {
  const answer = await server.call('GET', '/profile', { token })
  return [answer.status, await answer.text()]
}

/** Times a refusal, in milliseconds. */
const refusalTakes = async (email: string) => {
  const began = performance.now()
  await signIn(email, 'wrong password')
  return performance.now() - began
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const BAD_TOKEN = [401, 'forbidden: bad bearer token']

test('the right password gives a token with its person', async () => {
  const user = await aUser(server, { systemRole: 'admin' })
  const answer = await signIn(` ${user.email.toUpperCase()} `, user.password)
  expect(answer.status).toBe(200)
  const { access_token } = authApi.login.answer.parse(await answer.json())
  const claims: unknown = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString())
  expect(claims).toMatchObject({ uid: user.id, sys: 'admin' })
  expect((await server.call('GET', '/profile', { token: access_token })).status).toBe(200)
})

test('a wrong password and an unknown e-mail address get the same answer', async () => {
  const user = await aUser(server)
  for (const email of [user.email, 'nobody@example.com']) {
    const answer = await signIn(email, 'wrong password')
    expect([answer.status, await answer.text()]).toEqual([401, 'the e-mail address or the password is wrong'])
  }
})

test('an unknown e-mail address takes as long as a wrong password', async () => {
  const user = await aUser(server, { password: 'hashed as in production' })
  const fastest = { known: Infinity, unknown: Infinity }
  for (let i = 0; i < 8; i++) {
    fastest.known = Math.min(fastest.known, await refusalTakes(user.email))
    fastest.unknown = Math.min(fastest.unknown, await refusalTakes('nobody@example.com'))
  }
  // Without hashing it would take a fraction of the time.
  expect(fastest.unknown).toBeGreaterThan(fastest.known / 2)
})

test('a person with an unverified address gets that answer only with the right password', async () => {
  const user = await aUser(server, { isVerified: false })
  const right = await signIn(user.email, user.password)
  expect([right.status, await right.text()]).toEqual([403, 'forbidden: not verified'])
  expect((await signIn(user.email, 'wrong password')).status).toBe(401)
  expect(await profile(user.token)).toEqual([403, 'forbidden: not verified'])
})

test('a sign-out ends only its own token', async () => {
  const user = await aUser(server)
  const other = authApi.login.answer.parse(
    await (await signIn(user.email, user.password)).json(),
  ).access_token
  expect((await server.call('POST', '/auth/logout', { token: user.token })).status).toBe(204)
  expect(await profile(user.token)).toEqual(BAD_TOKEN)
  expect((await profile(other))[0]).toBe(200)
})

test('a token expires', async () => {
  const user = await aUser(server)
  const began = clock
  clock = began + 29 * DAY
  expect((await profile(user.token))[0]).toBe(200)
  clock = began + 31 * DAY
  expect(await profile(user.token)).toEqual(BAD_TOKEN)
  clock = began
})

test('every other token is refused', async () => {
  const user = await aUser(server)
  const [header = '', payload = '', signature = ''] = user.token.split('.')
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const foreign = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new Uint8Array(32))
  const bad = [
    undefined,
    '',
    'garbage',
    'a.b.c',
    foreign,
    `${base64url({ alg: 'none' })}.${payload}.`,
    `${header}.${base64url({ ...claims, sys: 'admin' })}.${signature}`,
    `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
  ]
  for (const token of bad) expect([token, ...(await profile(token))]).toEqual([token, ...BAD_TOKEN])
  const basic = await server.call('GET', '/profile', { headers: { Authorization: `Basic ${user.token}` } })
  expect(basic.status).toBe(401)
})

test('a token that was signed with the right key but never issued is refused', async () => {
  const user = await aUser(server)
  const forged = await new SignJWT({ uid: user.id, sys: 'admin' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setJti('01890000-0000-7000-8000-000000000000')
    .setExpirationTime('1h')
    .sign(server.deps.signingKey)
  expect(await profile(forged)).toEqual(BAD_TOKEN)
  const malformed = await new SignJWT({ uid: user.id })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setJti('not an id')
    .setExpirationTime('1h')
    .sign(server.deps.signingKey)
  expect(await profile(malformed)).toEqual(BAD_TOKEN)
})

test('guesses of passwords are limited, with the time to wait, and do not lock the owner out', async () => {
  const user = await aUser(server)
  const attacker = anAddress()
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push((await signIn(user.email, `guess number ${i}`, attacker)).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  const refused = await signIn(user.email, user.password, attacker)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('15')
  expect(await refused.text()).toBe('too many attempts to sign in, try again in 15 seconds')

  expect((await signIn(user.email, user.password)).status).toBe(200)
  clock += 15_000
  expect((await signIn(user.email, user.password, attacker)).status).toBe(200)
})

test('fifty guesses from one address at as many accounts are limited and reported', async () => {
  const attacker = anAddress()
  const answers: Response[] = []
  for (let i = 0; i < 50; i++) answers.push(await signIn(`nobody-${i}@example.com`, 'a guess', attacker))
  expect(answers.map(({ status }) => status)).toEqual([...Array(40).fill(401), ...Array(10).fill(429)])
  expect(answers.at(-1)?.headers.get('Retry-After')).toBe('3')
})

test('fifty guesses from as many addresses are limited, and do not delay the owner at a known address', async () => {
  const user = await aUser(server)
  const [home, abroad] = [anAddress(), anAddress()]
  expect((await signIn(user.email, user.password, home)).status).toBe(200)
  const answers: Response[] = []
  for (let i = 0; i < 50; i++) answers.push(await signIn(user.email, `guess number ${i}`))
  expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(401), ...Array(20).fill(429)])
  expect(answers.at(-1)?.headers.get('Retry-After')).toBe('15')
  expect((await signIn(user.email, user.password, abroad)).status).toBe(429)
  expect((await signIn(user.email, user.password, home)).status).toBe(200)
  clock += 15_000
  expect((await signIn(user.email, user.password, abroad)).status).toBe(200)
})

test('an address counts as known for 30 days', async () => {
  const user = await aUser(server)
  const home = anAddress()
  await signIn(user.email, user.password, home)
  const began = clock
  clock += 31 * DAY
  for (let i = 0; i < 30; i++) await signIn(user.email, `guess number ${i}`)
  expect((await signIn(user.email, user.password, home)).status).toBe(429)
  clock = began
})

test('all people in an office with one address can sign in', async () => {
  const [user, office] = [await aUser(server), anAddress()]
  for (let i = 0; i < 60; i++) expect((await signIn(user.email, user.password, office)).status).toBe(200)
})

test('copies of the server share the count of attempts', async () => {
  const copy = await makeServer({
    databaseUrl: server.databaseUrl,
    now: () => new Date(clock),
    settings: { trustProxy: true },
  })
  const user = await aUser(server)
  const headers = { 'X-Forwarded-For': anAddress() }
  const statuses: number[] = []
  for (let i = 0; i < 11; i++) {
    const body = { email: user.email, password: `guess number ${i}` }
    const { call } = i % 2 === 0 ? server : copy
    statuses.push((await call('POST', '/auth/login', { body, headers })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  expect((await copy.call('GET', '/profile', { token: user.token })).status).toBe(200)
  await copy.stop()
})

test('well-known passwords are refused on a public server, and for pages of other origins', async () => {
  const login = { email: 'known@example.com', password: 'known-known' }
  await aUser(server, login)
  const copyWith = async (loopback: boolean) =>
    makeServer({ databaseUrl: server.databaseUrl, settings: { knownLogins: [login], loopback } })
  const [own, open] = await Promise.all([copyWith(true), copyWith(false)])
  const refusalOf = async ({ call }: typeof own, headers = {}) => {
    const answer = await call('POST', '/auth/login', { body: login, headers })
    return [answer.status, answer.ok || (await answer.text()).includes('work on this machine only')]
  }
  expect(await refusalOf(open)).toEqual([403, true])
  for (const Origin of [
    'http://localhost:3000',
    'https://localhost.example.com',
    'null',
    '',
    'http://localhost.',
  ])
    expect([Origin, ...(await refusalOf(own, { Origin }))]).toEqual([Origin, 403, true])
  for (const headers of [{}, { Origin: 'http://localhost' }])
    expect(await refusalOf(own, headers)).toEqual([200, true])
  const other = await aUser(own)
  const body = { email: other.email, password: other.password }
  const Origin = 'https://console.example.com'
  expect((await own.call('POST', '/auth/login', { body, headers: { Origin } })).status).toBe(200)
  await Promise.all([own.stop(), open.stop()])
})

test('an address counts as one, with any port and notation of a proxy', async () => {
  const statusesOf = async (addresses: string[]) => {
    const { email } = await aUser(server)
    const answers = await Promise.all(
      addresses.map(async (address) => signIn(email, 'a wrong guess', address)),
    )
    return answers.map(({ status }) => status).toSorted((a, b) => a - b)
  }
  const ten = (addressOf: (i: number) => string) => Array.from({ length: 11 }, (_, i) => addressOf(i))
  const limited = [...Array(10).fill(401), 429]
  expect(await statusesOf(ten((i) => `203.0.113.9:${4000 + i}`))).toEqual(limited)
  expect(await statusesOf(ten((i) => `[2001:db8:7:7::${i + 1}]:${4000 + i}`))).toEqual(limited)
  expect(await statusesOf(ten((i) => (i % 2 ? '::ffff:203.0.113.10' : '203.0.113.10:80')))).toEqual(limited)
})

test('no identity providers are listed yet', async () => {
  const answer = await server.call('GET', '/auth/oauth2/providers')
  expect([answer.status, await answer.json()]).toEqual([200, []])
})

test('neither tokens nor passwords are logged', async () => {
  const user = await aUser(server)
  await signIn(user.email, 'a secret that stays')
  await server.call('GET', `/profile?token=${user.token}`, { token: user.token })
  const logged = server.logged.join('\n')
  expect(logged).toContain('/v2/profile')
  for (const secret of [user.token, 'a secret that stays', user.email]) expect(logged).not.toContain(secret)
})
