import { lt, sql } from 'drizzle-orm'
import { MUTE_KEPT_DAYS } from '#contract/alerts'
import { DAY } from '#contract/common/durations'
import type { Queryable } from '../../db/database'
import { mute } from '../../db/schema'
import type { Deps } from '../../deps'
import { newId } from '../common/ids'
import type { Key } from '../resources/spaceQueries'

/** Most changed or deleted mutes of a space that are kept. */
export const MUTES_PAST_MAX = 500

/**
 * Keeps the scope of a mute that was active until now, or until its end: what it no longer mutes opens from now on. A space keeps only the last ones, because
 * an alert does not open much later than its mute ended.
 */
export async function keepPast(tx: Queryable, { spaceId, id }: Key, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into mute (space_id, id, name, scope, rule_ids, starts_at, ends_at, created_by, is_past)
    select space_id, ${newId(now)}, name, scope, rule_ids, starts_at, least(ends_at, ${at}), created_by, true from mute
    where space_id = ${spaceId} and id = ${id} and starts_at < ${at} and (ends_at > ${at} or repeats is not null)`)
  await tx.execute(sql`
    delete from mute where space_id = ${spaceId} and is_past and id in (
      select id from mute where space_id = ${spaceId} and is_past order by ends_at desc, id desc offset ${MUTES_PAST_MAX})`)
}

/** Deletes mutes that ended long ago. */
export async function forgetOldMutes({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(mute).where(lt(mute.endsAt, new Date(now().getTime() - MUTE_KEPT_DAYS * DAY)))
}
