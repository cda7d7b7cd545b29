import { z } from 'zod'
import {
  asList,
  EXAMPLE_ID,
  idSchema,
  knownOrNull,
  limitSchema,
  listOf,
  timeQuerySchema,
  timeSchema,
} from '../common/index'
import { messageTypeSchema } from '../messages/index'
import { deliveredAlertSchema } from './alertEvent'
import { FAILURE_CODES } from './failureCodes'

/**
 * State of a delivery: waiting for its first or next attempt, answered with success, not delivered after the last retry, or cancelled
 * because the function returned null.
 */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'cancelled'] as const
export const deliveryStateSchema = z.enum(DELIVERY_STATES)
export type DeliveryState = z.infer<typeof deliveryStateSchema>

export const failureCodeSchema = z.enum(FAILURE_CODES)

/** Details of a failure besides its text. */
export const failureFields = {
  error_code: knownOrNull(failureCodeSchema).describe(
    'Code of the reason; null for an error that the function threw',
  ),
  error_detail: z
    .string()
    .nullable()
    .default(null)
    .describe('The address, header or limit that the reason names, or null'),
}

const retryAfterSchema = z
  .number()
  .int()
  .nullable()
  .default(null)
  .describe('Seconds that the receiver asked to wait (`Retry-After`), where the last attempt failed')

/** Longest request and response body that an attempt stores, in bytes. */
export const ATTEMPT_TEXT_MAX_BYTES = 16 * 1024

/** Attempts of a delivery that failed. */
const failuresSchema = z
  .object({
    attempts: z.number().int().describe('How many'),
    created_at: timeSchema.describe('Time of the last of them'),
    status: z.number().int().nullable().describe('HTTP status of the last of them, or null'),
    error: z.string().nullable().describe('Why the last of them failed'),
    ...failureFields,
  })
  .meta({ id: 'DeliveryFailures' })

/** The delivery of one message, or of an event of an alert, to the receiver of one connector. */
export const deliverySchema = z
  .object({
    id: idSchema.describe('The `webhook-id` header of every attempt, unless it is part of a batch'),
    connector_id: idSchema,
    message_id: idSchema
      .nullable()
      .describe('Null for an alert, and for a test of a message that was written for it'),
    message_type: messageTypeSchema.nullable().describe('Null for an alert, and if the message was deleted'),
    device_id: idSchema.nullable().describe('Null for an alert of no device, or of several'),
    device_name: z.string().nullable().describe('Null also for a key without `space:device:read`'),
    alert: deliveredAlertSchema
      .nullable()
      .default(null)
      .describe('The alert that it reports; otherwise null'),
    test: z
      .boolean()
      .default(false)
      .describe('Whether it is a test of the receiver: it is not retried, and counts in no statistics'),
    state: deliveryStateSchema,
    created_at: timeSchema,
    attempts: z.number().int().describe('Attempts so far'),
    last_attempt_at: timeSchema.nullable(),
    next_attempt_at: timeSchema
      .nullable()
      .describe('Null when there is none, and while something holds its connector or the delivery back'),
    in_line: z
      .boolean()
      .default(false)
      .describe('It is made in the order of the messages of its device; if it fails, later ones are made'),
    waits_for: idSchema
      .nullable()
      .default(null)
      .describe('The delivery of an earlier message of its device that has to be over first, or null'),
    status: z.number().int().nullable().describe('HTTP status of the last attempt, or null'),
    error: z
      .string()
      .nullable()
      .describe(
        'Why the last attempt failed, or null; what the function threw only to who may read messages',
      ),
    ...failureFields,
    retry_after: retryAfterSchema,
    replay_id: idSchema.nullable().default(null).describe('The replay that made it, or retried it last'),
    repeats: idSchema
      .nullable()
      .default(null)
      .describe('The delivery that it repeats, also its header `webhook-repeats`'),
    batch_id: idSchema
      .nullable()
      .default(null)
      .describe('The request with several messages that it was last part of, also its header `webhook-id`'),
    failures: failuresSchema
      .nullable()
      .default(null)
      .describe(
        'Its failed attempts, in a list with `after` or `before` those of that time; null if none failed',
      ),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof deliverySchema>

const ONLY_WITH_MESSAGES = 'Not for a key without `space:message:read`'

/** Most headers of a response that an attempt stores, and characters of all their names and values. */
export const RESPONSE_HEADERS_MAX = { entries: 50, characters: 8 * 1024 }

const responseHeaderSchema = z.object({ name: z.string(), value: z.string() })
export type ResponseHeader = z.infer<typeof responseHeaderSchema>

/** One attempt to deliver. */
const attemptSchema = z
  .object({
    attempt: z.number().int().describe('0 for the first'),
    batch_id: idSchema.nullable().default(null).describe('The request that several messages shared, or null'),
    created_at: timeSchema,
    duration: z.number().int().describe('Milliseconds of the request, or of the code if the code failed'),
    method: z.string().nullable(),
    url: z.string().nullable().describe(ONLY_WITH_MESSAGES),
    status: z.number().int().nullable(),
    error: z
      .string()
      .nullable()
      .describe('Network error, error of the code, or why the response is not a success'),
    ...failureFields,
    retry_after: retryAfterSchema,
    next_attempt_at: timeSchema.nullable().describe('When the next attempt was planned'),
    request_body: z
      .string()
      .nullable()
      .describe(`Beginning of the body that was sent. ${ONLY_WITH_MESSAGES}`),
    response_headers: z
      .array(responseHeaderSchema)
      .nullable()
      .default(null)
      .describe(
        `Headers of the response, without secrets; of many or long ones the first. ${ONLY_WITH_MESSAGES}`,
      ),
    connector_version: z
      .number()
      .int()
      .nullable()
      .default(null)
      .describe('Version of the connector whose code ran; null where it is not known'),
    response_body: z.string().nullable().describe(`Beginning of the response. ${ONLY_WITH_MESSAGES}`),
    logs: z.array(z.string()).describe(`Lines that the code wrote with \`console\`. ${ONLY_WITH_MESSAGES}`),
  })
  .meta({ id: 'DeliveryAttempt' })
export type Attempt = z.infer<typeof attemptSchema>

export const deliveryDetailSchema = deliverySchema
  .extend({ tries: z.array(attemptSchema).describe('The last 100 attempts, in order') })
  .meta({ id: 'DeliveryDetail' })
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>

/** The outcome of an attempt, unless the function cancelled it. */
export const OUTCOMES = ['succeeded', 'failed'] as const
const outcomeSchema = z.enum(OUTCOMES)

/** The outcome of the last attempt of a connector in the last 24 hours. */
export const connectorOutcomeSchema = z
  .object({
    connector_id: idSchema,
    outcome: outcomeSchema,
    created_at: timeSchema.describe('Time of the attempt'),
    not_delivered: z
      .number()
      .int()
      .default(0)
      .describe('Deliveries that failed for good in these 24 hours, at most 1001'),
  })
  .meta({ id: 'ConnectorOutcome' })
export type ConnectorOutcome = z.infer<typeof connectorOutcomeSchema>

/** Filters of the deliveries of a connector. */
export const deliveryFilters = z.object({
  state: listOf(deliveryStateSchema),
  device_id: idSchema.optional().describe('Deliveries of messages, and of alerts, of this device alone'),
  batch_id: idSchema.optional().describe('Deliveries with an attempt that was part of this batch'),
  after: timeQuerySchema
    .optional()
    .describe('ISO-8601 time; deliveries with an attempt at this time or later'),
  before: timeQuerySchema
    .optional()
    .describe('ISO-8601 time; deliveries with an attempt at this time or earlier'),
  outcome: listOf(outcomeSchema).describe(
    'Deliveries with an attempt that ended so, at the time that `after` and `before` allow',
  ),
  replay_id: listOf(idSchema).describe('Deliveries that one of these replays made, or retried last'),
})
export type DeliveryFilters = z.infer<typeof deliveryFilters>

/** Failed attempts of a connector that are searched for the deliveries that failed last. */
export const LAST_FAILURES_MAX = 1000

/** Query of the list of deliveries, newest first. */
export const deliveryListQuery = deliveryFilters.extend({
  limit: limitSchema(20),
  cursor: idSchema.optional().describe('Id of the last row read; not with `sort_by=failed_at`'),
  sort_by: z
    .enum(['id', 'failed_at'])
    .default('id')
    .describe(
      `\`failed_at\` lists the deliveries that failed last first, of the last ${LAST_FAILURES_MAX} failed attempts that are no tests`,
    ),
})
export type DeliveryListQuery = z.infer<typeof deliveryListQuery>

/** Most deliveries, and most devices, that one call to send or retry deliveries names. */
const SEND_MAX = { deliveries: 1000, devices: 100 } as const

/** Ids, or one; an empty list is refused, because without any ids all deliveries would be sent. */
const someIds = (most: number) =>
  asList(z.array(idSchema).min(1, 'is required').max(most).optional()).describe('One id, or several')

/**
 * The failed deliveries to retry: those with an attempt in the period, those of replays or devices, or all. A misspelt field is refused:
 * without it more would be retried than was meant.
 */
export const retryAllSchema = deliveryFilters
  .pick({ after: true, before: true, replay_id: true })
  .extend({ device_id: someIds(SEND_MAX.devices) })
  .strict()
  .meta({
    examples: [{}, { after: '2026-01-01T08:00:00.000Z', before: '2026-01-01T08:59:59.999Z' }],
  })

/**
 * The waiting deliveries to send now: selected ones, those of devices, those with an attempt in the period, those of replays, or all. A
 * misspelt field is refused, as above.
 */
export const sendSchema = retryAllSchema
  .extend({ delivery_id: someIds(SEND_MAX.deliveries) })
  .meta({ examples: [{}, { device_id: EXAMPLE_ID }] })
export type Send = z.output<typeof sendSchema>

/** Types of the events that a delivery leaves on its message. Rules, "Messages". */
export const WEBHOOK_EVENTS = {
  delivered: 'webhook.delivered',
  retry: 'webhook.retry',
  failed: 'webhook.failed',
  cancelled: 'webhook.cancelled',
} as const
