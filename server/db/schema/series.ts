import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ShownSetting } from '#contract/series'
import { bytes, time, version } from './columns'
import { spaceId } from './space'

/** What a device measures: a number that its messages have under one path. Only `services/series` reads and changes the rows. */
export const series = pgTable(
  'series',
  {
    spaceId: uuid('space_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    /** Number of the series within its device. */
    number: integer().notNull(),
    path: text().notNull(),
    isBoolean: boolean('is_boolean').notNull(),
    firstAt: time('first_at').notNull(),
    lastAt: time('last_at').notNull(),
    lastValue: doublePrecision('last_value').notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    /** Days before it are downsampled; null while none is. */
    thinnedTo: date('thinned_to', { mode: 'string' }),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.deviceId, t.number] }),
    // Sorts of the device list read the last values of a path. They have no index: that would triple what a message writes here.
    unique('series_path').on(t.spaceId, t.path, t.deviceId),
  ],
)

/**
 * The readings of a series in one day (UTC), and their outline. Partitioned by month of `day` (see partitions.ts). Like messages it refers
 * to nothing, and is deleted with them.
 */
export const seriesDay = pgTable(
  'series_day',
  {
    spaceId: uuid('space_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    number: integer().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** See `pack`. */
    points: bytes().notNull(),
    count: integer().notNull(),
    /** The outline of the points. Null if there are only a few; see `FEW`. */
    min: doublePrecision(),
    max: doublePrecision(),
    first: doublePrecision(),
    last: doublePrecision(),
    /** Times of these points, in milliseconds since the beginning of the day. */
    firstAt: integer('first_at'),
    minAt: integer('min_at'),
    maxAt: integer('max_at'),
    lastAt: integer('last_at'),
    /** No later message has readings of this row. Null if that is the time of its last point. */
    receivedAt: time('received_at'),
  },
  (t) => [primaryKey({ columns: [t.spaceId, t.deviceId, t.number, t.day] })],
)

/** How the values of a space are displayed. */
export const seriesSettings = pgTable(
  'series_settings',
  {
    spaceId: spaceId(),
    /** Only settings that differ from the defaults by the names of the values. */
    settings: jsonb().$type<readonly ShownSetting[]>().notNull(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.spaceId] })],
)
