import { afterEach, beforeEach } from 'vitest'
import { makeServer, type TestServer } from './makeServer'
import { type Receiver, startReceiver } from './receiver'

/** A receiver for each test of a file, and servers that may send to it; all of them end with the test. */
export function deliveryStage() {
  let receiver: Receiver
  const servers: TestServer[] = []
  beforeEach(async () => {
    receiver = await startReceiver()
  })
  afterEach(async () => {
    // Stop the receiver first, so that no delivery waits for an answer.
    await receiver.stop()
    for (const server of servers.splice(0).toReversed()) await server.stop()
  })
  return {
    get receiver() {
      return receiver
    },
    start: async (options: Parameters<typeof makeServer>[0] = {}) => {
      const server = await makeServer({ deliveries: { allowPrivate: true }, ...options })
      servers.push(server)
      return server
    },
    /** Stops a server before the end of the test. */
    stop: async (server: TestServer) => {
      servers.splice(servers.indexOf(server), 1)
      await server.stop()
    },
  }
}
