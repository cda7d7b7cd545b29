import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { inOrder, type RangeQuery, type Series, type ShownSetting, shownOf } from '#contract/series'
import type { Db } from '../../db/database'
import { device } from '../../db/schema'
import { ApiError, notFound } from '../../errors'
import { inSlices } from '../background/slices'
import type { Caller } from '../common/caller'
import { hasAllowedTag } from '../common/visibility'
import { devices } from '../devices/devices'
import type { OneDevice } from '../devices/lockDevice'
import { EXTENT, type Extent, extentOf } from './store/downsample'

const seen = (caller: Caller): SQL | undefined => hasAllowedTag(caller, 'device', device)

/** Days before its last value that show how a series changes. */
const LATELY = 7

const LIST = {
  name: 'series.list',
  text: `
    select s.path, s.is_boolean, s.first_at, s.last_at, s.last_value, s.count::float8 as count, d.readings, d.least, d.greatest, d.points
    from series s left join lateral (
      select sum(d.count)::float8 as readings, ${EXTENT} from series_day d
      where d.space_id = $1 and d.device_id = $2 and d.number = s.number
        and d.day > (s.last_at at time zone 'UTC')::date - ${LATELY} and d.day <= (s.last_at at time zone 'UTC')::date
    ) d on true
    where s.space_id = $1 and s.device_id = $2`,
}

const SHOWN = {
  name: 'series.shown',
  text: `
    select
      (select settings from series_settings where space_id = $1) as settings,
      (select array_agg(tag_id) from device_tag where space_id = $1 and device_id = $2) as tags`,
}

interface Row extends Extent {
  path: string
  is_boolean: boolean
  first_at: Date
  last_at: Date
  last_value: number
  count: number
  /** How many values it has had lately; `Extent` is of these. */
  readings: number | null
}

/** Fewest values that show whether a series counts. */
const COUNTED_MIN = 5

/** A number that only counts up by one says how many messages there were, and nothing else. */
const isSequence = ({ readings, least, greatest, last_value, is_boolean }: Row) =>
  !is_boolean &&
  readings !== null &&
  readings >= COUNTED_MIN &&
  greatest === last_value &&
  greatest - (least ?? 0) === readings - 1

/** How much a series changes, relative to its greatest value, in steps so large that the order is steady. */
function changeOf({ least, greatest }: Extent): number {
  if (least === null || greatest === null || least === greatest) return 0
  const share = (greatest - least) / Math.max(Math.abs(least), Math.abs(greatest))
  return share > 0.5 ? 3 : share > 0.05 ? 2 : 1
}

/** @throws ApiError 404 for a device that the caller does not see */
export async function checkSeen(db: Db, caller: Caller, { spaceId, deviceId }: OneDevice): Promise<void> {
  if ((await db.$count(device, devices.is(spaceId, deviceId, seen(caller)))) === 0) throw notFound()
}

/** The values of a device, the most interesting first. @throws ApiError 404 for a device that the caller does not see */
export async function listSeries(
  db: Db,
  caller: Caller,
  { spaceId, deviceId }: OneDevice,
): Promise<Series[]> {
  await checkSeen(db, caller, { spaceId, deviceId })
  const values = [spaceId, deviceId]
  const { rows: read } = await db.$client.query<Row & { points: string | null }>({ ...LIST, values })
  const rest = inSlices(caller, spaceId)
  const rows: Row[] = []
  for (const row of read) rows.push({ ...row, ...(await extentOf(row, rest)) })
  const {
    rows: [of],
  } = await db.$client.query<{ settings: ShownSetting[] | null; tags: string[] | null }>({ ...SHOWN, values })
  const paths = rows.map(({ path }) => path)
  const shown = shownOf(paths, of?.settings ?? [], of?.tags ?? [])
  const ordered = rows.map((row) => ({
    row,
    path: row.path,
    place: shown.get(row.path)?.place,
    isHidden: shown.get(row.path)?.is_hidden ?? false,
    isSequence: isSequence(row),
    change: changeOf(row),
  }))
  return inOrder(ordered).map(({ row: { path, is_boolean, first_at, last_at, last_value, count } }) => {
    const {
      label = path,
      unit = null,
      decimals = null,
      is_pinned = false,
      is_hidden = false,
    } = shown.get(path) ?? {}
    return {
      path,
      label,
      unit: is_boolean ? null : unit,
      decimals,
      is_pinned,
      is_hidden,
      is_boolean,
      first_at: first_at.toISOString(),
      last_at: last_at.toISOString(),
      last_value,
      count,
    }
  })
}

/** @throws ApiError 400 for one of these devices that is not among those that the caller sees */
export function checkAllSeen(ids: readonly string[], visible: readonly { id: string }[]): void {
  const seenIds = new Set(visible.map(({ id }) => id))
  if (!ids.every((id) => seenIds.has(id.toLowerCase())))
    throw new ApiError(400, 'device_id is the id of no device in this space')
}

/** The ids of these devices, each once. @throws ApiError 400 for a device that the caller does not see */
export async function devicesOf(
  db: Db,
  caller: Caller,
  spaceId: string,
  { device_id }: Pick<RangeQuery, 'device_id'>,
): Promise<string[]> {
  const ids = [...new Set(device_id.map((id) => id.toLowerCase()))]
  const visible = await db
    .select({ id: device.id })
    .from(device)
    .where(and(eq(device.spaceId, spaceId), inArray(device.id, ids), seen(caller)))
  checkAllSeen(ids, visible)
  return visible.map(({ id }) => id)
}
