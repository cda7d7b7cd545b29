import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { authApi } from '#contract/auth'
import { HOUR } from '#contract/common/durations'
import { registrationApi } from '#contract/registration'
import { aUser } from '../support/builders'
import { aCode, serveProvider, start, visit } from '../support/oidcWalk'
import { serve } from '../support/serve'

const KNOWN = { email: 'known@example.com', password: 'known-known' }
const provider = await serveProvider('demo')
/** Each sign-in has its own hour, because refused ones count as attempts. */
let clock = Date.now()
const server = await serve({
  now: () => new Date(clock),
  providers: [{ ...provider.settings, isLocal: true }],
  settings: { knownLogins: [KNOWN] },
})
await aUser(server, KNOWN)
const url = await server.listen()

/** Answers to a sign-in with a well-known password, to reading the metrics, and to listing providers. */
async function openDoors(headers: Record<string, string> = {}) {
  clock += HOUR
  const login = await fetch(`${url}/v2/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(KNOWN),
  })
  const metrics = await fetch(`${url}/metrics`, { headers })
  const providers = await fetch(`${url}/v2${authApi.providers.path}`, { headers })
  const config: unknown = await (await fetch(`${url}/config.json`, { headers })).json()
  return {
    login: login.status,
    metrics: metrics.status,
    providers: authApi.providers.answer.parse(await providers.json()).length,
    config,
  }
}

const OPEN = { login: 200, metrics: 200, providers: 1, config: { providers: 1 } }
const CLOSED = { login: 403, metrics: 403, providers: 0, config: { providers: 0 } }

const BY_PROXIES = [
  'Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded-Server',
  'X-Original-Forwarded-For',
  'X-Original-Host',
  'X-Real-IP',
  'Via',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'X-ProxyUser-Ip',
  'X-Remote-Addr',
  'True-Client-IP',
  'CF-Connecting-IP',
  'CF-Ray',
  'Fastly-Client-IP',
  'Fly-Client-IP',
  'DO-Connecting-IP',
  'X-Azure-ClientIP',
  'X-Envoy-External-Address',
  'X-Amzn-Trace-Id',
  'X-Scheme',
  'CDN-Loop',
]

test('a caller on this machine can sign in with a well-known password, and read the metrics', async () => {
  expect(await openDoors()).toMatchObject(OPEN)
  const own = {
    Origin: url,
    'User-Agent': 'a browser',
    'Accept-Language': 'cs',
    DNT: '1',
    'X-Request-Id': 'mine',
  }
  expect(await openDoors(own)).toMatchObject(OPEN)
})

test.each(BY_PROXIES)('a call with %s counts as a call through a proxy', async (name) => {
  expect(await openDoors({ [name]: '127.0.0.1' })).toMatchObject(CLOSED)
})

/** Sends a raw request; returns the answer. */
async function send(request: string[], body = '') {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write([...request, 'Connection: close', `Content-Length: ${body.length}`, '', body].join('\r\n'))
  return text(socket)
}

test('a proxy without headers is recognized by HTTP/1.0, or by the host name that it forwards', async () => {
  const login = async (version: string, host: string) => {
    const head = [`POST /v2/auth/login HTTP/${version}`, `Host: ${host}`, 'Content-Type: application/json']
    return (await send(head, JSON.stringify(KNOWN))).split(/\r?\n/)[0]
  }
  expect(await login('1.1', 'localhost')).toContain('200')
  expect(await login('1.0', 'localhost')).toContain('403')
  expect(await login('1.1', 'console.example.com')).toContain('421')
  expect(await send(['GET /metrics HTTP/1.0', 'Host: 127.0.0.1'])).toContain(
    'set METRICS_TOKEN to read the metrics from another machine or through a proxy',
  )
})

test('the log warns once about a proxy that is not configured', () => {
  const said = server.logged.filter((line) => line.includes('TRUST_PROXY is not set'))
  expect(said).toHaveLength(1)
})

test('a well-known password is recognized in upper and lower case', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.9' }
  const body = { ...KNOWN, password: 'ｋnown-known' }
  expect((await server.call('POST', '/auth/login', { body })).status).toBe(200)
  expect((await server.call('POST', '/auth/login', { body, headers })).status).toBe(403)
})

test('no step of a sign-in at a provider of this machine works through a proxy', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.9' }
  const sentence = '“Keycloak” works on this machine only and through no proxy'
  const errorOf = async (path: string) => {
    const answer = await server.request(path, { headers })
    return new URL(answer.headers.get('Location') ?? '').searchParams.get('error')
  }
  expect(await errorOf('/v2/auth/oauth2/start/demo?state=demo.1')).toBe(sentence)

  const person = provider.add()
  const back = await visit(await start(server, provider.settings), person)
  expect(await errorOf(back.pathname + back.search)).toBe(sentence)

  const code = await aCode(server, provider, person)
  for (const [path, body] of [
    ['/auth/oauth2/code', { provider: 'demo', code }],
    [registrationApi.create.path, { provider: 'demo', data: code, email: person.email }],
  ] as const) {
    const answer = await server.call('POST', path, { body, headers })
    expect([answer.status, await answer.text()]).toEqual([403, sentence])
  }
  // The code was not used up: a call from this machine gets that there is no account.
  const here = await server.call('POST', '/auth/oauth2/code', { body: { provider: 'demo', code } })
  expect(await here.text()).toBe('identity: not found')
})

test('the page of the demo’s provider answers neither through a proxy nor by another name', async () => {
  const { issuer } = provider.settings
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(`${issuer}/jwks`, { headers })).status
  expect(await statusWith({})).toBe(200)
  expect(await statusWith({ 'X-Forwarded-For': '203.0.113.9' })).toBe(403)
  expect(await statusWith({ Origin: 'https://evil.example.com' })).toBe(403)
})
