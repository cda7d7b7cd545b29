import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Setup } from './setup'

/** Many short rounds, so that some run on a quiet machine. */
const ROUNDS = 21
const ROUND_MS = 500
const program = fileURLToPath(new URL('loadProcess.ts', import.meta.url))

/** Pages per second in the best round: other work, which hurts more the more processes a page takes, disturbs it least. */
export interface Throughput {
  http: number
  driver: number
  rounds: number
}

/** A statement that answers a page as JSON text in `json`. */
export interface Statement {
  text: string
  values: unknown[]
  name?: string
}

/** What a process that asks for one and the same page needs to know. */
export type Load =
  | { way: 'http'; base: string; token: string; path: string; query: object }
  | { way: 'driver'; databaseUrl: string; statement: Statement }

function startLoad(load: Load) {
  const child = fork(program, {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, LOAD: JSON.stringify(load) },
  })
  const round = () =>
    new Promise<number>((resolve, reject) => {
      const ended = () => reject(new Error(`The load by ${load.way} failed.`))
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
export async function measureThroughput(
  { base, token, databaseUrl }: Setup,
  path: string,
  query: object,
  statement: Statement,
): Promise<Throughput> {
  const loads = {
    http: startLoad({ way: 'http', base, token, path, query }),
    driver: startLoad({ way: 'driver', databaseUrl, statement }),
  }
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
  return { http: Math.max(...rates.http), driver: Math.max(...rates.driver), rounds: ROUNDS }
}
