import { setTimeout as wait } from 'node:timers/promises'
import { freeze, postmasterPid } from '../support/databaseProcess'
import type { Ask } from './database'

/** Faults: killing the server, or the server and PostgreSQL, or a fault only of PostgreSQL. */
export const FAULTS = ['server', 'both', 'backend', 'terminate', 'postmaster', 'pause'] as const
export type Fault = (typeof FAULTS)[number]

/** Milliseconds that PostgreSQL is paused. */
const PAUSE = 20_000

/** Process ids of the servers' connections, active ones first. */
async function backends(ask: Ask): Promise<number[]> {
  const rows = await ask(`
    select pid from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() order by state = 'idle', random()`)
  return rows.map(({ pid }) => Number(pid))
}

/** Faults of the PostgreSQL of a folder, without the server. */
export const databaseFaults: Record<
  Exclude<Fault, 'server' | 'both'>,
  (ask: Ask, pgdata: string) => Promise<void>
> = {
  backend: async (ask) => {
    const [pid] = await backends(ask)
    if (pid === undefined) throw new Error('The server has no connections.')
    process.kill(pid, 'SIGKILL')
  },
  terminate: async (ask) => {
    await ask(`select pg_terminate_backend(pid) from unnest($1::int[]) as pid`, [await backends(ask)])
  },
  postmaster: async (_, pgdata) => {
    process.kill(postmasterPid(pgdata), 'SIGKILL')
  },
  pause: async (_, pgdata) => {
    const goOn = freeze(pgdata)
    await wait(PAUSE)
    goOn()
  },
}
