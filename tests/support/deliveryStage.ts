import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { delivery } from '../../server/db/schema'
import { makeServer, type TestServer } from './makeServer'
import { type Receiver, startReceiver } from './receiver'

/**
 * Waits until no delivery is pending, as long as some end: how many there are says nothing about how long they take.
 * @param of the connector, on a server that tests share
 */
export async function nothingLeft(
  { db }: Pick<TestServer, 'db'>,
  of?: { connector: { id: string } },
): Promise<void> {
  const pending = () =>
    db.$count(delivery, and(eq(delivery.state, 'pending'), of && eq(delivery.connectorId, of.connector.id)))
  for (let left = await pending(); left > 0; left = await pending())
    await expect.poll(pending).toBeLessThan(left)
}

/** A receiver for each test of a file, and servers that may send to it; all but the shared one end with the test. */
export function deliveryStage() {
  let receiver: Receiver
  let shared: Promise<TestServer> | undefined
  const servers: TestServer[] = []
  const make = (options: Parameters<typeof makeServer>[0] = {}) =>
    makeServer({ deliveries: { allowPrivate: true }, ...options })
  beforeEach(async () => {
    receiver = await startReceiver()
  })
  afterEach(async () => {
    // Stop the receiver first, so that no delivery waits for an answer.
    await receiver.stop()
    for (const server of servers.splice(0).toReversed()) await server.stop()
  })
  afterAll(async () => (await shared)?.stop())
  return {
    get receiver() {
      return receiver
    },
    /** The server of all tests of the file that look only at what they have created. */
    share: () => (shared ??= make()),
    start: async (options?: Parameters<typeof makeServer>[0]) => {
      const server = await make(options)
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
