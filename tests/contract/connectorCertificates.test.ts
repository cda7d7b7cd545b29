import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { createServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectorsApi } from '#contract/connectors'
import { connectorCertificatesApi } from '#contract/connectors/certificate'
import { startBroker, type TestBroker } from '../support/broker'
import { CA, CLIENT, certificateFor } from '../support/certificates'
import { makeServer, type TestServer } from '../support/makeServer'
import { aWebhook, forwards, type WebhookRoute } from '../support/webhooks'

const own = await certificateFor('The receiver')
const tls = { cert: own.certificate, key: own.key, ca: CA, requestCert: true, rejectUnauthorized: true }

let server: TestServer
let broker: TestBroker
/** Names in the certificates that clients presented. */
const shown: string[] = []
const receiver = createServer(tls, (request, response) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of a request lacks the TLS socket
  const socket = request.socket as TLSSocket
  shown.push(String(socket.getPeerCertificate().subject.CN))
  response.writeHead(204).end()
})
let url: string

beforeAll(async () => {
  server = await makeServer({ deliveries: { allowPrivate: true } })
  broker = await startBroker({ tls })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  url = `https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
})
afterAll(async () => {
  await server.stop()
  await broker.stop()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

const put = ({ on }: WebhookRoute, body: unknown) => on('PUT', '/certificate', body)
const withCa = { ...CLIENT, ca: CA }
const shownOf = async ({ on }: WebhookRoute) =>
  connectorsApi.get.answer.parse(await (await on('GET', '')).json()).client_certificate

describe('a receiver that asks for a certificate', () => {
  test('gets the certificate of the connector, and is verified with its authority', async () => {
    const route = await aWebhook(server, { transformation: forwards(url) })
    const answer = await put(route, withCa)
    const certificate = connectorCertificatesApi.put.answer.parse(await answer.json())
    expect(certificate).toMatchObject({ subject: 'CN=A connector', has_ca: true })
    expect(await shownOf(route)).toEqual(certificate)
    await route.send()
    await route.settled('delivered')
    expect(shown).toEqual(['A connector'])
  })

  test('is not trusted without that authority', async () => {
    const route = await aWebhook(server, { transformation: forwards(url) })
    await put(route, CLIENT)
    await route.send()
    const { fingerprint256 } = new X509Certificate(CA)
    expect(await route.settled('failed')).toMatchObject({
      error: `the host's certificate is self-signed (CN=An authority, SHA-256 ${fingerprint256})`,
      error_code: 'certificate_own',
    })
  })

  test('refuses a connector whose certificate was removed, and the attempt says so', async () => {
    const route = await aWebhook(server, { transformation: forwards(url) })
    await put(route, withCa)
    expect((await route.on('DELETE', '/certificate')).status).toBe(204)
    expect(await shownOf(route)).toBeNull()
    await route.send()
    expect(await route.settled('failed')).toMatchObject({ status: null })
  })

  test('may be a broker', async () => {
    const transformation = `function main() { return { topic: 'proven', data: 1 } }`
    const route = await aWebhook(server, {
      type: 'mqtt',
      broker_url: broker.url,
      transformation,
      retry_delays: [1, 1, 1],
    })
    await route.send()
    const failed = await route.settled('pending', 1)
    expect(failed.tries[0]).toMatchObject({
      error_code: 'certificate_own',
      error_detail: expect.stringContaining('CN=An authority'),
    })
    await put(route, withCa)
    await broker.arrivals('proven')
    await route.settled('delivered', 2)
  })
})

describe('a receiver that asks for none, and has a certificate of a private authority', () => {
  const open = { ...tls, requestCert: false }

  test('is trusted by that authority alone', async () => {
    const asksNothing = createServer(open, (_request, response) => void response.writeHead(204).end())
    await new Promise<void>((resolve) => asksNothing.listen(0, '127.0.0.1', resolve))
    const address = asksNothing.address()
    const at = `https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
    const route = await aWebhook(server, { transformation: forwards(at), retry_delays: [1, 1, 1] })
    await route.send()
    await route.settled('pending', 1)
    const certificate = connectorCertificatesApi.put.answer.parse(await (await put(route, { ca: CA })).json())
    expect(certificate).toMatchObject({ subject: 'CN=An authority', has_certificate: false, has_ca: true })
    await route.settled('delivered', 2)
    asksNothing.closeAllConnections()
    asksNothing.close()
  })

  test('may be a broker', async () => {
    const asksNothing = await startBroker({ tls: open })
    const route = await aWebhook(server, {
      type: 'mqtt',
      broker_url: asksNothing.url,
      transformation: `function main() { return { topic: 'trusted', data: 1 } }`,
    })
    await put(route, { ca: CA })
    await route.send()
    await asksNothing.arrivals('trusted')
    expect(await route.settled('delivered')).toMatchObject({ error_code: null })
    await asksNothing.stop()
  })
})

test('a connection is not reused with other certificates', async () => {
  const route = await aWebhook(server, { transformation: forwards(url), retry_delays: [60] })
  await put(route, withCa)
  await route.send()
  await route.settled('delivered')
  await route.on('DELETE', '/certificate')
  await route.send()
  const codes = async () => (await route.deliveries()).map(({ error_code }) => error_code)
  await expect.poll(codes).toContain('certificate_own')
})

test('no answer, audit entry or log line of the server contains a private key', async () => {
  const route = await aWebhook(server, { transformation: forwards(url) })
  const answers = [await (await put(route, withCa)).text(), await (await route.on('GET', '')).text()]
  await route.send()
  const delivery = await route.settled('delivered')
  const path = `/spaces/${route.space.id}/audit`
  const log = await (await server.call('GET', path, { token: route.space.owner.token })).text()
  expect(log).toContain('"connector.setCertificate"')
  const [, line = ''] = CLIENT.key.trim().split('\n')
  expect(JSON.stringify([answers, delivery, log, server.logged])).not.toContain(line.trim())
})

describe('invalid input is refused by the name of its field:', async () => {
  const { privateKey } = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 })
  const long = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const other = await certificateFor('Another')
  const expired = await certificateFor('Expired', { notAfterDate: new Date('2026-01-01T00:00:00Z') })
  const encrypted = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----'
  test.each([
    ['no certificate', { ...CLIENT, certificate: 'hello' }, 'certificate is not'],
    [
      'a broken one',
      { ...CLIENT, certificate: CLIENT.certificate.replace('MII', 'AAA') },
      'certificate is not',
    ],
    ['no key', { ...CLIENT, key: 'hello' }, 'key is not'],
    ['an encrypted key', { ...CLIENT, key: encrypted }, 'key must not be encrypted'],
    ['the key of another one', { ...CLIENT, key: other.key }, 'key does not belong'],
    ['one that has expired', expired, 'certificate has expired'],
    ['no authority', { ...CLIENT, ca: 'hello' }, 'ca is not'],
    ['a key that takes long', { ...CLIENT, key: long }, 'key must be of EC'],
    ['nothing', {}, 'certificate is required'],
    ['a key alone', { key: CLIENT.key, ca: CA }, 'certificate is required'],
    ['a certificate without its key', { certificate: CLIENT.certificate, ca: CA }, 'key is required'],
    ['too long a text', { ...CLIENT, ca: 'x'.repeat(33_000) }, 'ca must have at most 32 kB'],
  ])('%s', async (_, body, error) => {
    const route = await aWebhook(server)
    const answer = await put(route, body)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(error)])
    expect(await shownOf(route)).toBeNull()
  })
})
