import { z } from 'zod'
import { DAY, HOUR } from '#contract/common/durations'
import type { Deps } from '../../deps'
import { runAsLeader } from '../background/leader'
import { runProgram } from '../background/program'

/** Name of the archive among the recurring work. */
export const ARCHIVE = 'archive'
/** Minutes after which a failed run is retried. */
const RETRY = 10

/** How messages are archived and dropped. */
export interface HourlyOptions {
  /** URL of the database, with the password: never log it. */
  connectionString: string
  /** Days that messages stay in the database. */
  messageRetentionDays: number
}

/** A line of the program's output. */
const retiredSchema = z.object({ month: z.string(), messages: z.number() })

/**
 * Archives and drops the months of messages that are too old, once an hour. It runs in a process of its own, which reads the place of the
 * archive from the environment.
 * @throws Error that says why a month stays; it is stored for administrators, and retried in ten minutes
 */
export async function archiveHourly(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  { connectionString, messageRetentionDays }: HourlyOptions,
  stopping?: AbortSignal,
): Promise<boolean> {
  const now = deps.now().getTime()
  const before = new Date(now - messageRetentionDays * DAY).toISOString()
  // Called even if a later month fails.
  const onLine = (line: string) =>
    deps.log.info('messages were archived and dropped by retention', retiredSchema.parse(JSON.parse(line)))
  const program = { env: { DATABASE_URL: connectionString }, stopping, onLine }
  const work = async () => runProgram('commands/archive', [before], program)
  return runAsLeader(deps, { name: ARCHIVE, due: new Date(now - HOUR), retry: RETRY }, work, stopping)
}
