import { MARKS_MAX, type Mark, type TimesQuery } from '#contract/series'
import type { Deps } from '../../deps'
import type { Caller } from '../common/caller'
import type { OneDevice } from '../devices/lockDevice'
import { checkSeen } from './listSeries'
import { keptFrom } from './store/retention'

const newest = (select: string) => `(${select} order by at desc limit ${MARKS_MAX})`

const MARKS = {
  name: 'series.marks',
  text: `
    select * from (
      ${newest(`
        select 'replaced' as kind, created_at as at, old_serial_number as before, new_serial_number as after
        from device_replacement
        where space_id = $1 and device_id = $2 and created_at between $3 and $4`)}
      union all ${newest(`
        select 'firmware', updated_at as at, null,
          nullif(concat_ws(' ', firmware_name, firmware_version, case when firmware_name is null then firmware_id end), '')
        from firmware_job
        where space_id = $1 and device_id = $2 and state = 'succeeded' and updated_at between $3 and $4`)}
      union all ${newest(`
        select 'boot', created_at as at, null, null from device_session
        where space_id = $1 and device_id = $2 and session_id between floor(extract(epoch from $3)) and extract(epoch from $4)`)}
      union all select 'moved_here', created_at, null, null from device
        where space_id = $1 and id = $2 and moved_from is not null and created_at between $3 and $4
      union all select 'moved_away', moved_at, null, null from device
        where space_id = $1 and id = $2 and moved_at between $3 and $4
      union all select k.kind, k.at, null, k.days from device
        cross join unnest($5::text[], $6::timestamptz[], $7::text[]) as k (kind, at, days)
        where space_id = $1 and id = $2 and created_at < k.at and k.at between $3 and $4
    ) marks
    order by at desc limit ${MARKS_MAX}`,
}

/**
 * Events of a device between two times, oldest first; if there are more than `MARKS_MAX`, the newest.
 * @throws ApiError 404 for a device that the caller does not see
 */
export async function listMarks(
  { db, now, settings }: Pick<Deps, 'db' | 'now' | 'settings'>,
  caller: Caller,
  { spaceId, deviceId }: OneDevice,
  { after, before }: TimesQuery,
): Promise<Mark[]> {
  await checkSeen(db, caller, { spaceId, deviceId })
  const { thinDays, retentionDays } = settings.history
  const kept = [
    { kind: 'thinned', days: thinDays },
    { kind: 'deleted', days: retentionDays },
  ].flatMap(({ kind, days }) =>
    days === undefined ? [] : { kind, at: keptFrom(days, now()), days: String(days) },
  )
  const { rows } = await db.$client.query<Omit<Mark, 'at'> & { at: Date }>({
    ...MARKS,
    values: [
      spaceId,
      deviceId,
      new Date(after),
      new Date(before),
      kept.map(({ kind }) => kind),
      kept.map(({ at }) => at),
      kept.map(({ days }) => days),
    ],
  })
  return rows
    .toReversed()
    .map(({ at, kind, before, after: now }) => ({ at: at.toISOString(), kind, before, after: now }))
}
