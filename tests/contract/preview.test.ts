import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeServer, type TestServer } from '../support/makeServer'
import { comparePreviews } from '../support/preview'
import { type Receiver, startReceiver } from '../support/receiver'

let server: TestServer
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  server = await makeServer({ deliveries: { allowPrivate: true } })
})
afterAll(async () => {
  await server.stop()
  await receiver.stop()
})

test('what a preview shows is byte for byte what the receiver gets', async () => {
  const comparisons = await comparePreviews(server, receiver, { transformations: 10, messages: 5 })
  expect(comparisons).toHaveLength(50)
  expect(comparisons.filter(({ preview, received }) => !received?.equals(preview))).toEqual([])
})
