import { and, eq, sql } from 'drizzle-orm'
import {
  inOrder,
  type LatestQuery,
  type LatestValue,
  SPACE_SERIES_MAX,
  type SpaceSeries,
  shownOf,
} from '#contract/series'
import type { Db } from '../../db/database'
import { series } from '../../db/schema'
import type { Deps } from '../../deps'
import type { Caller } from '../common/caller'
import { carriesOne, isOfHere } from '../common/visibility'
import { DAY } from './pack'
import { pointsOf, valuesOfDay } from './points'
import { visibleOf } from './read'
import { storedSettings } from './settings'

/** How far back last values are told, in milliseconds, and for a chart of how many pixels. */
const RECENT = { length: DAY, width: 48 }

const LATEST = {
  name: 'series.latest',
  text: `
    select device_id, number, path, is_boolean, first_at, last_at, last_value, count::float8 as count from series
    where space_id = $1 and device_id = any($2::uuid[]) and path = any($3::text[])`,
}

/** Of so many values in a day the small lines cost too much: they are left out. */
const VALUES_MAX = 500_000

interface Row extends Omit<LatestValue, 'last_at' | 'points'>, Record<'first_at' | 'last_at', Date> {
  number: number
  count: number
}

/** The last values of series, and how they went in the last 24 hours; of devices that the caller does not see there are none. */
export async function readLatest(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  { device_id, path }: LatestQuery,
): Promise<LatestValue[]> {
  const visible = await visibleOf(db, caller, spaceId, device_id)
  const ids = visible.map(({ id }) => id)
  const before = now().getTime()
  const recent = { after: before - RECENT.length, before, width: RECENT.width }
  const { rows } = await db.$client.query<Row>({ ...LATEST, values: [spaceId, ids, path] })
  const isTooMuch = valuesOfDay(rows) > VALUES_MAX
  const lines = isTooMuch ? [] : await pointsOf(db, spaceId, rows, recent)
  return rows.map((row, i) => ({
    device_id: row.device_id,
    path: row.path,
    is_boolean: row.is_boolean,
    last_value: row.last_value,
    last_at: row.last_at.toISOString(),
    points: lines[i]?.points ?? [],
  }))
}

/** What the devices of a space measure that the caller sees, in the order in which people ask for it. */
export async function listSpaceSeries(db: Db, caller: Caller, spaceId: string): Promise<SpaceSeries[]> {
  const isSeen = carriesOne(caller, 'device', { spaceId: series.spaceId, id: series.deviceId })
  const rows = await db
    .select({
      path: series.path,
      is_boolean: sql<boolean>`bool_and(${series.isBoolean})`,
      device_count: sql<number>`count(*)::int`.as('device_count'),
    })
    .from(series)
    .where(and(eq(series.spaceId, spaceId), sql.raw(isOfHere('series')), isSeen))
    .groupBy(series.path)
    .orderBy(sql`device_count desc`, series.path)
    .limit(SPACE_SERIES_MAX)
  const { series: settings } = await storedSettings(db, spaceId)
  const paths = rows.map(({ path }) => path)
  const pinTags = settings.flatMap(({ tags }) => tags.map(({ id }) => id))
  const shown = shownOf(paths, settings, pinTags)
  const all = rows.flatMap((row) => {
    const one = shown.get(row.path)
    return one ? Object.assign(row, one, { unit: row.is_boolean ? null : one.unit }) : []
  })
  return inOrder(all).map(({ place: _place, ...one }) => one)
}
