import { sql } from 'drizzle-orm'
import type { KnownFirmware } from '#contract/rollouts'
import type { Deps } from '../../deps'
import type { Caller } from '../common/caller'
import { isoTime } from '../common/json'
import { hasAllowedTag } from '../common/visibility'

/** Most firmware that is listed. */
const LISTED_MAX = 200

/** The firmware that devices of a space have, had or were ordered, the newest order first. */
export async function listKnownFirmware(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  spaceId: string,
): Promise<KnownFirmware[]> {
  const seen =
    hasAllowedTag(caller, 'device', { spaceId: sql`j.space_id`, id: sql`j.device_id` }) ?? sql`true`
  const { rows } = await db.execute<{ [Field in keyof KnownFirmware]: KnownFirmware[Field] }>(sql`
    with job as materialized (
      select j.device_id, j.id, j.firmware_id, j.target, j.state, j.scheduled_at from firmware_job j
      where j.space_id = ${spaceId} and ${seen}
    ), latest as (
      select distinct on (device_id, target) firmware_id, target from job where state = 'succeeded'
      order by device_id, target, id desc
    ), has as (
      select firmware_id, target, count(*)::int as devices from latest group by firmware_id, target
    )
    select j.firmware_id as firmware, j.target, coalesce(min(h.devices), 0) as devices,
      count(*) filter (where j.state = 'succeeded')::int as succeeded,
      count(*) filter (where j.state = 'failed')::int as failed, ${sql.raw(isoTime('max(j.scheduled_at)'))} as last_at
    from job j left join has h using (firmware_id, target)
    group by j.firmware_id, j.target
    order by max(j.scheduled_at) desc, j.firmware_id limit ${LISTED_MAX}`)
  return rows
}
