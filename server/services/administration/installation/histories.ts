import { eq, type SQL, sql } from 'drizzle-orm'
import { areHistoriesBehind } from '#contract/admin'
import { MINUTE } from '#contract/common/durations'
import { routine } from '../../../db/schema'
import type { Deps } from '../../../deps'

/** SQL of since when values have been waiting for their histories, and of how many devices have waited for more than a minute. */
export const waitingAt = (now: Date): SQL => sql`
  min(history_from) as lacking,
  (count(*) filter (where history_from < ${new Date(now.getTime() - MINUTE)}))::int as waiting`

/** Minutes without a round after which alert rules count as not evaluated. */
const ALERTS = 5

interface Lag {
  lacking: Date | null
  waiting: number
  /** When the last round of alert rules was recorded. */
  evaluatedAt: Date | null
}

/** Milliseconds after which it is read again: anyone may ask for the health, as often as they like. */
const KEPT = 10_000

/** The last result; null before the first. */
interface Known {
  at: number
  lag: Lag | null
}
const known = new WeakMap<object, Known>()

async function readLag({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Lag> {
  const waiting = await db.execute<{ lacking: Date | null; waiting: number }>(
    sql`select ${waitingAt(now())} from device_contact`,
  )
  const round = await db
    .select({ evaluatedAt: routine.finishedAt })
    .from(routine)
    .where(eq(routine.name, 'alerts'))
  const { lacking = null, waiting: count = 0 } = waiting.rows[0] ?? {}
  return { lacking: lacking && new Date(lacking), waiting: count, evaluatedAt: round[0]?.evaluatedAt ?? null }
}

/** The last known lag. Nobody waits until it is read again. */
function lagOf(deps: Pick<Deps, 'db' | 'now'>): Lag | null {
  const last = known.get(deps.db) ?? { at: -Infinity, lag: null }
  if (performance.now() - last.at < KEPT) return last.lag
  last.at = performance.now()
  known.set(deps.db, last)
  readLag(deps).then(
    (lag) => (last.lag = lag),
    () => (last.lag = null),
  )
  return last.lag
}

const minutes = (from: Date, now: Date) => Math.round((now.getTime() - from.getTime()) / MINUTE)

/** Faults of late histories and alerts, in sentences. */
export function lagFaults(deps: Pick<Deps, 'db' | 'now'>): string[] {
  const lag = lagOf(deps)
  if (!lag) return []
  const { lacking, waiting, evaluatedAt } = lag
  const now = deps.now()
  const faults: string[] = []
  if (lacking && areHistoriesBehind({ waiting, oldest_waiting_at: lacking.toISOString() }, now.getTime()))
    faults.push(
      `the histories and the alerts of values of ${waiting} devices are behind, the oldest by ${minutes(lacking, now)} minutes`,
    )
  if (evaluatedAt && minutes(evaluatedAt, now) >= ALERTS)
    faults.push(`alert rules were last evaluated ${minutes(evaluatedAt, now)} minutes ago`)
  return faults
}
