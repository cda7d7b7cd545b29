import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Audience } from '#contract/alerts'
import { onShift } from '#contract/shifts'
import type { Queryable } from '../../db/database'
import { alert, shift, spaceUser } from '../../db/schema'
import { groupBy } from '../common/groups'
import { seesAlert } from '../notices/named'

/** The shifts of a space at a time. */
export interface Shifts {
  /** Ids of those that all rules notify. */
  ofEveryRule: readonly string[]
  /** The people who are on each. */
  onDuty: ReadonlyMap<string, readonly string[]>
}

/** Reads who is on the shifts of a space at a time. */
export async function readShifts(tx: Queryable, spaceId: string, now: Date): Promise<Shifts> {
  const rows = await tx.select().from(shift).where(eq(shift.spaceId, spaceId))
  return {
    ofEveryRule: rows.flatMap(({ id, everyRule }) => (everyRule ? id : [])),
    onDuty: new Map(
      rows.map(({ id, timezone, startsOn: starts_on, entries }) => [
        id,
        onShift({ timezone, starts_on, entries }, now.getTime()),
      ]),
    ),
  }
}

/** An alert, and whom it is to notify. */
export interface Asked {
  id: string
  audience: Audience
}

/** The people whom an alert notifies. */
export interface Found {
  userIds: ReadonlySet<string>
  /** Nobody was on shift, or nobody of those who are named may see the alert: the admins are among them. */
  isGap: boolean
}

/** The people of each alert who may see it, of those whom it may notify. */
async function membersOf(tx: Queryable, spaceId: string, asked: readonly Asked[], duty: Set<string>) {
  const roles = new Set(asked.flatMap(({ audience }) => audience.roles)).add('admin')
  const ids = new Set([...duty, ...asked.flatMap(({ audience }) => audience.user_ids)])
  const rows = await tx
    .select({ alertId: alert.id, userId: spaceUser.userId, role: spaceUser.role })
    .from(alert)
    .innerJoin(
      spaceUser,
      and(eq(spaceUser.spaceId, alert.spaceId), sql.raw(seesAlert('alert', 'space_user'))),
    )
    .where(
      and(
        eq(alert.spaceId, spaceId),
        inArray(
          alert.id,
          asked.map(({ id }) => id),
        ),
        or(inArray(spaceUser.role, [...roles]), inArray(spaceUser.userId, [...ids])),
      ),
    )
  return groupBy(rows, ({ alertId }) => alertId)
}

/**
 * Finds the people whom alerts notify, of those who are in the space and may see the alert. The admins are notified as well if nobody of
 * its shifts is among them, or nobody at all. Rules, "Alerts".
 */
export async function findPeople(
  tx: Queryable,
  spaceId: string,
  asked: readonly Asked[],
  { onDuty }: Shifts,
): Promise<Map<string, Found>> {
  if (asked.length === 0) return new Map()
  const dutyOf = ({ shift_ids }: Audience) => new Set(shift_ids.flatMap((id) => onDuty.get(id) ?? []))
  const all = new Set(asked.flatMap(({ audience }) => [...dutyOf(audience)]))
  const members = await membersOf(tx, spaceId, asked, all)
  return new Map(
    asked.map(({ id, audience }) => {
      const { roles, user_ids, shift_ids, connector_ids } = audience
      const duty = dutyOf(audience)
      const seeing = members.get(id) ?? []
      const named = seeing.filter(
        ({ userId, role }) => roles.includes(role) || user_ids.includes(userId) || duty.has(userId),
      )
      // Those whom it named may have left.
      const isOfPeople = roles.length + user_ids.length + shift_ids.length > 0 || connector_ids.length === 0
      const isGap =
        (shift_ids.length > 0 && !seeing.some(({ userId }) => duty.has(userId))) ||
        (isOfPeople && named.length === 0)
      const admins = isGap ? seeing.filter(({ role }) => role === 'admin') : []
      return [id, { userIds: new Set([...named, ...admins].map(({ userId }) => userId)), isGap }]
    }),
  )
}
