import { MARKS_MAX, type Mark, type TimesQuery } from '#contract/series'
import type { Db } from '../../db/database'
import type { Caller } from '../common/caller'
import type { OneDevice } from '../devices/hold'
import { checkSeen } from './read'

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
    ) marks
    order by at desc limit ${MARKS_MAX}`,
}

/**
 * What happened to a device between two times, oldest first; of more than `MARKS_MAX` the newest.
 * @throws ApiError 404 for a device that the caller does not see
 */
export async function listMarks(
  db: Db,
  caller: Caller,
  { spaceId, deviceId }: OneDevice,
  { after, before }: TimesQuery,
): Promise<Mark[]> {
  await checkSeen(db, caller, { spaceId, deviceId })
  const { rows } = await db.$client.query<Omit<Mark, 'at'> & { at: Date }>({
    ...MARKS,
    values: [spaceId, deviceId, new Date(after), new Date(before)],
  })
  return rows
    .toReversed()
    .map(({ at, kind, before, after: now }) => ({ at: at.toISOString(), kind, before, after: now }))
}
