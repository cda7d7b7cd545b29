import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { CAPABILITIES } from '#contract'
import { configSchema } from '#contract/config'
import { OF_DOCUMENTS } from '../../server/middleware/headers'
import { aDevice, aUser } from '../support/builders'
import { makeServer } from '../support/makeServer'
import { serveSpace } from '../support/serve'

const SCRIPT = 'console.log("console")\n'.repeat(100)
const dist = mkdtempSync(join(tmpdir(), 'dist-'))
mkdirSync(join(dist, 'assets'))
writeFileSync(join(dist, 'index.html'), '<style nonce="__CSP_NONCE__"></style><p>console</p>')
writeFileSync(join(dist, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
mkdirSync(join(dist, 'guide'))
writeFileSync(join(dist, 'guide/index.html'), '<h1>Documentation</h1>')
writeFileSync(join(dist, 'assets/main-a1B2_-cd.js'), SCRIPT)
writeFileSync(join(dist, 'assets/main-a1B2_-cd.js.br'), brotliCompressSync(SCRIPT))
writeFileSync(join(dist, 'assets/decoder.wasm-worker-a1B2_-cd.js'), SCRIPT)
afterAll(() => rmSync(dist, { recursive: true }))

const { server, space } = await serveSpace({ settings: { dist } })
const url = await server.listen()

const secured = () => ({ Authorization: `Bearer ${space.owner.token}` })

test('every answer carries the security headers', async () => {
  const login = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
  const answers = await Promise.all([
    server.request('/'),
    server.request('/spaces/x/detail'),
    server.request('/logo.svg'),
    server.request('/missing.js'),
    server.request('/config.json'),
    server.request('/health'),
    server.request('/v2/nothing'),
    server.request('/v2/profile'),
    server.request('/v2/profile', { method: 'DELETE' }),
    server.request('/v2/profile', { method: 'OPTIONS', headers: { Origin: 'https://console.example' } }),
    server.request('/v2/documentation', { headers: { Accept: 'text/html' } }),
    server.request('/v2/auth/login', { ...login, body: '{' }),
    server.request('/v2/auth/login', { ...login, body: 'x'.repeat(1_100_000) }),
    server.request(`/v2/spaces/${space.id}/devices`, { headers: secured() }),
  ])
  for (const { headers, url, status } of answers) {
    const policy = headers.get('Content-Security-Policy') ?? ''
    expect([url, status, policy]).toEqual([url, status, expect.stringContaining("frame-ancestors 'none'")])
    expect(policy).not.toContain('unsafe-eval')
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': expect.stringContaining('camera=(self)'),
    })
    expect(headers.has('Strict-Transport-Security')).toBe(false)
  }
})

test('a part of a page has the only one of these headers that it follows', async () => {
  const { headers } = await server.request('/assets/main-a1B2_-cd.js')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  for (const name of OF_DOCUMENTS) expect([name, headers.get(name)]).toEqual([name, null])
})

test.each([
  ['host', 'max-age=31536000'],
  ['subdomains', 'max-age=31536000; includeSubDomains'],
  ['preload', 'max-age=63072000; includeSubDomains; preload'],
] as const)('with HSTS=%s browsers get %s', async (hsts, header) => {
  const strict = await makeServer({ databaseUrl: server.databaseUrl, settings: { hsts } })
  const { headers } = await strict.request('/config.json')
  expect(headers.get('Strict-Transport-Security')).toBe(header)
  await strict.stop()
})

test('the policy allows the configured sources, and local ones only on a local server', async () => {
  const console = configSchema.parse({ apiBase: 'https://api.example.com/v2' })
  const hsts = 'host' as const
  const settings = { loopback: false, hsts, console, connectSources: ['https://more.example.com'] }
  const open = await makeServer({ databaseUrl: server.databaseUrl, settings })
  const { headers } = await open.request('/config.json')
  expect(headers.get('Content-Security-Policy')).toContain(
    "connect-src 'self' https://api.example.com https://more.example.com;",
  )
  expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
  await open.stop()
})

test('each page has a nonce of its own, which its policy allows', async () => {
  const nonces = await Promise.all(
    ['/', '/space/1/devices', '/index.html'].map(async (path) => {
      const answer = await server.request(path)
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
      const nonce = /nonce="([^"]+)"/.exec(await answer.text())?.[1]
      expect(answer.headers.get('Content-Security-Policy')).toContain(`style-src 'self' 'nonce-${nonce}'`)
      return nonce
    }),
  )
  expect(new Set(nonces).size).toBe(3)
  expect(nonces).not.toContain('__CSP_NONCE__')
})

test('only the script of a worker that needs WebAssembly may run it', async () => {
  const policyOf = async (path: string) => (await server.request(path)).headers.get('Content-Security-Policy')
  expect(await policyOf('/assets/decoder.wasm-worker-a1B2_-cd.js')).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  )
  expect(await policyOf('/')).not.toContain('wasm-unsafe-eval')
  expect(await policyOf('/assets/main-a1B2_-cd.js')).toBeNull()
})

test('hashed files are cached forever and compressed', async () => {
  const answer = await server.request('/assets/main-a1B2_-cd.js', {
    headers: { 'Accept-Encoding': 'gzip, br' },
  })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': expect.stringContaining('text/javascript'),
    vary: expect.stringContaining('Accept-Encoding'),
  })
  expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(SCRIPT)
  const plain = await server.request('/assets/main-a1B2_-cd.js')
  expect([plain.headers.get('Content-Encoding'), await plain.text()]).toEqual([null, SCRIPT])
  expect((await server.request('/logo.svg')).headers.get('Cache-Control')).toBe('no-cache')
})

test.each([
  '/assets/old-12345678.js',
  '/missing.png',
  '/v2',
  '/v2/nothing',
  '/guide/missing',
  '/guide/missing.html',
  '/assets/../../package.json',
  '/%2e%2e/x.y',
])('%s answers 404, and not the console', async (path) => {
  const answer = await server.request(path)
  expect([answer.status, await answer.text()]).toEqual([404, 'not found'])
})

test('the guides are pages below /guide/, because their links are relative', async () => {
  const bare = await server.request('/guide')
  expect([bare.status, bare.headers.get('Location')]).toEqual([302, '/guide/'])
  expect(await (await server.request('/guide/')).text()).toBe('<h1>Documentation</h1>')
})

test('a local server accepts only its own host names and the public one', async () => {
  const named = await makeServer({
    databaseUrl: server.databaseUrl,
    settings: { hosts: ['spaceport.example.com'] },
  })
  const statusOf = async (address: string) => (await named.request(address)).status
  for (const host of ['localhost', '127.0.0.1:8080', '[::1]:8080', 'Spaceport.example.com', 'LOCALHOST:5173'])
    expect([host, await statusOf(`http://${host}/config.json`)]).toEqual([host, 200])
  for (const host of [
    'evil.example.com',
    'localhost.example.com',
    '127.0.0.1.example.com',
    '192.168.1.5:8080',
  ])
    for (const path of ['/', '/config.json', '/health', '/v2/auth/oauth2/providers'])
      expect([host, path, await statusOf(`http://${host}${path}`)]).toEqual([host, path, 421])
  const refusal = await named.request('http://evil.example.com/')
  expect(await refusal.text()).toContain('set PUBLIC_URL where people reach it by another one')
  await named.stop()

  const open = await makeServer({ databaseUrl: server.databaseUrl, settings: { hosts: null } })
  expect((await open.request('http://anything.example.com/config.json')).status).toBe(200)
  await open.stop()
})

test('browsers cache no answer of the API', async () => {
  const answers = await Promise.all([
    server.request(`/v2/spaces/${space.id}/devices`, { headers: secured() }),
    server.request('/v2/auth/oauth2/providers'),
    server.request('/v2/profile'),
    server.request('/v2/nothing'),
    server.request('/v2/profile', { method: 'DELETE' }),
    server.request('/v2/documentation', { headers: { Accept: 'text/html' } }),
  ])
  for (const { url, headers } of answers)
    expect([url, headers.get('Cache-Control')]).toEqual([url, 'no-store'])
})

test('a wrong method gets the allowed ones', async () => {
  const answer = await server.request('/v2/profile', { method: 'DELETE' })
  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD, PUT'])
})

test('a body in another format is refused', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
    const answer = await server.request('/v2/auth/login', {
      method: 'POST',
      body: '{"email":"a@example.com","password":"password"}',
      headers: type ? { 'Content-Type': type } : {},
    })
    expect([answer.status, await answer.text()]).toEqual([415, 'the content type must be application/json'])
  }
})

test('up to ten wrong fields of a body are named at once, each with its first fault', async () => {
  const refusal = async (body: object, path = 'tags') => {
    const answer = await server.call('POST', `/spaces/${space.id}/${path}`, {
      token: space.owner.token,
      body,
    })
    return [answer.status, await answer.text()]
  }
  expect(await refusal({ color: 'blue' })).toEqual([
    400,
    'name is required; color must be a colour like #1A2B3C',
  ])
  expect(await refusal({ color: '#1E88E5' })).toEqual([400, 'name is required'])
  const tags = [{ id: 'x' }, { id: 'y' }]
  const [, sentence] = await refusal({ tags }, 'devices')
  expect(String(sentence).split('; ')).toEqual([
    'name is required',
    'tags[0].id must be an id',
    expect.stringMatching(/^serial_number /),
    expect.stringMatching(/^token /),
  ])
  const label = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`l${i}`, 7]))
  const [, many] = await refusal({ label }, 'devices')
  expect(String(many).split('; ')).toHaveLength(10)
})

test('a body over 1 MB is refused, even without a Content-Length', async () => {
  const big = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(1_048_576) })
  const chunked = new ReadableStream({
    start(controller) {
      for (let at = 0; at < big.length; at += 65_536)
        controller.enqueue(new TextEncoder().encode(big.slice(at, at + 65_536)))
      controller.close()
    },
  })
  for (const body of [big, chunked]) {
    // Node requires `duplex` with a stream; the type of the DOM lacks it.
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, duplex: 'half' }
    const answer = await fetch(`${url}/v2/auth/login`, init)
    expect([answer.status, await answer.text()]).toEqual([413, 'the body must have at most 1 MB'])
  }
})

test('the server survives garbage on its socket', async () => {
  const { port, hostname } = new URL(url)
  for (const garbage of [
    '\0\0\0',
    'GET / HTTP/9.9\r\n\r\n',
    'POST /v2/auth/login HTTP/1.1\r\nContent-Length: x\r\n\r\n',
  ]) {
    const socket = connect(Number(port), hostname)
    socket.end(garbage)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 (400|505)|^$/)
  }
  expect((await fetch(`${url}/health`)).status).toBe(200)
})

test('long answers are compressed for clients that accept brotli', async () => {
  for (let i = 0; i < 8; i++) await aDevice(server, space, { comment: 'a comment '.repeat(20) })
  const path = `/v2/spaces/${space.id}/devices`
  const compressed = await server.request(path, { headers: { ...secured(), 'Accept-Encoding': 'br' } })
  const plain = await server.request(path, { headers: { ...secured(), 'Accept-Encoding': 'gzip, br;q=0' } })
  expect([compressed, plain].map(({ headers }) => headers.get('Content-Encoding'))).toEqual(['br', null])
  for (const { headers } of [compressed, plain]) expect(headers.get('Vary')).toContain('Accept-Encoding')
  const bytes = Buffer.from(await compressed.arrayBuffer())
  const length = Number(compressed.headers.get('Content-Length') ?? bytes.length)
  expect(length).toBe(bytes.length)
  expect(brotliDecompressSync(bytes).toString()).toBe(await plain.text())
})

test('other origins can call with a token, but without cookies', async () => {
  const preflight = await server.request('/v2/profile', {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://console.example',
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization,content-type',
    },
  })
  expect(preflight.status).toBe(204)
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization,content-type',
    'access-control-allow-methods': expect.stringContaining('PUT'),
  })
  const answer = await server.request('/v2/profile', { headers: { Origin: 'https://console.example' } })
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(answer.headers.has('Access-Control-Allow-Credentials')).toBe(false)
})

test('the configuration names the API and its capabilities', async () => {
  const config = configSchema.parse(await (await server.request('/config.json')).json())
  expect(config).toMatchObject({ apiBase: '/v2', productName: 'Spaceport', capabilities: CAPABILITIES })
  expect(config.capabilities).toEqual([...new Set(config.capabilities)])
})

test('the console of another server can read what this one is capable of', async () => {
  const answer = await server.request('/config.json', { headers: { Origin: 'https://console.example' } })
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
})

test('a full disk of the database is reported, with the time to retry', async () => {
  const { server: full, space } = await serveSpace()
  await full.db.$client.query(`
    create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on tag execute function refuse()`)
  const answer = await full.call('POST', `/spaces/${space.id}/tags`, {
    token: space.owner.token,
    body: { name: 'cellar', color: '#E53935' },
  })
  expect([answer.status, answer.headers.get('Retry-After'), await answer.text()]).toEqual([
    503,
    '60',
    'the disk of the database is full, try again in 60 seconds',
  ])
})

test('an unexpected error shows the client only its id, which is logged', async () => {
  const user = await aUser(server)
  const broken = await makeServer({ databaseUrl: server.databaseUrl })
  await broken.stop()
  const answer = await broken.call('GET', '/profile', { token: user.token })
  expect([answer.status, await answer.text()]).toEqual([500, 'internal error'])
  expect(broken.logged.join('\n')).toContain(answer.headers.get('X-Request-Id'))
  expect((await broken.request('/health')).status).toBe(503)
})
