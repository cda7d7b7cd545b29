import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database'
import { alert, appUser, spaceUser } from '../../db/schema'
import { ApiError } from '../../errors'
import { type Caller, mayKnow } from '../common/caller'
import { seesAlert } from '../notices/named'
import { noticeAssigned } from '../notices/notices'
import { addToAudience } from './escalate'
import { notifyPeople } from './people'
import { recordNotified } from './record'

/** Notifications after which an alert stores no further ones of assignments. */
const NOTIFIED_MAX = 100

/** A person who looks after an alert. */
interface Assignee {
  userId: string
  email: string
}

/** Finds a person to whom an alert can be assigned: they are in its space now, and may see it. @throws ApiError 400, 403 */
export async function findAssignee(
  tx: Queryable,
  caller: Caller,
  { spaceId, alertId }: { spaceId: string; alertId: string },
  userId: string,
): Promise<Assignee> {
  if (!mayKnow(caller))
    throw new ApiError(403, 'forbidden: assign_to needs the permission space:user:read, without tags')
  const [found] = await tx
    .select({ userId: appUser.id, email: appUser.email })
    .from(alert)
    .innerJoin(
      spaceUser,
      and(eq(spaceUser.spaceId, alert.spaceId), sql.raw(seesAlert('alert', 'space_user'))),
    )
    .innerJoin(appUser, eq(appUser.id, spaceUser.userId))
    .where(and(eq(alert.spaceId, spaceId), eq(alert.id, alertId), eq(spaceUser.userId, userId)))
  if (!found) throw new ApiError(400, 'assign_to is not a person of this space who may see the alert')
  return found
}

type Assigned = Pick<
  typeof alert.$inferSelect,
  'spaceId' | 'id' | 'ruleId' | 'ruleName' | 'notify' | 'notified' | 'endedAt'
>

/**
 * Notifies a person to whom somebody else has assigned an alert, as a step of its escalation would, and from then on of its end; not of
 * one that is over. It comes after `lockHours`.
 */
export async function notifyAssignee(
  tx: Queryable,
  { spaceId, id, ruleId, ruleName, notify, notified, endedAt }: Assigned,
  userId: string,
  now: Date,
): Promise<void> {
  if (endedAt !== null) return
  await addToAudience(tx, spaceId, [{ id, notify, userIds: [userId], connectorIds: [] }])
  await noticeAssigned(tx, { spaceId, alertId: id, userId }, now)
  const duty = new Map([[id, { userIds: new Set([userId]), isGap: false }]])
  const said = { id, ruleId, ruleName, opened: true, ended: false, said: 'opened' as const }
  const named = await notifyPeople(tx, spaceId, [said], now, { duty, isDutyOnly: true })
  if (notified.length < NOTIFIED_MAX)
    await recordNotified(tx, spaceId, [{ id, step: 0, connectorIds: [] }], { now, named, duty })
}
