import { setTimeout as wait } from 'node:timers/promises'
import { HOUR } from '#contract/common/durations'
import type { ConnectorInput } from '#contract/connectors'
import type { Db } from '../../../server/db/database'
import { ensurePartitions } from '../../../server/db/partitions'
import { Lifetime } from '../../../server/lifetime'
import type { Fillable } from '../../support/builders'
import { operationCalls } from '../../support/operations'
import { type Receiver, startReceiver } from '../../support/receiver'
import { aWebhook } from '../../support/webhooks'
import type { Line } from '../api/lines'
import { BACKLOG_OF } from './fill'
import { startServer } from './server'

/** Milliseconds after which receivers answer. */
const ANSWERS = [0, 50, 200]
const MANY = 16
/** Deliveries that wait of each connector: more than it makes in the time in which they are counted. */
const WAITING = 6000
/** Milliseconds in which all is at full speed, and for which it is counted; `BENCH_LASTING` makes it shorter. */
const LULL = 1000
const LASTING = Math.min(8000, Number(process.env.BENCH_LASTING ?? 8000))
/** How many times as many messages a second as by the default of 4 at once. */
const GOAL = 3

/** How many messages a second one connector delivers. */
async function rateOf(
  server: Fillable,
  receiver: Receiver,
  path: string,
  values: Partial<ConnectorInput>,
): Promise<number> {
  const transformation = `function main() { return { url: '${receiver.url}${path}', data: {} } }`
  const one = await aWebhook(server, { transformation, ...values })
  const { pause, resume } = operationCalls(one)
  await pause()
  await server.db.$client.query(BACKLOG_OF, [one.space.id, one.connector.id, one.device.id, WAITING])
  await resume()
  await receiver.arrivals(path)
  await wait(LULL)
  const before = receiver.at(path).length
  const began = performance.now()
  await wait(LASTING)
  const sent = receiver.at(path).length - before
  const seconds = (performance.now() - began) / 1000
  await pause()
  return sent / seconds
}

/** How many messages a second one connector delivers, to receivers of several speeds. */
export async function benchRates(databaseUrl: string, db: Db): Promise<Line[]> {
  await ensurePartitions(db.$client, new Date(Date.now() - HOUR), new Date())
  const lifetime = new Lifetime()
  try {
    const receiver = await startReceiver()
    lifetime.defer(() => receiver.stop())
    return await ratesOf(await startServer(databaseUrl, db, lifetime), receiver)
  } finally {
    await lifetime.end()
  }
}

async function ratesOf(server: Fillable, receiver: Receiver): Promise<Line[]> {
  const lines: Line[] = []
  for (const late of ANSWERS) {
    const measure = (name: string, values: Partial<ConnectorInput>) => {
      const path = `/rate/${late}/${name}`
      receiver.on(path, (response) => void setTimeout(() => response.writeHead(204).end(), late))
      return rateOf(server, receiver, path, values)
    }
    const few = await measure('few', {})
    const many = await measure('many', { max_parallel: MANY })
    const lists = await measure('lists', { max_parallel: MANY, batch_size: 1 })
    const ratio = many / few
    const hasGoal = late === 50
    lines.push({
      what: `Messages a second to a receiver that answers after ${late} ms, ${MANY} at once against 4`,
      measured: `${ratio.toFixed(2)}×: ${many.toFixed(0)}, 4 at once ${few.toFixed(0)}, ${MANY} at once in lists of one ${lists.toFixed(0)}`,
      goal: hasGoal ? `≥ ${GOAL}×` : '',
      met: !hasGoal || ratio >= GOAL,
    })
  }
  return lines
}
