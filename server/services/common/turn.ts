import { eq, sql } from 'drizzle-orm'
import { routine } from '../../db/schema'
import type { Deps } from '../../deps'
import { reasonOf } from '../../errors'

/** Minutes after which another copy of the server takes over from one that was killed. */
const LEASE = 10
const RENEW_EVERY = (LEASE * 60_000) / 3

/** Recurring work that one copy of the server does. */
interface Turn {
  /** Of the routine. */
  name: string
  /** It is due when it has not finished since then. */
  due: Date
  /** Minutes after which it is tried again when it failed. */
  retry: number
}

const minutes = (count: number) => sql`now() + ${count} * interval '1 minute'`

/** Takes the turn, if the work is due and no other copy of the server does it. */
async function take({ db }: Pick<Deps, 'db'>, { name, due }: Turn): Promise<boolean> {
  await db.insert(routine).values({ name }).onConflictDoNothing()
  const { rowCount } = await db.execute(sql`
    update routine set until = ${minutes(LEASE)}
    where name = ${name} and (until is null or until < now())
      and (finished_at is null or finished_at < ${due})`)
  return rowCount === 1
}

/**
 * Does work when it is due, in one copy of the server.
 * @returns whether it was done
 * @throws Error that says why it failed; it is noted for administrators
 */
export async function inTurn(
  deps: Pick<Deps, 'db' | 'now'>,
  turn: Turn,
  work: () => Promise<void>,
  stopping?: AbortSignal,
): Promise<boolean> {
  const { db, now } = deps
  if (!(await take(deps, turn))) return false
  const store = (ended: Partial<Omit<typeof routine.$inferInsert, 'name' | 'until'>>, until: number | null) =>
    db
      .update(routine)
      .set({ ...ended, until: until === null ? null : minutes(until) })
      .where(eq(routine.name, turn.name))
  const timer = setInterval(() => void store({}, LEASE).catch(() => undefined), RENEW_EVERY)
  try {
    await work()
  } catch (error) {
    const isStopped = stopping?.aborted === true
    await store(isStopped ? {} : { error: reasonOf(error) }, isStopped ? null : turn.retry).catch(
      () => undefined,
    )
    if (isStopped) return false
    throw error
  } finally {
    clearInterval(timer)
  }
  await store({ finishedAt: now(), error: null }, null)
  return true
}
