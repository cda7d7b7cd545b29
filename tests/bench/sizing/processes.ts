import { readdirSync, readFileSync } from 'node:fs'
import type { Pool } from 'pg'

/** Units of the times that Linux tells of processes, in a second. */
const TICKS = 100

/** What Linux tells of a process; undefined for one that has ended. */
function read(pid: number, what: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return undefined
  }
}

/** The fields of a process from its state on; its name may have spaces. */
const fieldsOf = (pid: number) => read(pid, 'stat')?.split(') ').at(-1)?.split(' ')
const parentOf = (pid: number) => Number(fieldsOf(pid)?.[1])

/** Seconds of processors that processes have used, with those of children that have ended. */
export const cpuOf = (pids: readonly number[]): number =>
  pids
    .flatMap((pid) => fieldsOf(pid)?.slice(11, 15).map(Number) ?? [])
    .reduce((sum, ticks) => sum + ticks / TICKS, 0)

/** Bytes of memory of processes; what several share counts once. */
export const memoryOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const [, kilobytes = '0'] = /^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup') ?? '') ?? []
    return sum + 1024 * Number(kilobytes)
  }, 0)

/** Tells the processes of PostgreSQL now. */
export async function postmasterOf(pool: Pool): Promise<() => number[]> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  return () => [
    postmaster,
    ...readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && parentOf(pid) === postmaster),
  ]
}
