import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { median } from './compare'
import { PAGE } from './devices'
import type { Setup } from './setup'

const ROUNDS = 7
const ROUND_MS = 2500
const program = fileURLToPath(new URL('loadProcess.ts', import.meta.url))

/** Device pages per second: medians of the rounds. */
export interface Throughput {
  http: number
  driver: number
  rounds: number
}

function startLoad(way: 'http' | 'driver', { base, token, spaceId, databaseUrl }: Setup) {
  const child = fork(program, {
    execArgv: ['--import', 'tsx'],
    env: {
      PATH: process.env.PATH,
      WAY: way,
      URL_OF_PAGE: `${base}/spaces/${spaceId}/devices?limit=${PAGE}`,
      TOKEN: token,
      DATABASE_URL: databaseUrl,
      SPACE_ID: spaceId,
      LIMIT: String(PAGE),
    },
  })
  const round = () =>
    new Promise<number>((resolve, reject) => {
      const ended = () => reject(new Error(`The load by ${way} failed.`))
      child.once('exit', ended)
      child.once('message', (rate) => {
        child.off('exit', ended)
        resolve(Number(rate))
      })
      child.send(ROUND_MS)
    })
  return { round, stop: () => child.kill() }
}

/** The same page through the server and by the driver alone, in turn, each from a process of its own. */
export async function measureThroughput(setup: Setup): Promise<Throughput> {
  const loads = { http: startLoad('http', setup), driver: startLoad('driver', setup) }
  const rates: Record<keyof typeof loads, number[]> = { http: [], driver: [] }
  try {
    // The first round only warms up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const way of round % 2 ? (['http', 'driver'] as const) : (['driver', 'http'] as const)) {
        const rate = await loads[way].round()
        if (round > 0) rates[way].push(rate)
      }
  } finally {
    for (const load of Object.values(loads)) load.stop()
  }
  return { http: median(rates.http), driver: median(rates.driver), rounds: ROUNDS }
}
