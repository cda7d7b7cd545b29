import { eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database'
import { routine } from '../../db/schema'
import type { Deps } from '../../deps'
import { reasonOf } from '../../errors'

/** Minutes after which another copy of the server takes over from one that was killed. */
const LEASE = 10
const RENEW_EVERY = (LEASE * 60_000) / 3

/** Recurring work that the leader does. */
interface LeaderWork {
  name: string
  /** The work is due if it has not finished since then, or if a person has asked for it. */
  due: Date
  /** Minutes after which it is retried if it failed. */
  retry: number
}

/** Name of the second row of a routine: when a person asked for it, and until when it waits for a retry. */
const retryRowOf = (name: string) => `${name} next`

const minutes = (count: number) => sql`now() + ${count} * interval '1 minute'`

/** Takes the lease, if the work is due and no other copy of the server does it. */
async function takeLease({ db }: Pick<Deps, 'db'>, { name, due }: LeaderWork): Promise<boolean> {
  await db.insert(routine).values({ name }).onConflictDoNothing()
  const { rowCount } = await db.execute(sql`
    update routine set until = ${minutes(LEASE)}
    where name = ${name} and (until is null or until < now())
      and not exists (select from routine where name = ${retryRowOf(name)} and until > now())
      and (finished_at is null or finished_at < ${due}
        or exists (select from routine where name = ${retryRowOf(name)} and finished_at is not null))`)
  return rowCount === 1
}

/**
 * Does work when it is due, in one copy of the server.
 * @returns whether it was done
 * @throws Error that says why it failed; the reason is stored for administrators
 */
export async function runAsLeader(
  deps: Pick<Deps, 'db' | 'now'>,
  spec: LeaderWork,
  work: () => Promise<void>,
  stopping?: AbortSignal,
): Promise<boolean> {
  const { db, now } = deps
  if (!(await takeLease(deps, spec))) return false
  const store = (state: Partial<Omit<typeof routine.$inferInsert, 'name' | 'until'>>, isHeld = false) =>
    db
      .update(routine)
      .set({ ...state, until: isHeld ? minutes(LEASE) : null })
      .where(eq(routine.name, spec.name))
  const timer = setInterval(() => void store({}, true).catch(() => undefined), RENEW_EVERY)
  try {
    await work()
  } catch (error) {
    if (stopping?.aborted) {
      await store({}).catch(() => undefined)
      return false
    }
    await scheduleRetry(db, spec)
      .then(() => store({ error: reasonOf(error) }))
      .catch(() => undefined)
    throw error
  } finally {
    clearInterval(timer)
  }
  await db.delete(routine).where(eq(routine.name, retryRowOf(spec.name)))
  await store({ finishedAt: now(), error: null })
  return true
}

/** Sets when the work is retried. */
const scheduleRetry = (db: Queryable, { name, retry }: LeaderWork) =>
  db
    .insert(routine)
    .values({ name: retryRowOf(name), until: minutes(retry) })
    .onConflictDoUpdate({ target: routine.name, set: { until: minutes(retry) } })

/** Makes work due now, once, however many people ask. A run that has begun counts for them. */
export async function requestRun(db: Queryable, name: string, now: Date): Promise<void> {
  const asked = { finishedAt: now, until: null }
  const { isRunning } = await readRoutineState(db, name)
  if (isRunning) return
  await db
    .insert(routine)
    .values({ name: retryRowOf(name), ...asked })
    .onConflictDoUpdate({ target: routine.name, set: asked })
}

/** State of recurring work that the leader does. */
interface RoutineState {
  isRunning: boolean
  /** Whether a person has asked for it, and it has not begun. */
  isAsked: boolean
  /** When it is retried after a failure; null if it need not be. */
  againAt: Date | null
  finishedAt: Date | null
  /** Why the last run failed. */
  error: string | null
}

/** Reads the state of recurring work. */
export async function readRoutineState(db: Queryable, name: string): Promise<RoutineState> {
  const found = await db
    .select({
      name: routine.name,
      finishedAt: routine.finishedAt,
      error: routine.error,
      until: routine.until,
      isHeld: sql<boolean>`coalesce(until > now(), false)`,
    })
    .from(routine)
    .where(inArray(routine.name, [name, retryRowOf(name)]))
  const [own, next] = [name, retryRowOf(name)].map((each) => found.find((row) => row.name === each))
  const isRunning = own?.isHeld ?? false
  return {
    isRunning,
    isAsked: !isRunning && next !== undefined && next.finishedAt !== null && !next.isHeld,
    againAt: !isRunning && next?.isHeld ? next.until : null,
    finishedAt: own?.finishedAt ?? null,
    error: own?.error ?? null,
  }
}
