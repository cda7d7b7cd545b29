import { z } from 'zod'
import { endpoint, idSchema, timeSchema, wholeListQuery } from '../common'
import { deviceStateSchema } from '../devices/state'
import { inSpace } from '../entity'
import { firmwareJobSchema } from '../firmware'
import { attentionSchema, snoozeSchema } from './attention'
import { OVERVIEW_CAPABILITY } from './capability'

/** Most lines, and most running jobs, in an overview, which also has their total numbers. */
export const SHOWN_MAX = 10

const whole = z.number().int().min(0)

/** Messages of one clock hour (UTC). */
const messageHourSchema = z.object({
  hour: timeSchema.describe('Start of the hour'),
  counts: z.record(z.string(), whole).describe('How many messages of each type, in both directions'),
})
export type MessageHour = z.infer<typeof messageHourSchema>

/** A connector whose deliveries fail. */
const failingSchema = z.object({
  connector_id: idSchema,
  name: z.string(),
  failed: whole.describe('Deliveries that failed for good in the last 24 hours, at most 1001'),
  retrying: whole.describe('Deliveries whose last attempt failed, and that are tried again'),
})
export type Failing = z.infer<typeof failingSchema>

/** A firmware job that has not ended. */
export const runningJobSchema = firmwareJobSchema
  .pick({
    id: true,
    firmware_id: true,
    target: true,
    state: true,
    firmware_size: true,
    bytes_downloaded: true,
    scheduled_at: true,
  })
  .extend({ device_id: idSchema, device_name: z.string() })
export type RunningJob = z.infer<typeof runningJobSchema>

const overviewSchema = z
  .object({
    states: z
      .partialRecord(deviceStateSchema, whole)
      .describe(
        'How many devices are in each state: as many as the device list shows. Empty for a key without `space:device:read`',
      ),
    attention: z.object({
      count: whole.describe('Number of lines that are not snoozed'),
      snoozed_count: whole.describe('Number of snoozed lines'),
      lines: z.array(attentionSchema).describe(`The first ${SHOWN_MAX} lines that are not snoozed`),
    }),
    hours: z
      .array(messageHourSchema)
      .nullable()
      .describe(
        'Of the last `hours` hours, the oldest first; the last one is not over. Null for a key that is limited to tags, or has no `space:message:read`',
      ),
    deliveries: z.array(failingSchema).describe('Connectors whose deliveries fail, the worst first'),
    firmware: z.object({
      count: whole,
      jobs: z.array(runningJobSchema).describe(`The last ${SHOWN_MAX} that were scheduled`),
    }),
  })
  .meta({ id: 'Overview' })
export type Overview = z.infer<typeof overviewSchema>

/** A space where something needs attention. */
const troubledSpaceSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    silent: whole.describe('Silent devices'),
    late: whole.describe('Late devices'),
    failing: whole.describe('Connectors whose last attempt in the last 24 hours failed'),
    not_delivered: whole
      .default(0)
      .describe('Deliveries that failed for good in the last 24 hours, at most 1001 of each connector'),
  })
  .meta({ id: 'TroubledSpace' })
export type TroubledSpace = z.infer<typeof troubledSpaceSchema>

/** Periods of the counts of messages, in hours. */
const SPANS = ['24', '168'] as const

const shared = {
  tag: 'Overview',
  access: 'bearerOrKey',
  params: inSpace,
  capability: OVERVIEW_CAPABILITY,
} as const
const read = {
  ...shared,
  method: 'get',
  status: 200,
  permission: 'space:overview:read',
  isHeavy: true,
} as const

/** The overview of a space. Rules, "Overview". */
export const overviewApi = {
  read: endpoint({
    ...read,
    path: '/spaces/{spaceId}/overview',
    summary:
      'Get how a space is: its devices by state, what needs attention, its messages by hour. A key is told of what it may read',
    query: z.object({ hours: z.enum(SPANS).default('24').describe('How far back messages are counted') }),
    answer: overviewSchema,
  }),
  attention: endpoint({
    ...read,
    path: '/spaces/{spaceId}/attention',
    summary:
      'List what needs attention in a space. A key is told of devices, connectors and alerts that it may read',
    query: wholeListQuery.extend({
      snoozed: z.enum(['true', 'false']).default('false').describe('`true` lists snoozed lines instead'),
    }),
    answer: z.array(attentionSchema),
  }),
  snooze: endpoint({
    ...shared,
    method: 'post',
    path: '/spaces/{spaceId}/attention/snooze',
    summary: 'Snooze what needs attention until a time, or end the snooze',
    permission: 'space:overview:update',
    body: snoozeSchema,
    status: 204,
    audit: ['attention.snooze', 'attention.resume'],
  }),
  spaces: endpoint({
    tag: 'Administration',
    access: 'bearer',
    permission: 'admin:access',
    method: 'get',
    path: '/admin/overview',
    isHeavy: true,
    summary:
      'List the spaces that have silent or late devices, failing connectors, or undelivered messages, the worst first',
    query: wholeListQuery,
    status: 200,
    answer: z.array(troubledSpaceSchema),
    capability: OVERVIEW_CAPABILITY,
  }),
}
export type AttentionQuery = z.infer<typeof overviewApi.attention.query>
export type OverviewQuery = z.infer<typeof overviewApi.read.query>
