import { z } from 'zod'
import { idSchema, limitSchema, listOf, timeQuerySchema, timeSchema } from '../common'
import { messageTypeSchema } from '../messages'

/**
 * State of a delivery: waiting for its first or next attempt, answered with success, given up after the last retry, or
 * cancelled because the function returned null.
 */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'cancelled'] as const
export const deliveryStateSchema = z.enum(DELIVERY_STATES)
export type DeliveryState = z.infer<typeof deliveryStateSchema>

/** Most bytes of a request and of an answer that an attempt keeps. */
export const ATTEMPT_TEXT_MAX_BYTES = 16 * 1024

/** One message on its way to the receiver of one connector. */
export const deliverySchema = z
  .object({
    /** The `webhook-id` header of every attempt. */
    id: idSchema,
    connector_id: idSchema,
    message_id: idSchema,
    /** Null when the message is not kept any more. */
    message_type: messageTypeSchema.nullable(),
    device_id: idSchema,
    device_name: z.string(),
    state: deliveryStateSchema,
    created_at: timeSchema,
    /** Attempts so far. */
    attempts: z.number().int(),
    last_attempt_at: timeSchema.nullable(),
    next_attempt_at: timeSchema.nullable(),
    /** Of the last attempt: the status of the answer, or null. */
    status: z.number().int().nullable(),
    /** Of the last attempt: why it failed, or null. */
    error: z.string().nullable(),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof deliverySchema>

/** One try to deliver. */
export const attemptSchema = z
  .object({
    /** 0 at the first. */
    attempt: z.number().int(),
    created_at: timeSchema,
    /** Milliseconds of the request; of the code alone when it failed. */
    duration: z.number().int(),
    method: z.string().nullable(),
    url: z.string().nullable(),
    status: z.number().int().nullable(),
    /** Network error, the code's error, or why the answer is none of success. */
    error: z.string().nullable(),
    /** When the next one is due, as it was planned then. */
    next_attempt_at: timeSchema.nullable(),
    /** First bytes of the body that was sent. */
    request_body: z.string().nullable(),
    /** First bytes of the answer. */
    response_body: z.string().nullable(),
    /** Lines that the code wrote with `console`. */
    logs: z.array(z.string()),
  })
  .meta({ id: 'DeliveryAttempt' })
export type Attempt = z.infer<typeof attemptSchema>

export const deliveryDetailSchema = deliverySchema
  .extend({ tries: z.array(attemptSchema) })
  .meta({ id: 'DeliveryDetail' })
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>

/** Which deliveries of a connector. */
export const deliveryFilters = z.object({
  state: listOf(deliveryStateSchema),
  /** With an attempt at this time or later, in ms since 1970. */
  after: timeQuerySchema.optional(),
  /** With an attempt at this time or earlier, in ms since 1970. */
  before: timeQuerySchema.optional(),
})
export type DeliveryFilters = z.infer<typeof deliveryFilters>

/** Query of the list of deliveries, newest first. `cursor` is the id of the last row read. */
export const deliveryListQuery = deliveryFilters.extend({
  limit: limitSchema(20),
  cursor: idSchema.optional(),
})
export type DeliveryListQuery = z.infer<typeof deliveryListQuery>

/** Which failed deliveries to try again: those with an attempt in this time, all without it. */
export const retryAllSchema = z.object({
  after: timeQuerySchema.optional(),
  before: timeQuerySchema.optional(),
})

/** What signs the requests of a connector, as `whsec_` and base64 (Standard Webhooks). */
export const secretSchema = z.object({ secret: z.string() }).meta({ id: 'ConnectorSecret' })

/** Types of the events that a delivery leaves on its message. Spec 2, section 3. */
export const WEBHOOK_EVENTS = {
  delivered: 'webhook.delivered',
  retry: 'webhook.retry',
  failed: 'webhook.failed',
  cancelled: 'webhook.cancelled',
} as const
