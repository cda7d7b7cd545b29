import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../../server/services/sandbox'
import { aConnector } from '../support/builders'
import { makeServer, type TestServer } from '../support/makeServer'
import { bodies, expressions, previewOf, sends } from '../support/preview'
import { type Receiver, startReceiver } from '../support/receiver'
import { aWebhook } from '../support/webhooks'

const CONNECTORS = 10
const MESSAGES = 5

let server: TestServer
let receiver: Receiver
const sandbox = startSandbox({ size: 1 })

beforeAll(async () => {
  receiver = await startReceiver()
  server = await makeServer({ deliveries: { allowPrivate: true } })
})
afterAll(async () => {
  sandbox.close()
  await server.stop()
  await receiver.stop()
})

test('what a preview shows is byte for byte what the receiver gets', async () => {
  const codes = fc
    .sample(expressions, CONNECTORS)
    .map((data, i) => ({ path: `/${i}`, transformation: sends(`${receiver.url}/${i}`, data) }))
  const route = await aWebhook(server, { enabled: false })
  const { space, device, tags } = route
  const targets = codes.map(async ({ path, transformation }) => {
    const connector = await aConnector(server, space, { tags, transformation })
    return { path, connector }
  })
  const connectors = await Promise.all(targets)
  const samples = fc.sample(bodies, MESSAGES)
  for (const [sent, body] of samples.entries()) {
    const { id } = await route.send(body)
    for (const { path, connector } of connectors) {
      const preview = await previewOf(server, sandbox, { space, device, connector }, id)
      const request = (await receiver.arrivals(path, sent + 1)).at(-1)
      expect([connector.transformation, request?.bytes.toString('base64')]).toEqual([
        connector.transformation,
        Buffer.from(preview).toString('base64'),
      ])
    }
  }
})
