import { z } from 'zod'
import { endpoint, idSchema, PATH_MAX_LENGTH, timeQuerySchema, timeSchema } from '../common'
import { oneDevice } from '../devices'
import { inSpace } from '../entity'
import { rangeQuery, readsSeries, timesQuery } from './endpoints'

/** Most marks that are returned at a time. */
export const MARKS_MAX = 500

/** Events of a device that its values do not show. */
const MARK_KINDS = ['replaced', 'moved_here', 'moved_away', 'firmware', 'boot', 'thinned', 'deleted'] as const

/** A mark in the history of a device. */
const markSchema = z
  .object({
    at: timeSchema,
    kind: z.enum(MARK_KINDS),
    /** The old serial number of replaced hardware; null for other kinds. */
    before: z.string().nullable(),
    /**
     * The serial number of the new hardware; the details of the new firmware; after how many days values are downsampled or deleted; null
     * for other kinds.
     */
    after: z.string().nullable(),
  })
  .meta({ id: 'SeriesMark' })
export type Mark = z.infer<typeof markSchema>

/** Most values of one page. */
export const EXPORT_MAX = 10_000

/** A value of a series in an export. */
const seriesValueSchema = z
  .object({
    /** The cursor for the values after it. */
    id: z.string(),
    device_id: idSchema,
    path: z.string(),
    at: timeSchema,
    value: z.number(),
  })
  .meta({ id: 'SeriesValue' })
export type SeriesValue = z.infer<typeof seriesValueSchema>

const CURSOR = /^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}:\d{1,9}:\d{1,14}$/

const exportQuery = rangeQuery.extend({
  limit: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(EXPORT_MAX, `must be at most ${EXPORT_MAX}`)
    .default(1000)
    .describe('Number of values'),
  cursor: z
    .string()
    .max(64)
    .regex(CURSOR, 'is not the id of a value')
    .optional()
    .describe('Id of the last value read'),
})
export type ExportQuery = z.infer<typeof exportQuery>
export type TimesQuery = z.infer<typeof timesQuery>

const readingQuery = z.object({
  path: z.string('is required').max(PATH_MAX_LENGTH),
  at: timeQuerySchema.describe('ISO-8601 time of the value'),
})
export type ReadingQuery = z.infer<typeof readingQuery>

/** Calls about a history beyond its values, for those who may read messages. Rules, "Series". */
export const historyApi = {
  export: endpoint({
    ...readsSeries,
    path: '/spaces/{spaceId}/series/points/export',
    params: inSpace,
    isHeavy: true,
    summary: 'List all values of series of devices between two times, series after series, the oldest first',
    query: exportQuery,
    answer: z.array(seriesValueSchema),
  }),
  marks: endpoint({
    ...readsSeries,
    permission: 'space:device:read',
    path: '/spaces/{spaceId}/devices/{deviceId}/series/marks',
    params: oneDevice,
    summary: `List what happened to a device between two times: hardware, moves, firmware, boots, from when on its values are kept; the newest ${MARKS_MAX}, oldest first`,
    query: timesQuery,
    answer: z.array(markSchema),
  }),
  message: endpoint({
    ...readsSeries,
    permission: 'space:message:read',
    path: '/spaces/{spaceId}/devices/{deviceId}/series/message',
    params: oneDevice,
    isHeavy: true,
    summary: 'Find the message that a value comes from: of several the last one',
    query: readingQuery,
    answer: z
      .object({
        /** Null if the message is no longer kept. */
        message_id: idSchema.nullable(),
      })
      .meta({ id: 'SeriesMessage' }),
  }),
}
