import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { NOTICE_ALERTS } from '#contract/alerts'
import { DAY } from '#contract/common/durations'
import {
  NOTICE_DAYS,
  NOTICE_NAMES,
  type Notice,
  type NoticeEvent,
  type NoticeListQuery,
} from '#contract/notices'
import type { Db, Queryable } from '../../db/database'
import { alert, alertEpisode, connector, device, notice, space, spaceUser } from '../../db/schema'
import type { Deps } from '../../deps'
import type { Person } from '../common/caller'
import { type Columns, selectText, timeColumn } from '../common/columns'
import { newId } from '../common/ids'
import { isoTime, JsonText } from '../common/json'
import { isMember } from '../common/membership'
import { seesAlert, seesEpisode } from './named'

/**
 * Stores notices for all people of a space, in the transaction that opens or ends its alerts. The notice that an alert opened is deleted
 * when it ends, except rows that are being marked as read right now.
 */
export async function addNotices(
  tx: Queryable,
  event: NoticeEvent,
  spaceId: string,
  alertIds: readonly string[],
  at: Date,
): Promise<void> {
  const added = JSON.stringify(alertIds.map((alertId) => ({ alertId, id: newId(at) })))
  const stale = sql`
    with stale as (
      update notice set read_at = ${at.toISOString()}::timestamptz
      where space_id = ${spaceId} and event = 'opened' and (alert_id, user_id) in (
        select alert_id, user_id from notice
        where space_id = ${spaceId} and alert_id = any(${sql.param([...alertIds])}::uuid[])
          and event = 'opened' and read_at is null
        for no key update skip locked
      )
    )`
  await tx.execute(sql`
    ${event === 'ended' ? stale : sql``}
    insert into notice (space_id, alert_id, user_id, event, id, created_at)
    select m.space_id, added."alertId", m.user_id, ${event}, added.id, ${at.toISOString()}::timestamptz
    from json_to_recordset(${added}::json) as added ("alertId" uuid, id uuid)
    join space_user m on m.space_id = ${spaceId} and ${sql.raw(isMember('m'))}
    on conflict do nothing`)
}

/** Tells a person anew of an open alert: somebody else has assigned it to them. It is no longer assigned to others. */
export async function noticeAssigned(
  tx: Queryable,
  { spaceId, alertId, userId }: Pick<typeof notice.$inferSelect, 'spaceId' | 'alertId' | 'userId'>,
  at: Date,
): Promise<void> {
  const assigned = { id: newId(at), createdAt: at, readAt: null, isAssigned: true }
  await tx
    .insert(notice)
    .values({ spaceId, alertId, userId, event: 'opened', ...assigned })
    .onConflictDoUpdate({
      target: [notice.spaceId, notice.alertId, notice.userId, notice.event],
      set: assigned,
    })
}

/** Says in the notices of an alert that it is assigned to nobody of those to whom it was. */
export async function noticeUnassigned(tx: Queryable, spaceId: string, alertId: string): Promise<void> {
  const ofAlert = and(eq(notice.spaceId, spaceId), eq(notice.alertId, alertId), eq(notice.isAssigned, true))
  await tx.update(notice).set({ isAssigned: false }).where(ofAlert)
}

/** SQL of the notices of a person about alerts that they may see, in the spaces that they are in now. An alert that has ended has only that notice. */
const noticesOf = ({ userId }: Person, more?: SQL): SQL => sql`
  from ${notice}
  join ${spaceUser} on ${spaceUser.spaceId} = ${notice.spaceId} and ${spaceUser.userId} = ${notice.userId}
    and ${sql.raw(isMember('space_user'))}
    and (not ${spaceUser.isLimited} and ${spaceUser.permissions} is null or exists (
      select from ${alert} where ${alert.spaceId} = ${notice.spaceId} and ${alert.id} = ${notice.alertId}
        and ${sql.raw(seesAlert('alert', 'space_user'))}))
  where ${notice.userId} = ${userId} and not (${notice.event} = 'opened' and exists (
    select from notice later where later.space_id = ${notice.spaceId} and later.alert_id = ${notice.alertId}
      and later.user_id = ${notice.userId} and later.event = 'ended'))
    ${more ? sql`and ${more}` : sql``}`

const COLUMNS = {
  id: notice.id,
  space_id: notice.spaceId,
  space_name: space.name,
  alert_id: notice.alertId,
  rule_name: alert.ruleName,
  event: notice.event,
  is_assigned: notice.isAssigned,
  device_count: sql<number>`counted.device_count`,
  connector_count: sql<number>`counted.connector_count`,
  names: sql<string[]>`counted.names`,
  at: sql<string>`${sql.raw(isoTime(`case when notice.event = 'ended' then alert.ended_at when notice.is_assigned then notice.created_at else alert.opened_at end`))}`,
  created_at: timeColumn(notice.createdAt),
  read_at: timeColumn(notice.readAt),
} satisfies Columns<Notice>

/** The notices of a person, the newest first. */
export async function listNotices(
  db: Db,
  caller: Person,
  { limit, cursor }: NoticeListQuery,
): Promise<JsonText> {
  const older = cursor === undefined ? undefined : sql`${notice.id} < ${cursor}`
  const { rows } = await db.execute<{ json: string }>(sql`
    select coalesce(json_agg(row_to_json(one)), '[]')::text as json from (
      select ${sql.raw(selectText(COLUMNS))}
      from (select ${notice}.* ${noticesOf(caller, older)} order by ${notice.id} desc limit ${limit}) notice
      join ${space} on ${space.id} = ${notice.spaceId}
      join ${spaceUser} member on member.space_id = ${notice.spaceId} and member.user_id = ${notice.userId}
      join ${alert} on ${alert.spaceId} = ${notice.spaceId} and ${alert.id} = ${notice.alertId}
      cross join lateral (
        select count(first.device_id)::int as device_count, count(first.connector_id)::int as connector_count,
          coalesce(json_agg(first.name order by first.place) filter (where first.place <= ${NOTICE_NAMES}), '[]') as names
        from (
          select ${alertEpisode.deviceId} as device_id, ${alertEpisode.connectorId} as connector_id,
            coalesce(${device.name}, ${connector.name}) as name,
            row_number() over (
              order by min(${alertEpisode.openedAt}), ${alertEpisode.deviceId}, ${alertEpisode.connectorId}
            ) as place
          from ${alertEpisode}
          left join ${device} on ${device.spaceId} = ${alertEpisode.spaceId} and ${device.id} = ${alertEpisode.deviceId}
          left join ${connector} on ${connector.spaceId} = ${alertEpisode.spaceId}
            and ${connector.id} = ${alertEpisode.connectorId}
          where ${alertEpisode.spaceId} = ${notice.spaceId} and ${alertEpisode.alertId} = ${notice.alertId}
            and ${sql.raw(seesEpisode('alert_episode', 'member'))}
          group by ${alertEpisode.deviceId}, ${alertEpisode.connectorId}, ${device.name}, ${connector.name}
        ) first
      ) counted
      order by ${notice.id} desc
    ) one`)
  return new JsonText(rows[0]?.json ?? '[]')
}

/** Number of unread notices of the person. @param atMost where counting stops */
export async function countNotices(db: Db, caller: Person, atMost?: number): Promise<{ count: number }> {
  const unseen = sql`${notice.readAt} is null`
  const limit = atMost === undefined ? sql`` : sql`limit ${atMost}`
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select ${noticesOf(caller, unseen)} ${limit}) unseen`)
  return { count: rows[0]?.count ?? 0 }
}

/** Marks notices of the person as read. @param ids null for all; those of others are not changed */
export async function readNotices(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Person,
  ids: readonly string[] | null,
): Promise<void> {
  if (ids?.length === 0) return
  const which = ids === null ? undefined : inArray(notice.id, [...ids])
  await db
    .update(notice)
    .set({ readAt: now() })
    .where(and(eq(notice.userId, userId), isNull(notice.readAt), which))
}

/** Deletes the notices of all alerts of a space but the newest, so that a flood of alerts is bounded. */
export async function keepNewestNotices(tx: Queryable, spaceId: string): Promise<void> {
  const older = tx
    .select({ id: alert.id })
    .from(alert)
    .where(eq(alert.spaceId, spaceId))
    .orderBy(desc(alert.id))
    .offset(NOTICE_ALERTS - 1)
    .limit(1)
  await tx.delete(notice).where(and(eq(notice.spaceId, spaceId), lt(notice.alertId, older)))
}

/** Deletes old notices. */
export async function forgetOldNotices({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(notice).where(lt(notice.createdAt, new Date(now().getTime() - NOTICE_DAYS * DAY)))
}
