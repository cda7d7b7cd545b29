import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { SEPARATE_PER_HOUR } from '#contract/alerts'
import { HOUR, WEEK } from '#contract/common/durations'
import type { Queryable } from '../../db/database'
import { alertHour, type Collected } from '../../db/schema'
import type { Deps } from '../../deps'
import { newId } from '../common/ids'

/** Milliseconds after which the e-mails and push messages of an hour have been sent or given up. */
const KEPT = WEEK
/** Hours that one statement stores. */
const ROWS = 1000

type Hour = typeof alertHour.$inferSelect & { wasEmpty: boolean }

/** The row of an hour after counting. */
const rowOf = ({ spaceId, id, userId, hour, isUrgent, separateCount, collected }: Hour) => ({
  spaceId,
  id,
  userId,
  hour,
  isUrgent,
  separateCount,
  collected,
})

const hourOf = (at: Date) => Math.floor(at.getTime() / HOUR) * HOUR
const keyOf = (userId: string, hour: number, isUrgent: boolean) => `${userId} ${hour} ${isUrgent}`

/** The end of an hour, when the alerts that were collected in it are sent. */
export const endOfHour = ({ hour }: { hour: Date }): Date => new Date(hour.getTime() + HOUR)

/** Lets one transaction at a time notify in a space, so that all together keep to the limit of an hour. It comes after the lock of the space. */
export async function lockHours(tx: Queryable, spaceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${spaceId}, 28))`)
}

/**
 * Counts the notifications of people about the alerts of a space, by hour. They are locked until the transaction ends; call it after a lock
 * of the space.
 */
export async function openHours(tx: Queryable, spaceId: string, userIds: readonly string[], now: Date) {
  const rows = await tx
    .select()
    .from(alertHour)
    .where(
      and(
        eq(alertHour.spaceId, spaceId),
        inArray(alertHour.userId, [...userIds]),
        gte(alertHour.hour, new Date(hourOf(now))),
      ),
    )
    .orderBy(alertHour.id)
    .for('update')
  const known = new Map<string, Hour>()
  for (const row of rows)
    known.set(
      keyOf(row.userId, row.hour.getTime(), row.isUrgent),
      Object.assign(row, { wasEmpty: Object.keys(row.collected).length === 0 }),
    )
  const changed = new Set<Hour>()
  const find = (userId: string, start: number, isUrgent: boolean): Hour => {
    const key = keyOf(userId, start, isUrgent)
    const found = known.get(key)
    // The alerts collected in this hour have already been sent.
    if (found && found.saidAt !== null) return find(userId, start + HOUR, isUrgent)
    if (found) return found
    const hour = new Date(start)
    const made = {
      spaceId,
      id: newId(now),
      userId,
      hour,
      isUrgent,
      separateCount: 0,
      collected: {},
      saidAt: null,
    }
    const added = Object.assign(made, { wasEmpty: true })
    known.set(key, added)
    return added
  }
  return {
    /** The hour in which a person may be notified at a time. */
    of: (userId: string, at: Date, isUrgent: boolean): Hour => find(userId, hourOf(at), isUrgent),
    /** Counts a message in an hour. @returns false if the limit was reached */
    take: (hour: Hour): boolean => {
      if (hour.separateCount >= SEPARATE_PER_HOUR) return false
      hour.separateCount++
      changed.add(hour)
      return true
    },
    /** Counts alerts that are sent together at the end of an hour. */
    collect: (hour: Hour, ruleId: string, { name, opened, ended }: Collected): void => {
      const before = hour.collected[ruleId]
      hour.collected[ruleId] = {
        name,
        opened: (before?.opened ?? 0) + opened,
        ended: (before?.ended ?? 0) + ended,
      }
      changed.add(hour)
    },
    /** Stores the counts. @returns the hours at whose ends there is now something to send */
    save: async (): Promise<Hour[]> => {
      const all = [...changed]
      for (let start = 0; start < all.length; start += ROWS)
        await tx
          .insert(alertHour)
          .values(all.slice(start, start + ROWS).map(rowOf))
          .onConflictDoUpdate({
            target: [alertHour.spaceId, alertHour.id],
            set: { separateCount: sql`excluded.separate_count`, collected: sql`excluded.collected` },
          })
      return all.filter(({ wasEmpty, collected }) => wasEmpty && Object.keys(collected).length > 0)
    },
  }
}

/**
 * Returns what was collected for a person in an hour, from the rule with the most to the one with the least, and marks it as sent: later
 * alerts belong to the next hour.
 */
export async function sayCollected(tx: Queryable, spaceId: string, id: string, now: Date) {
  const [found] = await tx
    .update(alertHour)
    .set({ saidAt: sql`coalesce(${alertHour.saidAt}, ${now})` })
    .where(and(eq(alertHour.spaceId, spaceId), eq(alertHour.id, id)))
    .returning()
  if (!found) return undefined
  const rules = Object.values(found.collected).toSorted((a, b) => b.opened + b.ended - a.opened - a.ended)
  const sum = (which: 'opened' | 'ended') => rules.reduce((total, rule) => total + rule[which], 0)
  return { from: found.hour, to: endOfHour(found), rules, opened: sum('opened'), ended: sum('ended') }
}

/** Deletes the counts of old hours. */
export async function forgetOldHours({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(alertHour).where(lt(alertHour.hour, new Date(now().getTime() - KEPT)))
}
