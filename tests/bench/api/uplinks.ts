import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import { claimDevices } from './claim'
import { lowerQuartile, median, quantile } from './compare'
import type { Line } from './lines'
import type { Setup } from './setup'

const DEVICES = 1000
const CONNECTIONS = 32
const ROUNDS = 9
const ROUND_MS = 2000
/** How many more single messages a second are stored together than each by itself. */
const TOGETHER_GOAL = 4
/** How much longer one that comes alone may take than by itself. */
const ALONE_GOAL = 1.1
/** How much longer than an idle server's the slowest of a hundred may take, at half of the load of that goal. */
const HALF_GOAL = 2

/** The devices, and where they send to. */
export interface Devices {
  base: string
  serialNumbers: string[]
}

/** How devices send for a while: single messages, or batches of one, which are never stored together with others. */
export interface Round {
  way: 'single' | 'batch'
  connections: number
  milliseconds: number
  /** Messages a second in all; null sends the next one when the one before was answered. */
  rate: number | null
}

/** What came of a round; times in milliseconds. */
export interface Sent {
  perSecond: number
  times: number[]
}

/** Devices in a process of their own. */
export function startDevices(devices: Devices) {
  const child = fork(fileURLToPath(new URL('uplinkProcess.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, DEVICES: JSON.stringify(devices) },
    serialization: 'advanced',
  })
  return {
    async send(round: Partial<Round>): Promise<Sent> {
      child.send({ way: 'single', connections: CONNECTIONS, milliseconds: ROUND_MS, rate: null, ...round })
      const [sent] = await Promise.race([once(child, 'message'), once(child, 'exit')])
      if (typeof sent !== 'object') throw new Error('The devices failed.')
      return sent
    },
    stop: () => child.kill(),
  }
}

/** Devices that send one by one, as most do: stored together, against each message by itself, in turn. */
export async function benchUplinks({ base, spaceId }: Setup, client: Client): Promise<Line[]> {
  const devices = startDevices({ base, serialNumbers: await claimDevices(client, spaceId, DEVICES) })
  const rates = { single: 0, batch: 0 }
  const alone: Record<Round['way'], number[]> = { single: [], batch: [] }
  const slowest: { idle: number[]; half: number[] } = { idle: [], half: [] }
  try {
    // The first round only warms up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const way of round % 2 ? (['single', 'batch'] as const) : (['batch', 'single'] as const)) {
        const { perSecond } = await devices.send({ way })
        const { times } = await devices.send({ way, connections: 1 })
        if (round === 0) continue
        rates[way] = Math.max(rates[way], perSecond)
        alone[way].push(median(times))
      }
    for (let round = 0; round < ROUNDS; round++) {
      const idle = await devices.send({ rate: 20 })
      const half = await devices.send({ rate: (rates.batch * TOGETHER_GOAL) / 2 })
      slowest.idle.push(quantile(idle.times, 0.99))
      slowest.half.push(quantile(half.times, 0.99))
    }
  } finally {
    devices.stop()
  }
  const together = rates.single / rates.batch
  const [one, itself] = [lowerQuartile(alone.single), lowerQuartile(alone.batch)]
  const [idle, half] = [lowerQuartile(slowest.idle), lowerQuartile(slowest.half)]
  return [
    {
      what: `Single messages of ${CONNECTIONS} connections, together against each by itself (best of ${ROUNDS} rounds)`,
      measured: `${together.toFixed(2)}× (${rates.single.toFixed(0)} / ${rates.batch.toFixed(0)} a second)`,
      goal: `≥ ${TOGETHER_GOAL}×`,
      met: together >= TOGETHER_GOAL,
    },
    {
      what: 'One that comes alone, against by itself',
      measured: `${(one / itself).toFixed(2)}× (${one.toFixed(2)} / ${itself.toFixed(2)} ms)`,
      goal: `≤ ${ALONE_GOAL}×`,
      met: one / itself <= ALONE_GOAL,
    },
    {
      what: `The slowest of a hundred at half of ${TOGETHER_GOAL}×, against an idle server`,
      measured: `${(half / idle).toFixed(2)}× (${half.toFixed(1)} / ${idle.toFixed(1)} ms)`,
      goal: `≤ ${HALF_GOAL}×`,
      met: half / idle <= HALF_GOAL,
    },
  ]
}
