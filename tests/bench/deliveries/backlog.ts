import { setTimeout as wait } from 'node:timers/promises'
import { HOUR } from '#contract/common/durations'
import type { Db } from '../../../server/db/database'
import { ensurePartitions } from '../../../server/db/partitions'
import type { Lifetime } from '../../../server/lifetime'
import { aConnector, type Fillable } from '../../support/builders'
import { operationCalls } from '../../support/operations'
import { type Receiver, startReceiver } from '../../support/receiver'
import { callUplink } from '../../support/uplink'
import { aWebhook, type WebhookRoute } from '../../support/webhooks'
import { median, quantile } from '../api/compare'
import type { Line } from '../api/lines'
import { BACKLOG_OF } from './fill'
import { startServer } from './server'

/** `BENCH_BACKLOG` makes it smaller, to try it. */
const BACKLOG = Number(process.env.BENCH_BACKLOG ?? 100_000)
const OTHERS = 20
/** Milliseconds between two messages of each of the others, and for how long they send; `BENCH_LASTING` makes it shorter. */
const PERIOD = 1000
const LASTING = Number(process.env.BENCH_LASTING ?? 60_000)
/** Milliseconds in which the last ones arrive, and in which what has begun is at full speed. */
const LULL = 3000
const GOAL = 3

/** Milliseconds from when messages were stored to when their deliveries arrived, while others send for a time. */
async function measure(
  server: Fillable,
  receiver: Receiver,
  others: readonly WebhookRoute[],
): Promise<number[]> {
  const times: number[] = []
  receiver.on('/others', (response, { body, at }) => {
    times.push(at.getTime() - Date.parse(body))
    response.writeHead(204).end()
  })
  const until = performance.now() + LASTING
  await Promise.all(
    others.map(async ({ device }, i) => {
      await wait((PERIOD * i) / others.length)
      while (performance.now() < until) {
        await Promise.all([callUplink(server, device), wait(PERIOD)])
      }
    }),
  )
  await wait(LULL)
  return times
}

const show = (times: number[]) =>
  `${quantile(times, 0.99).toFixed(0)} ms (median ${median(times).toFixed(0)} ms)`

/** What the deliveries of others wait while one connector with a long backlog is resumed, and while another sends as many again. */
export async function benchBacklog(databaseUrl: string, db: Db, lifetime: Lifetime): Promise<Line[]> {
  await ensurePartitions(db.$client, new Date())
  const server = await startServer(databaseUrl, db, lifetime)
  const receiver = await startReceiver()
  lifetime.defer(() => receiver.stop())
  const others: WebhookRoute[] = []
  const transformation = `function main(job) { return { url: '${receiver.url}/others', data: job.message.created_at } }`
  while (others.length < OTHERS) others.push(await aWebhook(server, { transformation }))
  const sendsTo = (path: string) => `function main() { return { url: '${receiver.url}${path}', data: {} } }`
  const one = await aWebhook(server, { transformation: sendsTo('/one') })
  const { space, tags } = one
  const { pause, resume } = operationCalls(one)
  await pause()
  await db.$client.query(BACKLOG_OF, [space.id, one.connector.id, one.device.id, BACKLOG])
  await db.$client.query('vacuum (analyze) delivery, message')
  const again = await aConnector(server, space, { tags, transformation: sendsTo('/again') })
  const replay = async () => {
    const body = { after: new Date(Date.now() - 2 * HOUR).toISOString(), before: new Date().toISOString() }
    const path = `/spaces/${space.id}/connectors/${again.id}/replays`
    const { status } = await server.call('POST', path, { token: space.owner.token, body })
    if (status !== 200) throw new Error(`The replay did not start: ${status}`)
  }
  // The first ones warm up.
  await measure(server, receiver, others.slice(0, 2))
  const idle = await measure(server, receiver, others)

  const besides = async (what: string, path: string): Promise<Line> => {
    await wait(LULL)
    const began = { count: receiver.at(path).length, at: performance.now() }
    const busy = await measure(server, receiver, others)
    const sent = receiver.at(path).length - began.count
    const rate = (sent * 1000) / (performance.now() - began.at)
    const ratio = quantile(busy, 0.99) / quantile(idle, 0.99)
    return {
      what: `p99 from a message to its delivery for ${OTHERS} others, while ${what} (${rate.toFixed(0)} a second), against idle`,
      measured: `${ratio.toFixed(2)}×: ${show(busy)} of ${busy.length}, idle ${show(idle)} of ${idle.length}`,
      goal: `≤ ${GOAL}×`,
      met: ratio <= GOAL && sent > 0,
    }
  }
  await resume()
  const resumed = await besides(`a backlog of ${BACKLOG} is resumed`, '/one')
  await pause()
  await replay()
  const replayed = await besides(`a replay of ${BACKLOG} runs`, '/again')
  return [resumed, replayed]
}
