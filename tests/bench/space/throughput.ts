import { startApart } from '../../harness/apart'
import { alternate } from '../../harness/figures'
import type { Credentials } from '../../harness/http'
import { type Row, ratioRow } from '../../harness/rows'
import { within } from '../../harness/tool'
import type { FullSpace } from './setup'

/** Many short rounds, so that some run on a quiet machine. */
const ROUNDS = 21
const ROUND_MS = 500
/** Least rate of a page through the server relative to the driver alone, and with a key relative to a token. */
const GOALS = { throughput: 0.6, key: 0.8 }

/** A statement that answers a page as JSON text in `json`. */
interface Statement {
  text: string
  values: unknown[]
  name?: string
}

/** Task of a process that reads the same page again and again. */
export type Load =
  | { way: 'http'; url: string; credentials: Credentials; path: string; query: object }
  | { way: 'driver'; databaseUrl: string; statement: Statement }

/** It answers the number of pages per second. */
export interface LoadProgram {
  task: Load
  asked: { milliseconds: number }
  answer: number
}

/**
 * Compares the pages a second of two loads, each from a process of its own, in alternating rounds. The best round
 * counts, because other work disturbs it least, and a page that takes several processes suffers more from it.
 */
const compareLoads = (what: string, loads: readonly Load[], atLeast: number): Promise<Row> =>
  within(async (lifetime) => {
    const program = new URL('loadProcess.ts', import.meta.url)
    const works = loads.map((load) => {
      const ask = startApart<LoadProgram>(lifetime, program, load)
      return () => ask({ milliseconds: ROUND_MS })
    })
    const [one = 0, base = 0] = (await alternate(works, { rounds: ROUNDS })).map((rates) =>
      Math.max(...rates),
    )
    const shape = { unit: 'a second', digits: 0, atLeast }
    return ratioRow(`${what} (best of ${ROUNDS} rounds)`, [one, base], shape)
  })

interface Page {
  path: string
  query: object
  statement: Statement
}

/** Compares a page through the server with one by the driver alone. */
export const throughputRow = (
  { url, token, databaseUrl }: FullSpace,
  what: string,
  { path, query, statement }: Page,
) =>
  compareLoads(
    `${what} through HTTP against the driver alone`,
    [
      { way: 'http', url, credentials: { token }, path, query },
      { way: 'driver', databaseUrl, statement },
    ],
    GOALS.throughput,
  )

/** Each call with a key reads it, as with a token, and records its use; that must not cost much more. */
export function keyRow({ url, token }: FullSpace, key: string, path: string, query: object): Promise<Row> {
  const loads = [{ key }, { token }].map(
    (credentials): Load => ({ way: 'http', url, path, query, credentials }),
  )
  return compareLoads('Device page with a key against a bearer token', loads, GOALS.key)
}
