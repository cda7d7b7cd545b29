import { expect, test } from 'vitest'
import { AUTH_ERRORS, SECOND_FACTORS_HEADER } from '#contract/auth'
import { secondFactorApi } from '#contract/secondFactor'
import { aUser, type TestUser } from '../support/builders'
import { aPasskey } from '../support/passkey'
import { anApp, beginApp, codeOf } from '../support/secondFactor'
import { serve } from '../support/serve'

const STEP = 30_000
let clock = Date.parse('2026-11-21T08:00:10.000Z')
const now = () => new Date(clock)
const server = await serve({ now, settings: { trustProxy: true } })

let lastAddress = 1
/** Signs in from an address of its own. */
async function signIn({ email, password }: TestUser, more: { code?: string; password?: string } = {}) {
  const headers = { 'X-Forwarded-For': `198.51.100.${lastAddress++}` }
  const answer = await server.call('POST', '/auth/login', { body: { email, password, ...more }, headers })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

const statusOf = async (user: TestUser, code: string) => (await signIn(user, { code })).status

const security = async ({ token }: TestUser) => {
  const answer = await server.call('GET', '/profile/security', { token })
  return secondFactorApi.read.answer.parse(await answer.json())
}

const confirm = async ({ token }: TestUser, code: string) => {
  const answer = await server.call('PUT', '/profile/authenticator', { token, body: { code } })
  return [answer.status, await answer.text()]
}

const wrongOf = (code: string) => String((Number(code) + 1) % 1e6).padStart(6, '0')

test('the app is set up with its first code, and required from then on', async () => {
  const user = await aUser(server, { email: 'eva+test@example.com' })
  expect(await security(user)).toMatchObject({
    has_password: true,
    authenticator_since: null,
    recovery_codes: 0,
  })
  const begun = await server.call('POST', '/profile/authenticator', { token: user.token })
  const { secret, uri } = secondFactorApi.beginAuthenticator.answer.parse(await begun.json())
  expect(uri).toBe(`otpauth://totp/Spaceport:eva%2Btest%40example.com?secret=${secret}&issuer=Spaceport`)
  expect((await signIn(user)).status).toBe(200)

  const right = codeOf(secret, now())
  expect((await confirm(user, wrongOf(right)))[0]).toBe(409)
  expect((await confirm(user, `${right.slice(0, 3)} ${right.slice(3)}`))[0]).toBe(200)
  expect(await security(user)).toMatchObject({
    authenticator_since: now().toISOString(),
    recovery_codes: 10,
  })
  const { status, text, headers } = await signIn(user)
  expect([status, text, headers.get(SECOND_FACTORS_HEADER)]).toEqual([403, AUTH_ERRORS.secondFactor, 'app'])
  await aPasskey(server, user)
  expect((await signIn(user)).headers.get(SECOND_FACTORS_HEADER)).toBe('app, passkey')
  expect((await signIn(user, { password: 'a wrong one' })).headers.has(SECOND_FACTORS_HEADER)).toBe(false)
})

test('the order of checks reveals nothing to a person without the password', async () => {
  const user = await aUser(server, { isVerified: true })
  const { secret } = await anApp(server, user)
  const code = codeOf(secret, now())
  expect((await signIn(user, { password: 'wrong password', code })).status).toBe(401)
  await server.db.$client.query('update app_user set is_verified = false where id = $1', [user.id])
  expect((await signIn(user, { code })).text).toBe(AUTH_ERRORS.notVerified)
  await server.db.$client.query('update app_user set is_verified = true where id = $1', [user.id])
  const refused = await signIn(user, { code: wrongOf(code) })
  expect([refused.status, refused.text]).toEqual([401, 'the code is wrong or was used already'])
  expect(await statusOf(user, code)).toBe(200)
})

test('a code works once, and earlier ones no longer work', async () => {
  const user = await aUser(server)
  const { secret } = await anApp(server, user)
  clock += STEP
  const [before, code] = [codeOf(secret, now(), -1), codeOf(secret, now())]
  expect(await statusOf(user, code)).toBe(200)
  expect(await statusOf(user, code)).toBe(401)
  expect(await statusOf(user, before)).toBe(401)
  clock += STEP
  expect(await statusOf(user, codeOf(secret, now()))).toBe(200)
})

test('the code that set up the app cannot sign in', async () => {
  const user = await aUser(server)
  const secret = await beginApp(server, user)
  const code = codeOf(secret, now())
  expect((await confirm(user, code))[0]).toBe(200)
  expect(await statusOf(user, code)).toBe(401)
})

test('the clock of the app can be one step off, but not two', async () => {
  const user = await aUser(server)
  const { secret } = await anApp(server, user)
  clock += 10 * STEP
  expect(await statusOf(user, codeOf(secret, now(), -2))).toBe(401)
  expect(await statusOf(user, codeOf(secret, now(), 2))).toBe(401)
  expect(await statusOf(user, codeOf(secret, now(), -1))).toBe(200)
  expect(await statusOf(user, codeOf(secret, now(), 1))).toBe(200)
})

test('one of two simultaneous sign-ins with the same code works', async () => {
  const user = await aUser(server)
  const { secret, codes } = await anApp(server, user)
  for (const code of [codeOf(secret, now()), codes[0]]) {
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(user, { code })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
  }
})

test('a recovery code works once, however it is typed', async () => {
  const user = await aUser(server)
  const { codes } = await anApp(server, user)
  const [first = '', second = '', third = ''] = codes
  expect(new Set(codes).size).toBe(10)
  expect(codes.join()).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}(,|$)/)
  expect(await statusOf(user, first)).toBe(200)
  expect(await statusOf(user, first)).toBe(401)
  expect(await statusOf(user, second.toUpperCase().replaceAll('-', ''))).toBe(200)
  expect(await statusOf(user, ` ${third.replaceAll('-', ' ')} `)).toBe(200)
  expect((await security(user)).recovery_codes).toBe(7)
  const other = await aUser(server)
  await anApp(server, other)
  expect(await statusOf(other, codes[3] ?? '')).toBe(401)
})

test('new recovery codes replace the former ones, and need a second factor', async () => {
  const user = await aUser(server)
  const renew = () => server.call('POST', '/profile/recovery-codes', { token: user.token })
  expect((await renew()).status).toBe(409)
  const { codes } = await anApp(server, user)
  const renewed = secondFactorApi.renewCodes.answer.parse(await (await renew()).json())
  expect(await statusOf(user, codes[0] ?? '')).toBe(401)
  expect(await statusOf(user, renewed.recovery_codes[0] ?? '')).toBe(200)
  expect((await security(user)).recovery_codes).toBe(9)
})

test('a new app replaces the former one with its first code, and gives no new recovery codes', async () => {
  const user = await aUser(server)
  const old = await anApp(server, user)
  const secret = await beginApp(server, user)
  expect(await statusOf(user, codeOf(secret, now()))).toBe(401)
  expect(await statusOf(user, codeOf(old.secret, now()))).toBe(200)
  clock += STEP
  const [status, text] = await confirm(user, codeOf(secret, now()))
  expect([status, JSON.parse(String(text))]).toEqual([200, { recovery_codes: null }])
  clock += STEP
  expect(await statusOf(user, codeOf(old.secret, now()))).toBe(401)
  expect(await statusOf(user, codeOf(secret, now()))).toBe(200)
  expect(await statusOf(user, old.codes[0] ?? '')).toBe(200)
})

test('after the app is removed no code is required, and the recovery codes are deleted', async () => {
  const user = await aUser(server)
  await anApp(server, user)
  expect((await server.call('DELETE', '/profile/authenticator', { token: user.token })).status).toBe(204)
  expect(await security(user)).toMatchObject({ authenticator_since: null, recovery_codes: 0 })
  expect((await signIn(user)).status).toBe(200)
  expect((await confirm(user, '123456'))[0]).toBe(409)
})

test('guesses are limited for the account, from any address, but recovery codes still work', async () => {
  const user = await aUser(server)
  const { secret, codes } = await anApp(server, user)
  const guess = wrongOf(codeOf(secret, now()))
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push(await statusOf(user, guess))
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  const refused = await signIn(user, { code: codeOf(secret, now()) })
  expect([refused.text, refused.headers.get('Retry-After')]).toEqual([
    'too many codes, try again in 30 seconds',
    '30',
  ])
  expect((await signIn(user)).status).toBe(403)
  expect(await statusOf(user, codes[0] ?? '')).toBe(200)
  clock += STEP
  expect(await statusOf(user, codeOf(secret, now()))).toBe(200)
})

test('guesses are limited further in the long run', async () => {
  const user = await aUser(server)
  const { secret } = await anApp(server, user)
  const guess = async () => statusOf(user, wrongOf(codeOf(secret, now())))
  const guessed = (times: number) =>
    server.db.$client.query('update login_attempt set empty_at = $2 where key = $1', [
      `app code of ${user.id} in the long run`,
      new Date(clock + times * 900_000),
    ])
  expect(await guess()).toBe(401)
  await guessed(100)
  expect(await guess()).toBe(429)
  clock += 900_000
  expect(await guess()).toBe(401)

  // Right codes do not count as guesses.
  await guessed(99)
  for (let i = 0; i < 3; i++) {
    expect(await statusOf(user, codeOf(secret, now()))).toBe(200)
    clock += STEP
  }
})

test('a person without the password cannot use up the guesses of the owner', async () => {
  const user = await aUser(server)
  const { secret } = await anApp(server, user)
  for (let i = 0; i < 15; i++) await signIn(user, { password: 'wrong password', code: '123456' })
  expect(await statusOf(user, codeOf(secret, now()))).toBe(200)
})

test('neither secrets nor codes are logged or stored in plain text', async () => {
  const user = await aUser(server)
  const { codes } = await anApp(server, user)
  await signIn(user, { code: codes[0] })
  await signIn(user, { code: 'abcd-efgh-jkmn' })
  const logged = server.logged.join('\n')
  for (const secret of [...codes, 'abcd-efgh-jkmn']) expect(logged).not.toContain(secret)
  const { rows } = await server.db.$client.query('select hash from recovery_code where user_id = $1', [
    user.id,
  ])
  expect(rows).toHaveLength(9)
  for (const { hash } of rows) expect(hash).toHaveLength(32)
})
