import { once } from 'node:events'
import { createServer } from 'node:http'
import { freePort } from '../../../server/db/cluster/postmaster'
import type { Lifetime } from '../../../server/lifetime'
import { startApart } from '../../harness/apart'
import { startServer } from '../../harness/database'
import { alternate, lowerQuartile, median, quantile, upperQuartile } from '../../harness/figures'
import { type Row, ratioRow } from '../../harness/rows'
import { within } from '../../harness/tool'
import type { Proof } from '../../support/uplink'
import { claimDevices } from './fill'
import type { FullSpace } from './setup'

const DEVICES = 1000
const CONNECTIONS = 32
const ROUNDS = 9
const ROUND_MS = 2000
/**
 * Goals as ratios: messages a second stored together against each by itself; time of a message that comes alone
 * against one by itself; p99 at half of the first load against an idle server; messages a second with a trace of each
 * against without.
 */
const GOALS = { together: 4, alone: 1.1, half: 2, traces: 0.7 }

/** The devices, and the server that they send to. */
export interface Devices {
  url: string
  proofs: readonly Proof[]
}

/** How devices send for a while: single messages, or batches of one, which are never stored together with others. */
export interface Round {
  way: 'single' | 'batch'
  connections: number
  milliseconds: number
  /** Messages a second in all; null sends each one as soon as the one before was answered. */
  rate: number | null
}

/** Result of a round; times in milliseconds. */
interface Sent {
  perSecond: number
  times: number[]
}

export interface DevicesProgram {
  task: Devices
  asked: Round
  answer: Sent
}

/** Starts devices that send in rounds, in a process of their own. */
export function startDevices(lifetime: Lifetime, devices: Devices) {
  const ask = startApart<DevicesProgram>(lifetime, new URL('uplinkProcess.ts', import.meta.url), devices)
  return (round: Partial<Round> = {}) =>
    ask({ way: 'single', connections: CONNECTIONS, milliseconds: ROUND_MS, rate: null, ...round })
}

/** Measures devices that send one by one, as most do: messages stored together against each by itself, alternately. */
export async function benchUplinks({ lifetime, url, client, spaceId }: FullSpace): Promise<Row[]> {
  const send = startDevices(lifetime, { url, proofs: await claimDevices(client, spaceId, DEVICES) })
  const ways = (['single', 'batch'] as const).map((way) => async () => ({
    perSecond: (await send({ way })).perSecond,
    alone: median((await send({ way, connections: 1 })).times),
  }))
  const [together = [], itself = []] = await alternate(ways, { rounds: ROUNDS })
  const best = (rounds: typeof together) => Math.max(...rounds.map(({ perSecond }) => perSecond))
  const alone = (rounds: typeof together) => lowerQuartile(rounds.map((round) => round.alone))
  const rates = [20, (best(itself) * GOALS.together) / 2]
  const loads = rates.map((rate) => async () => quantile((await send({ rate })).times, 0.99))
  const [idle = [], half = []] = await alternate(loads, { rounds: ROUNDS, warmUp: 0 })
  return [
    ratioRow(
      `Single messages of ${CONNECTIONS} connections, together against each by itself (best of ${ROUNDS} rounds)`,
      [best(together), best(itself)],
      { unit: 'a second', digits: 0, atLeast: GOALS.together },
    ),
    ratioRow('One that comes alone, against by itself', [alone(together), alone(itself)], {
      digits: 2,
      atMost: GOALS.alone,
    }),
    ratioRow(
      `The slowest of a hundred at half of ${GOALS.together}×, against an idle server`,
      [lowerQuartile(half), lowerQuartile(idle)],
      { atMost: GOALS.half },
    ),
  ]
}

/** Starts a collector that accepts traces and keeps none. */
async function startCollector(lifetime: Lifetime): Promise<string> {
  const port = await freePort()
  const collector = createServer((request, response) =>
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}')),
  )
  await once(collector.listen(port, '127.0.0.1'), 'listening')
  lifetime.defer(() => {
    collector.closeAllConnections()
    collector.close()
  })
  return `http://127.0.0.1:${port}`
}

/**
 * Measures devices that send alternately to two servers of one database, one of which sends a trace of each message.
 */
export const benchTraces = ({ url, databaseUrl, client, spaceId }: FullSpace): Promise<Row[]> =>
  within(async (lifetime) => {
    const env = { DATABASE_URL: databaseUrl, OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector(lifetime) }
    const traced = await startServer(lifetime, env)
    const proofs = await claimDevices(client, spaceId, DEVICES)
    const works = [traced.url, url].map((url) => {
      const send = startDevices(lifetime, { url, proofs })
      return async () => (await send()).perSecond
    })
    const [on = 0, off = 0] = (await alternate(works, { rounds: ROUNDS })).map(upperQuartile)
    const what = `Single messages with a trace of each, against without (${ROUNDS} rounds)`
    return [ratioRow(what, [on, off], { unit: 'a second', digits: 0, atLeast: GOALS.traces })]
  })
