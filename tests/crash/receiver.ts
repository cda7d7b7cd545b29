import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { startReceiver } from '../support/receiver'

/** Milliseconds that it takes to answer. */
const TAKES = 20

const told = z.object({ messageId: z.string() })

/** A receiver of deliveries that counts what comes. */
export async function startCounter() {
  const receiver = await startReceiver()
  const ids = new Map<string, number>()
  const arrived = new Set<string>()
  const counts = { running: 0, most: 0 }
  receiver.on('/', (response, { body, headers }) => {
    const id = String(headers['webhook-id'])
    ids.set(id, (ids.get(id) ?? 0) + 1)
    arrived.add(told.parse(JSON.parse(body)).messageId)
    counts.most = Math.max(counts.most, ++counts.running)
    void wait(TAKES).then(() => {
      counts.running--
      response.writeHead(204).end()
    })
  })
  return {
    url: `${receiver.url}/`,
    stop: receiver.stop,
    /** Ids of the messages that came. */
    arrived: arrived as ReadonlySet<string>,
    /** How many requests came again. */
    again: () => [...ids.values()].reduce((sum, count) => sum + count - 1, 0),
    /** The most requests at a time. */
    most: () => counts.most,
  }
}
