import { and, eq, sql } from 'drizzle-orm'
import { DAY } from '#contract/common/durations'
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
import { inSlices } from '../background/slices'
import type { Caller } from '../common/caller'
import { isoTime } from '../common/json'
import { hasAllowedTag, notOfMoved } from '../common/visibility'
import { readLines } from './lines'
import { findSeries, pairsOf } from './points'
import { storedSettings } from './settings'

/** How far back last values are read, in milliseconds, and the width of their chart in pixels. */
const RECENT = { length: DAY, width: 16 }

/** Most values for sparklines: with more, those of series with many values cost too much and are left out. */
const VALUES_MAX = 500_000

/** The last values of series, and their course in the last 24 hours; none for devices that the caller does not see. */
export async function readLatest(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  query: LatestQuery,
): Promise<LatestValue[]> {
  const before = now().getTime()
  const range = { after: before - RECENT.length, before, width: RECENT.width }
  const { found } = await findSeries(db, caller, spaceId, query, range)
  const values = found.reduce((sum, { readings }) => sum + (readings ?? 0), 0)
  const drawn = found.filter(({ points }) => points !== null || values <= VALUES_MAX)
  const rest = inSlices(caller, spaceId)
  const lines = await readLines({ db, spaceId, range, rest, isOutline: false }, drawn)
  const pointsOf = new Map(drawn.map((one, i) => [one, lines[i]?.points]))
  return found.map((one) => {
    const { device_id, path, is_boolean, last_value, last_at } = one
    const points = pairsOf(pointsOf.get(one) ?? { times: [], values: [] })
    return { device_id, path, is_boolean, last_value, last_at: last_at.toISOString(), points }
  })
}

/** The values of all devices of a space that the caller sees, in the order of interest. */
export async function listSpaceSeries(db: Db, caller: Caller, spaceId: string): Promise<SpaceSeries[]> {
  const isSeen = hasAllowedTag(caller, 'device', { spaceId: series.spaceId, id: series.deviceId })
  const rows = await db
    .select({
      path: series.path,
      is_boolean: sql<boolean>`bool_and(${series.isBoolean})`,
      device_count: sql<number>`count(*)::int`.as('device_count'),
      least: sql<number>`min(${series.lastValue})`,
      greatest: sql<number>`max(${series.lastValue})`,
      last_at: sql<string>`${sql.raw(isoTime('max(series.last_at)'))}`,
    })
    .from(series)
    .where(and(eq(series.spaceId, spaceId), sql.raw(notOfMoved('series')), isSeen))
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
