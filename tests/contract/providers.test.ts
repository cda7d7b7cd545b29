import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { authApi, tokenAnswerSchema } from '#contract/auth'
import { MINUTE } from '#contract/common/durations'
import { identity } from '../../server/db/schema'
import { takeCode } from '../../server/services/accounts/oidc/codes'
import { linkIdentity } from '../../server/services/accounts/oidc/identities'
import { aUser } from '../support/builders'
import { aCode, comeBack, goThrough, serveProvider, start, visit } from '../support/oidcWalk'
import { serve } from '../support/serve'

let clock = Date.now()
/** Origin of a call within the process. */
const HERE = { isFromHere: () => true }
const provider = await serveProvider()
const other = await serveProvider('google')
const server = await serve({
  providers: [provider.settings, other.settings],
  now: () => new Date(clock),
  settings: { trustProxy: true },
})
const { settings } = provider

/** Creates a person whose account is linked to the provider. */
async function linked(values: Parameters<typeof aUser>[1] = {}) {
  const person = provider.add()
  const user = await aUser(server, values)
  const external = { ...person, provider: settings.id, identityId: person.sub, login: person.email }
  await linkIdentity(server.db, server.deps, user.id, {
    ...external,
    isEmailVerified: true,
    firstname: null,
    lastname: null,
    isConfirmation: false,
  })
  return { person, user }
}

let lastAddress = 1

async function send(code: string, id = settings.id, address = `198.51.100.${lastAddress++}`) {
  const body = { provider: id, code }
  const headers = { 'X-Forwarded-For': address }
  const answer = await server.call('POST', '/auth/oauth2/code', { body, headers })
  return { status: answer.status, text: await answer.text() }
}

const DEAD = { status: 401, text: 'the code is wrong, has expired or was used already' }

test('the list has the address where a sign-in starts, with a placeholder for the state', async () => {
  const answer = await server.call('GET', '/auth/oauth2/providers')
  const [first] = authApi.providers.answer.parse(await answer.json())
  expect(first).toEqual({
    provider: 'keycloak',
    name: 'Keycloak',
    url: 'https://console.example.com/v2/auth/oauth2/start/keycloak?state={state}',
    icon: settings.icon,
  })
})

test('a linked person signs in, and the token has the method', async () => {
  const { person, user } = await linked()
  const query = await goThrough(server, provider, person, { state: 'keycloak.of-the-console' })
  expect(query.get('state')).toBe('keycloak.of-the-console')
  const { status, text } = await send(query.get('code') ?? '')
  expect(status).toBe(200)
  const token = tokenAnswerSchema.parse(JSON.parse(text)).access_token
  const profile = await server.call('GET', '/profile', { token })
  expect(await profile.json()).toMatchObject({ id: user.id })
  const { rows } = await server.db.$client.query(
    `select method, provider from auth_session where user_id = $1 and method = 'provider'`,
    [user.id],
  )
  expect(rows).toEqual([{ method: 'provider', provider: 'keycloak' }])
})

test('a person who is not linked gets the sentence of the rules', async () => {
  const code = await aCode(server, provider, provider.add())
  expect(await send(code)).toEqual({ status: 401, text: 'identity: not found' })
})

test('an unverified account cannot sign in', async () => {
  const { person } = await linked({ isVerified: false })
  const code = await aCode(server, provider, person)
  expect(await send(code)).toEqual({ status: 403, text: 'forbidden: not verified' })
})

test('a code works once, even with two calls at once, and for two minutes', async () => {
  const { person } = await linked()
  const code = await aCode(server, provider, person)
  const answers = await Promise.all([send(code), send(code), send(code)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(2)
  expect(await send(code)).toEqual(DEAD)

  const late = await aCode(server, provider, person)
  clock += 2 * MINUTE
  expect(await send(late)).toEqual(DEAD)
})

test('a code of another provider is refused, and thereby used up', async () => {
  const { person } = await linked()
  const code = await aCode(server, provider, person)
  expect(await send(code, 'google')).toEqual(DEAD)
  expect(await send(code)).toEqual(DEAD)
  expect(await send('made-up')).toEqual(DEAD)
})

test('an identity of one provider cannot sign in through another, even with the same id', async () => {
  const { person } = await linked()
  other.add({ sub: person.sub })
  const code = await aCode(server, other, person)
  expect(await send(code, 'google')).toEqual({ status: 401, text: 'identity: not found' })
})

test('the redirect back from the provider works once', async () => {
  const back = await visit(await start(server, settings), provider.add())
  expect((await comeBack(server, back)).get('code')).toBeTruthy()
  const again = await comeBack(server, back)
  expect(Object.fromEntries(again)).toEqual({ error: 'this sign-in has ended already, please try again' })
})

test('a sign-in whose state is missing or changed is refused', async () => {
  for (const change of ['delete', 'change'] as const) {
    const back = await visit(await start(server, settings), provider.add())
    if (change === 'delete') back.searchParams.delete('state')
    else back.searchParams.set('state', 'of-somebody-else')
    const query = await comeBack(server, back)
    expect([query.get('code'), query.get('error')]).toEqual([
      null,
      'this sign-in has ended already, please try again',
    ])
  }
})

test("the code of one person's sign-in does not work in the flow of another", async () => {
  const mine = await visit(await start(server, settings), provider.add())
  const theirs = await visit(await start(server, settings), provider.add())
  mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
  const query = await comeBack(server, mine)
  // PKCE: the issuer requires the verifier of the other flow.
  expect([query.get('code'), query.get('error')]).toEqual([
    null,
    'the answer of Keycloak cannot be trusted, please try again',
  ])
})

test('a sign-in can take ten minutes at the provider', async () => {
  const back = await visit(await start(server, settings, { state: 'keycloak.slow' }), provider.add())
  clock += 10 * MINUTE
  expect(Object.fromEntries(await comeBack(server, back))).toEqual({
    state: 'keycloak.slow',
    error: 'the sign-in took too long, please try again',
  })
})

const LIES = {
  'another nonce': { nonce: 'of another flow' },
  'no nonce': { nonce: undefined },
  'another issuer': { iss: 'https://evil.example' },
  'another audience': { aud: 'another-client' },
  'an expiry in the past': { iat: 1, exp: 2 },
}

test.each(Object.entries(LIES))('an ID token with %s is refused', async (_name, lie) => {
  const { person } = await linked()
  const query = await provider.lying(
    (claims) => ({ ...claims, ...lie }),
    () => goThrough(server, provider, person),
  )
  expect([query.get('code'), query.get('error')]).toEqual([
    null,
    'the answer of Keycloak cannot be trusted, please try again',
  ])
})

test('the answer of another issuer is refused (RFC 9207)', async () => {
  const back = await visit(await start(server, settings), provider.add())
  back.searchParams.set('iss', other.settings.issuer)
  expect((await comeBack(server, back)).get('error')).toContain('cannot be trusted')
})

test('a person who cancels gets a message', async () => {
  const query = await goThrough(server, provider, null, { state: 'keycloak.cancelled' })
  expect(Object.fromEntries(query)).toEqual({
    state: 'keycloak.cancelled',
    error: 'the sign-in at Keycloak was cancelled',
  })
})

test('an unavailable provider gives a sentence, and the next attempt works', async () => {
  const away = await serveProvider('away')
  const own = await serve({ providers: [{ ...away.settings, name: 'Azure' }] })
  const person = away.add()
  const sentence = 'Azure does not answer, please try again in a moment'

  const failed = await away.away(() => start(own, away.settings, { state: 'away.1' }))
  expect(failed.searchParams.get('error')).toBe(sentence)
  expect(failed.searchParams.get('state')).toBe('away.1')

  const back = await visit(await start(own, away.settings), person)
  const late = await away.away(() => comeBack(own, back))
  expect(late.get('error')).toBe(sentence)
  expect(await aCode(own, away, person)).toBeTruthy()
})

test.each([
  ['an empty id', '', 'the answer of Keycloak cannot be trusted, please try again'],
  ['an endless id', 's'.repeat(500_000), 'Keycloak knows you by an id of more than 255 characters'],
])('a provider that identifies a person by %s is refused', async (_, sub, sentence) => {
  const person = provider.add()
  const query = await provider.lying(
    (claims) => ({ ...claims, sub }),
    () => goThrough(server, provider, person),
  )
  expect(query.get('error')).toBe(sentence)
})

test('an endless answer of a provider is aborted after 1 MB', async () => {
  const piece = Buffer.alloc(64_000, ' ')
  let sent = 0
  const endless = createServer((_, answer) => {
    const write = () => {
      while (!answer.destroyed && answer.write(piece)) sent += piece.length
    }
    answer.writeHead(200, { 'Content-Type': 'application/json' }).on('drain', write)
    write()
  }).listen(0, '127.0.0.1')
  await once(endless, 'listening')
  try {
    const { port } = z.object({ port: z.number() }).parse(endless.address())
    const own = await serve({ providers: [{ ...settings, issuer: `http://127.0.0.1:${port}` }] })
    const refused = await start(own, settings)
    expect(refused.searchParams.get('error')).toContain('cannot be trusted')
    expect(sent).toBeLessThan(20_000_000)
  } finally {
    endless.closeAllConnections()
    endless.close()
  }
})

test('an unknown or missing provider redirects back with a sentence', async () => {
  const unknown = await start(server, { id: 'nobody' })
  expect(unknown.searchParams.get('error')).toBe('this server does not know the provider')
  const stateless = await start(server, settings, { state: '' })
  expect(stateless.searchParams.get('error')).toContain('state must have')
  for (const state of ['a\r\nb', 'a\0b', 'x'.repeat(513)]) {
    const refused = await start(server, settings, { state })
    expect(Object.fromEntries(refused.searchParams)).toEqual({
      error: 'state must have 1 to 512 visible characters',
    })
  }
})

test('the request to the provider has PKCE, a nonce and a state that the console does not know', async () => {
  const url = await start(server, settings, { state: 'keycloak.mine' })
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: 'https://console.example.com/v2/auth/oauth2/callback',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(url.href).not.toContain('keycloak.mine')
})

test('a confirmation requests a new sign-in, and accepts only a recent one', async () => {
  const person = provider.add()
  const server = await serve({ providers: [settings] })
  const url = await start(server, settings, { confirm: true })
  expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual(['login', '0'])
  const confirmed = (await comeBack(server, await visit(url, person))).get('code') ?? ''
  const taken = await takeCode(server.db, server.deps, { provider: settings.id, code: confirmed }, HERE)
  expect(taken).toMatchObject({ isConfirmation: true, identityId: person.sub })

  for (const time of [undefined, Math.floor(Date.now() / 1000) - 3600]) {
    const query = await provider.lying(
      (claims) => ({ ...claims, auth_time: time }),
      () => goThrough(server, provider, person, { confirm: true }),
    )
    expect(query.get('error')).toContain('does not say that you have just signed in')
  }

  const ordinary = await aCode(server, provider, person)
  const plain = await takeCode(server.db, server.deps, { provider: settings.id, code: ordinary }, HERE)
  expect(plain.isConfirmation).toBe(false)
})

test('the claims of the provider about a person are stored with the code', async () => {
  const person = provider.add({ email: 'Petra@Example.com', email_verified: false })
  const code = await aCode(server, provider, person)
  expect(await takeCode(server.db, server.deps, { provider: settings.id, code }, HERE)).toEqual({
    provider: 'keycloak',
    identityId: person.sub,
    login: 'petra@example.com',
    email: 'petra@example.com',
    isEmailVerified: false,
    firstname: 'Petra',
    lastname: 'Poklad',
    isConfirmation: false,
  })
})

test('guesses of codes are limited', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 41; i++) statuses.push((await send(`guess-${i}`, settings.id, '203.0.113.9')).status)
  expect(statuses.slice(0, 40)).toEqual(Array(40).fill(401))
  expect(statuses.at(-1)).toBe(429)
})

test('the redirects let the opener access its window, and are never cached', async () => {
  const answer = await server.request('/v2/auth/oauth2/start/keycloak?state=keycloak.1')
  expect(answer.headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none')
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
})

test('neither codes nor states are logged or stored', async () => {
  const { person } = await linked()
  const back = await visit(await start(server, settings), person)
  const code = (await comeBack(server, back)).get('code') ?? ''
  const stored = JSON.stringify([
    (await server.db.$client.query('select * from oauth_code')).rows,
    (await server.db.$client.query('select * from oauth_flow')).rows,
    await server.db.select().from(identity),
  ])
  const known = [...back.searchParams.values(), code].filter((value) => value !== settings.issuer)
  for (const secret of known) {
    expect(server.logged.join('\n')).not.toContain(secret)
    expect(stored).not.toContain(secret)
  }
})
