import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { aConnector, aDevice, aSpace, aTag } from '../support/builders'
import { startCollector } from '../support/collector'
import { makeServer } from '../support/makeServer'
import { startReceiver } from '../support/receiver'
import { startProcess } from '../support/serverProcess'
import { uplinkOf } from '../support/uplink'

/** Fills the database; the server of each test is a separate process. */
const filler = await makeServer()
afterAll(() => filler.stop())
const space = await aSpace(filler)

/** Starts a server without the demo, on the database of these tests. */
async function start(env: Record<string, string>) {
  const server = await startProcess({
    DATABASE_URL: filler.databaseUrl,
    DEMO: '0',
    ALLOW_PRIVATE_WEBHOOKS: '1',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    ...env,
  })
  onTestFinished(async () => void (await server.stop()))
  return server
}

async function collect() {
  const collector = await startCollector()
  onTestFinished(() => collector.stop())
  return collector
}

test('an uplink has a trace that continues that of its caller, and so does its delivery', async () => {
  const [collector, receiver] = await Promise.all([collect(), startReceiver()])
  onTestFinished(() => receiver.stop())
  const tags = [await aTag(filler, space)]
  const device = await aDevice(filler, space, { tags })
  await aConnector(filler, space, {
    tags,
    transformation: `function main() { return { url: '${receiver.url}/hook?secret=hush', data: {} } }`,
  })
  const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'waterworks' })
  const answer = await fetch(`${server.url}/v2/devices/uplink?token=hush`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    },
    body: JSON.stringify(uplinkOf(device)),
  })
  expect(answer.status).toBe(201)

  const request = await collector.span('POST /v2/devices/uplink')
  expect(request).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentSpanId: 'b7ad6b7169203331',
    kind: 2,
  })
  expect(request.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/v2/devices/uplink',
    'http.response.status_code': 201,
    'spaceport.request.id': answer.headers.get('X-Request-Id'),
  })
  expect(collector.treeOf(request)).toEqual({ 'SELECT device_credential': {}, 'INSERT message': {} })

  const delivery = await collector.span('delivery')
  expect(delivery.parentSpanId).toBeUndefined()
  expect(collector.treeOf(delivery)).toMatchObject({
    'SELECT delivery': {},
    POST: {},
    BEGIN: {},
    'UPDATE delivery': {},
    COMMIT: {},
  })
  const sent = await collector.span('POST')
  expect(sent.kind).toBe(3)
  expect(sent.attributes).toEqual({ 'http.request.method': 'POST', 'http.response.status_code': 204 })

  const [hook] = await receiver.arrivals('/hook?secret=hush')
  expect(hook?.headers).not.toHaveProperty('traceparent')
  expect(collector.resources()[0]).toMatchObject({ 'service.name': 'waterworks' })
  const exported = collector.text()
  for (const secret of ['hush', device.token, device.serial_number, device.name, space.id, receiver.url])
    expect(exported).not.toContain(secret)
})

test('a routine has a trace for each round, and a failed request has an error status', {
  tags: 'heavy',
}, async () => {
  const collector = await collect()
  const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const key = 'c0ffee00-0000-4000-8000-000000000000'
  const answer = await fetch(`${server.url}/v2/spaces/${space.id}/keys/${key}`, {
    headers: { Authorization: 'Bearer hush' },
  })
  expect(answer.status).toBe(401)
  const request = await collector.span('GET /v2/spaces/:spaceId/keys/:keyId')
  expect(request.attributes).toMatchObject({ 'http.response.status_code': 401 })
  const round = await collector.span('round deliveries')
  expect(round.parentSpanId).toBeUndefined()
  expect(collector.treeOf(round)).not.toEqual({})
  for (const secret of ['hush', space.id, key]) expect(collector.text()).not.toContain(secret)
})

test('a stopping server sends its remaining traces, and stops even when the collector is away', {
  tags: 'heavy',
}, async () => {
  const collector = await collect()
  const server = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '600000',
  })
  await fetch(`${server.url}/health`)
  expect(collector.spans()).toEqual([])
  expect(await server.stop()).toBe(0)
  expect(collector.spans().map(({ name }) => name)).toContain('GET /health')

  // Nothing listens there.
  const nowhere = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_EXPORTER_OTLP_TIMEOUT: '200' }
  const alone = await start(nowhere)
  expect((await fetch(`${alone.url}/health`)).status).toBe(200)
  await expect.poll(alone.said).toContain('"message":"traces cannot be sent"')
  expect(await alone.stop()).toBe(0)
  // The failure belongs to no request.
  expect(alone.said()).not.toMatch(/"traces cannot be sent","request"/)
})

test('a server whose collector refuses the last traces stops cleanly', {
  tags: 'heavy',
}, async () => {
  const refusing = await startReceiver()
  onTestFinished(() => refusing.stop())
  refusing.any((response) => void response.writeHead(400).end())
  const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: refusing.url, OTEL_BSP_SCHEDULE_DELAY: '600000' })
  await fetch(`${server.url}/health`)
  expect(await server.stop()).toBe(0)
  expect(server.said()).toContain('"message":"traces cannot be sent"')
})

const coverageSchema = z.object({ result: z.array(z.object({ url: z.string() })) })

/**
 * Modules of OpenTelemetry that a server has loaded, from Node's list of its scripts. The API package does not count,
 * because prom-client needs it.
 */
async function loadedBy(env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'loaded-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const server = await start({ NODE_V8_COVERAGE: folder, ...env })
  await fetch(`${server.url}/health`)
  await server.stop()
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  const urls = texts.flatMap((text) => coverageSchema.parse(JSON.parse(text)).result.map(({ url }) => url))
  expect(urls.length).toBeGreaterThan(100)
  return urls.filter((url) => url.includes('/@opentelemetry/') && !url.includes('/@opentelemetry/api/'))
}

test('without the variable no module of OpenTelemetry is loaded', { tags: 'heavy' }, async () => {
  expect(await loadedBy({})).toEqual([])
  const { url } = await collect()
  expect(await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).not.toEqual([])
})
