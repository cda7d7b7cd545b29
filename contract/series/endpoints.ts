import { z } from 'zod'
import { asList, endpoint, idSchema, PATH_MAX_LENGTH, timeQuerySchema, timeSchema } from '../common'
import { oneDevice } from '../devices'
import { inSpace } from '../entity'
import { SERIES_CAPABILITY } from './capability'

/** A value that a device measures repeatedly. */
export const seriesSchema = z
  .object({
    /** Where its messages have it: `sensors[serial=12].level`. */
    path: z.string(),
    /** Its name in the space, otherwise the shortest end of its path that distinguishes it from the other series of its device. */
    label: z.string(),
    /** Its unit in the space, otherwise by its name; null for none. */
    unit: z.string().nullable(),
    /** Decimals by the settings of the space; null for as many as a value has. */
    decimals: z.int().nullable().default(null),
    /** Whether it is pinned in the space, for this device. */
    is_pinned: z.boolean().default(false),
    /** Whether the space hides it. */
    is_hidden: z.boolean().default(false),
    /** Whether it is a boolean: 1 is true, 0 is false. */
    is_boolean: z.boolean(),
    /** Times of its first and its last value. */
    first_at: timeSchema,
    last_at: timeSchema,
    last_value: z.number(),
    count: z.number().int(),
  })
  .meta({ id: 'Series' })
export type Series = z.infer<typeof seriesSchema>

/** A time, in milliseconds since 1970, and the value measured then. */
export const pointSchema = z.tuple([z.number(), z.number()])

/** Values of one series, in the order of their times. */
const seriesPointsSchema = z
  .object({
    device_id: idSchema,
    path: z.string(),
    is_boolean: z.boolean().default(false),
    points: z.array(pointSchema),
    /** Whether values were left out: of each part of the time the first, least, greatest and last remain. */
    is_thinned: z.boolean(),
    summary: z
      .object({ count: z.int(), least: z.number(), greatest: z.number(), mean: z.number() })
      .nullable()
      .default(null)
      .describe(
        'Of all values between the two times, also those that were left out; the mean counts each value once. Null if there are none, or only the outlines of days were read',
      ),
  })
  .meta({ id: 'SeriesPoints' })
/** How many values there are, the least, the greatest, and the mean of all. */
export type SeriesSummary = NonNullable<SeriesPoints['summary']>
export type SeriesPoints = z.infer<typeof seriesPointsSchema>

/** Most devices, and paths, of one request. */
export const POINTS_OF_MAX = 20
/** Widest chart in pixels, and most pixels of all of its lines together: devices × paths × width. */
const WIDTH_MAX = 4000
export const PIXELS_MAX = 40_000
/** Most values that a chart is made of: if a week or more has more, the outlines of days are used. */
export const VALUES_MAX = 10_000_000

/** A list in a query, with at least one item. */
export const someOf = <Item extends z.ZodType>(item: Item, what: string, max: number) =>
  asList(z.array(item, 'is required').min(1, 'is required').max(max, `must have at most ${max} ${what}`))

/** Times between which values are read. */
export const timesQuery = z.object({
  after: timeQuerySchema.describe('ISO-8601 time; values of this time or later'),
  before: timeQuerySchema.describe('ISO-8601 time; values of this time or earlier'),
})

/** The range of values to read. */
export const rangeQuery = z.object({
  device_id: someOf(idSchema, 'devices', POINTS_OF_MAX),
  path: someOf(z.string().max(PATH_MAX_LENGTH), 'paths', POINTS_OF_MAX),
  ...timesQuery.shape,
})
export type RangeQuery = z.infer<typeof rangeQuery>

const pointsQuery = rangeQuery
  .extend({
    width: z.coerce
      .number('must be a whole number')
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(WIDTH_MAX, `must be at most ${WIDTH_MAX}`)
      .default(1000)
      .describe(
        `Width of the chart in pixels: of each the answer has at most four values. Devices × paths × width is at most ${PIXELS_MAX}`,
      ),
  })
  .superRefine(({ device_id: { length: devices }, path: { length: paths }, width }, context) => {
    const maximum = Math.floor(PIXELS_MAX / (devices * paths))
    if (width > maximum)
      context.addIssue({
        code: 'too_big',
        origin: 'number',
        maximum,
        inclusive: true,
        path: ['width'],
        message: `must be at most ${maximum} for ${devices} devices and ${paths} paths`,
      })
  })

/** What all calls that read values have in common. */
export const readsSeries = {
  tag: 'Series',
  access: 'bearerOrKey',
  method: 'get',
  status: 200,
  permission: 'space:message:series:read',
  capability: SERIES_CAPABILITY,
} as const

/** Measured values over time, which are found in the devices' data automatically. Rules, "Series". */
export const seriesApi = {
  list: endpoint({
    ...readsSeries,
    path: '/spaces/{spaceId}/devices/{deviceId}/series',
    params: oneDevice,
    summary:
      'List what a device measures, with the last value of each: what is pinned first, then what changes most',
    answer: z.array(seriesSchema),
  }),
  points: endpoint({
    ...readsSeries,
    path: '/spaces/{spaceId}/series/points',
    params: inSpace,
    isHeavy: true,
    summary: 'Get the values of series of devices between two times, thinned for a chart of a width',
    query: pointsQuery,
    answer: z.array(seriesPointsSchema),
  }),
}
export type PointsQuery = z.infer<typeof seriesApi.points.query>
