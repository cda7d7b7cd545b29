import { z } from 'zod'
import { endpoint, idSchema, PATH_MAX_LENGTH, timeSchema } from '../common'
import { inSpace } from '../entity'
import { pointSchema, readsSeries, seriesSchema, someOf } from './endpoints'

/** A value that devices of a space measure. */
export const spaceSeriesSchema = seriesSchema
  .pick({
    path: true,
    label: true,
    unit: true,
    decimals: true,
    is_pinned: true,
    is_hidden: true,
    is_boolean: true,
  })
  .extend({
    /** How many devices measure it. */
    device_count: z.number().int(),
    /** The least and the greatest of their last values; null if the server does not say. */
    least: z.number().nullable().default(null),
    greatest: z.number().nullable().default(null),
    last_at: timeSchema.nullable().default(null).describe('Time of the newest of their last values'),
  })
  .meta({ id: 'SpaceSeries' })
export type SpaceSeries = z.infer<typeof spaceSeriesSchema>

/** The last value of a series, and its course in the last 24 hours. */
const latestSchema = z
  .object({
    device_id: idSchema,
    path: z.string(),
    is_boolean: z.boolean(),
    last_value: z.number(),
    last_at: timeSchema,
    points: z.array(pointSchema),
  })
  .meta({ id: 'LatestValue' })
export type LatestValue = z.infer<typeof latestSchema>

/** Most series of a space that are listed: the most frequent ones. */
export const SPACE_SERIES_MAX = 500
/** Most devices, and series of each, of one request for last values. */
const DEVICES_MAX = 100
const PATHS_MAX = 20
/** Most series of all of them together: devices × paths. */
const LATEST_MAX = 500

const latestQuery = z
  .object({
    device_id: someOf(idSchema, 'devices', DEVICES_MAX),
    path: someOf(z.string().max(PATH_MAX_LENGTH), 'paths', PATHS_MAX).describe(
      `Devices × paths is at most ${LATEST_MAX}`,
    ),
  })
  .refine(
    ({ device_id, path }) => device_id.length * path.length <= LATEST_MAX,
    `must be about at most ${LATEST_MAX} series: devices × paths`,
  )

/** Current values of the devices of a space. Rules, "Series". */
export const latestApi = {
  paths: endpoint({
    ...readsSeries,
    path: '/spaces/{spaceId}/series',
    params: inSpace,
    isHeavy: true,
    summary: `List what the devices of a space measure, the ${SPACE_SERIES_MAX} most frequent values`,
    answer: z.array(spaceSeriesSchema),
  }),
  latest: endpoint({
    ...readsSeries,
    path: '/spaces/{spaceId}/series/latest',
    params: inSpace,
    isHeavy: true,
    summary: 'Get the last values of series of devices, with some of the last 24 hours',
    query: latestQuery,
    answer: z.array(latestSchema),
  }),
}
export type LatestQuery = z.infer<typeof latestApi.latest.query>
