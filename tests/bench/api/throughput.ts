import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Credentials } from './apiClient'
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
  | { way: 'http'; base: string; credentials: Credentials; path: string; query: object }
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

/** What each of two loads gets in its best round, in turn, each from a process of its own. */
export async function compareLoads(first: Load, second: Load): Promise<[number, number]> {
  const loads = [startLoad(first), startLoad(second)]
  const best = [0, 0]
  try {
    // The first round only warms up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const turn of round % 2 ? [0, 1] : [1, 0]) {
        const rate = (await loads[turn]?.round()) ?? 0
        if (round > 0) best[turn] = Math.max(best[turn] ?? 0, rate)
      }
  } finally {
    for (const load of loads) load.stop()
  }
  const [one = 0, other = 0] = best
  return [one, other]
}

/** The same page through the server and by the driver alone. */
export async function measureThroughput(
  { base, token, databaseUrl }: Setup,
  path: string,
  query: object,
  statement: Statement,
): Promise<Throughput> {
  const [http, driver] = await compareLoads(
    { way: 'http', base, credentials: token, path, query },
    { way: 'driver', databaseUrl, statement },
  )
  return { http, driver, rounds: ROUNDS }
}

/** The same page with a key and with a bearer token. */
export async function measureKey({ base, token }: Setup, key: string, path: string, query: object) {
  const load = { way: 'http', base, path, query } as const
  const [byKey, byToken] = await compareLoads(
    { ...load, credentials: { key } },
    { ...load, credentials: token },
  )
  return { byKey, byToken, rounds: ROUNDS }
}
