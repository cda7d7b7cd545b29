import { setTimeout as wait } from 'node:timers/promises'
import { HOUR } from '#contract/common/durations'
import type { ConnectorInput } from '#contract/connectors'
import { ensurePartitions } from '../../../server/db/partitions'
import { median, quantile } from '../../harness/figures'
import { type Row, row } from '../../harness/rows'
import { aConnector, type Fillable } from '../../support/builders'
import { operationCalls } from '../../support/operations'
import type { Receiver } from '../../support/receiver'
import { callUplink } from '../../support/uplink'
import { aWebhook, type WebhookRoute } from '../../support/webhooks'

/** Duration of a measurement in milliseconds; `BENCH_LASTING` shortens it. */
const LASTING = Number(process.env.BENCH_LASTING ?? 60_000)

/** Messages stored an hour ago, with their deliveries by one connector. */
const BACKLOG_OF = `
  with stored as (
    insert into message (space_id, created_at, id, device_id, type, direction, body)
    select $1, now() - interval '1 hour' + n * interval '1 millisecond', uuidv7(), $3, 'data', 'up', '{}'
    from generate_series(1, $4::int) n
    returning created_at, id
  )
  insert into delivery (space_id, connector_id, id, message_created_at, message_id, device_id, created_at, due_at)
  select $1, $2, uuidv7(), created_at, id, $3, now(), created_at from stored`

/** Creates a paused connector that sends to a path and has a backlog. */
async function aBacklog(server: Fillable, url: string, count: number, values: Partial<ConnectorInput> = {}) {
  const transformation = `function main() { return { url: '${url}', data: {} } }`
  const route = await aWebhook(server, { transformation, ...values })
  const calls = operationCalls(route)
  await calls.pause()
  const { space, connector, device } = route
  const { $client } = server.db
  await ensurePartitions($client, new Date(Date.now() - HOUR), new Date())
  await $client.query(BACKLOG_OF, [space.id, connector.id, device.id, count])
  return { ...route, ...calls }
}

/**
 * Milliseconds until a receiver responds, and the goal: throughput with `MANY` at once as a multiple of the default of
 * 4.
 */
const SPEEDS = [{ late: 0 }, { late: 50, goal: 3 }, { late: 200 }]
const MANY = 16
/** Backlog of each connector: more than it can send while its rate is measured. */
const WAITING = 6000
/** Milliseconds until all runs at full speed, and during which arrivals are counted. */
const RATE = { lull: 1000, lasting: Math.min(8000, LASTING) }

/** Measures how many messages a second one connector delivers to receivers of several speeds. */
export async function rateRows(server: Fillable, receiver: Receiver): Promise<Row[]> {
  const rows: Row[] = []
  for (const { late, goal } of SPEEDS) {
    const measure = async (name: string, values: Partial<ConnectorInput>) => {
      const path = `/rate/${late}/${name}`
      receiver.on(path, (response) => void setTimeout(() => response.writeHead(204).end(), late))
      const { pause, resume } = await aBacklog(server, receiver.url + path, WAITING, values)
      await resume()
      await receiver.arrivals(path)
      await wait(RATE.lull)
      const before = receiver.at(path).length
      const began = performance.now()
      await wait(RATE.lasting)
      const rate = (1000 * (receiver.at(path).length - before)) / (performance.now() - began)
      await pause()
      return rate
    }
    const few = await measure('few', {})
    const many = await measure('many', { max_parallel: MANY })
    const lists = await measure('lists', { max_parallel: MANY, batch_size: 1 })
    rows.push(
      row(
        `Messages a second to a receiver that answers after ${late} ms, ${MANY} at once against 4`,
        `${(many / few).toFixed(2)}×: ${many.toFixed(0)}, 4 at once ${few.toFixed(0)}, ${MANY} at once in lists of one ${lists.toFixed(0)}`,
        goal ? `≥ ${goal}×` : '',
        goal ? many / few >= goal : undefined,
      ),
    )
  }
  return rows
}

/** `BENCH_BACKLOG` makes it smaller, for a quick try. */
const BACKLOG = Number(process.env.BENCH_BACKLOG ?? 100_000)
const OTHERS = 20
/** Milliseconds between two messages of each other connector. */
const PERIOD = 1000
/** Milliseconds until the last messages arrive, and until a started backlog runs at full speed. */
const LULL = 3000
const GOAL = 3

const show = (times: number[]) =>
  `${quantile(times, 0.99).toFixed(0)} ms (median ${median(times).toFixed(0)} ms) of ${times.length}`

/**
 * Measures how long other connectors' deliveries wait while a long backlog is resumed, and while a replay as long runs.
 */
export async function backlogRows(server: Fillable, receiver: Receiver): Promise<Row[]> {
  const others: WebhookRoute[] = []
  const transformation = `function main(job) { return { url: '${receiver.url}/others', data: job.message.created_at } }`
  while (others.length < OTHERS) others.push(await aWebhook(server, { transformation }))
  const one = await aBacklog(server, `${receiver.url}/one`, BACKLOG)
  const { space, tags } = one
  await server.db.$client.query('vacuum (analyze) delivery, message')
  const sends = `function main() { return { url: '${receiver.url}/again', data: {} } }`
  const again = await aConnector(server, space, { tags, transformation: sends })
  const replay = async () => {
    const body = { after: new Date(Date.now() - 2 * HOUR).toISOString(), before: new Date().toISOString() }
    const path = `/spaces/${space.id}/connectors/${again.id}/replays`
    const { status } = await server.call('POST', path, { token: space.owner.token, body })
    if (status !== 200) throw new Error(`The replay did not start: ${status}`)
  }
  /** Sends for a while. @returns milliseconds from storing each message to the arrival of its delivery */
  const measure = async (senders = others): Promise<number[]> => {
    const times: number[] = []
    receiver.on('/others', (response, { body, at }) => {
      times.push(at.getTime() - Date.parse(body))
      response.writeHead(204).end()
    })
    const until = performance.now() + LASTING
    const send = async ({ device }: WebhookRoute, i: number) => {
      await wait((PERIOD * i) / senders.length)
      while (performance.now() < until) await Promise.all([callUplink(server, device), wait(PERIOD)])
    }
    await Promise.all(senders.map(send))
    await wait(LULL)
    return times
  }
  // Warm up.
  await measure(others.slice(0, 2))
  const idle = await measure()
  const besides = async (what: string, path: string): Promise<Row> => {
    await wait(LULL)
    const [before, began] = [receiver.at(path).length, performance.now()]
    const busy = await measure()
    const sent = receiver.at(path).length - before
    const rate = (sent * 1000) / (performance.now() - began)
    const ratio = quantile(busy, 0.99) / quantile(idle, 0.99)
    return row(
      `p99 from a message to its delivery for ${OTHERS} others, while ${what} (${rate.toFixed(0)} a second), against idle`,
      `${ratio.toFixed(2)}×: ${show(busy)}, idle ${show(idle)}`,
      `≤ ${GOAL}×`,
      ratio <= GOAL && sent > 0,
    )
  }
  await one.resume()
  const resumed = await besides(`a backlog of ${BACKLOG} is resumed`, '/one')
  await one.pause()
  await replay()
  return [resumed, await besides(`a replay of ${BACKLOG} runs`, '/again')]
}
