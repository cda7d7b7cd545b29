import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect } from 'vitest'
import { delivery } from '../../server/db/schema'
import { makeServer, type TestServer } from './makeServer'
import { type Receiver, startReceiver } from './receiver'

/** Waits until no delivery is pending, as long as some end: how many there are says nothing about how long they take. */
export async function nothingLeft({ db }: Pick<TestServer, 'db'>): Promise<void> {
  const pending = () => db.$count(delivery, eq(delivery.state, 'pending'))
  for (let left = await pending(); left > 0; left = await pending())
    await expect.poll(pending).toBeLessThan(left)
}

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
