import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { TOLD_PER_HOUR } from '#contract/alerts'
import { HOUR, WEEK } from '#contract/common/durations'
import type { Queryable } from '../../db/database'
import { alertHour, type Collected } from '../../db/schema'
import type { Deps } from '../../deps'
import { newId } from '../common/ids'

/** E-mails and push messages that tell of an hour are long sent or given up. */
const KEPT = WEEK
/** Hours that are stored by one statement. */
const ROWS = 1000

type Hour = typeof alertHour.$inferSelect & { wasEmpty: boolean }

/** What is stored of an hour that was counted in now. */
const rowOf = ({ spaceId, id, userId, hour, isUrgent, told, collected }: Hour) => ({
  spaceId,
  id,
  userId,
  hour,
  isUrgent,
  told,
  collected,
})

const hourOf = (at: Date) => Math.floor(at.getTime() / HOUR) * HOUR
const keyOf = (userId: string, hour: number, isUrgent: boolean) => `${userId} ${hour} ${isUrgent}`

/** The end of an hour, when what was collected in it is told. */
export const endOfHour = ({ hour }: { hour: Date }): Date => new Date(hour.getTime() + HOUR)

/**
 * What people are told of the alerts of a space, hour by hour. Nobody else changes it until the transaction ends; call it behind a lock
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
    // What was collected in it is told already.
    if (found && found.saidAt !== null) return find(userId, start + HOUR, isUrgent)
    if (found) return found
    const hour = new Date(start)
    const made = { spaceId, id: newId(now), userId, hour, isUrgent, told: 0, collected: {}, saidAt: null }
    const added = Object.assign(made, { wasEmpty: true })
    known.set(key, added)
    return added
  }
  return {
    /** The hour in which a person may be told at a time. */
    of: (userId: string, at: Date, isUrgent: boolean): Hour => find(userId, hourOf(at), isUrgent),
    /** Counts a message of an hour. @returns false when there were enough */
    take: (hour: Hour): boolean => {
      if (hour.told >= TOLD_PER_HOUR) return false
      hour.told++
      changed.add(hour)
      return true
    },
    /** Counts what is told together with others at the end of an hour. */
    collect: (hour: Hour, ruleId: string, { name, opened, ended }: Collected): void => {
      const before = hour.collected[ruleId]
      hour.collected[ruleId] = {
        name,
        opened: (before?.opened ?? 0) + opened,
        ended: (before?.ended ?? 0) + ended,
      }
      changed.add(hour)
    },
    /** Stores what was counted. @returns the hours at whose ends something is to be told since now */
    save: async (): Promise<Hour[]> => {
      const all = [...changed]
      for (let start = 0; start < all.length; start += ROWS)
        await tx
          .insert(alertHour)
          .values(all.slice(start, start + ROWS).map(rowOf))
          .onConflictDoUpdate({
            target: [alertHour.spaceId, alertHour.id],
            set: { told: sql`excluded.told`, collected: sql`excluded.collected` },
          })
      return all.filter(({ wasEmpty, collected }) => wasEmpty && Object.keys(collected).length > 0)
    },
  }
}

/**
 * What was collected for a person in an hour, from the rule with the most to the one with the least. It is told now: what comes later
 * belongs to the next hour.
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

/** Forgets what people were told long ago. */
export async function forgetOldHours({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(alertHour).where(lt(alertHour.hour, new Date(now().getTime() - KEPT)))
}
