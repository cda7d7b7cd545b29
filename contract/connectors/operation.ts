import { z } from 'zod'
import { EXAMPLE_ID, idSchema, TIME_MAX_LENGTH, timeSchema } from '../common'
import { failureFields } from '../deliveries/delivery'

/** How the deliveries of a connector are held back; `on` if they are not. */
export const HELD_STATES = ['on', 'paused', 'waiting', 'stopped'] as const
export const heldStateSchema = z.enum(HELD_STATES)

/** The operation of a connector. Rules, "Connectors". */
export const operationStateSchema = z.enum([...HELD_STATES, 'off'])

/** What happens to waiting deliveries: they are made, the oldest first, or cancelled. */
export const backlogSchema = z.enum(['deliver', 'skip'])
export type Backlog = z.infer<typeof backlogSchema>

/** How many waiting deliveries are counted; if there are more, `waiting` is one more than this. */
export const WAITING_COUNTED_MAX = 1000

/** Longest `Retry-After` that is respected, in seconds: a day. */
export const RETRY_AFTER_MAX = 86_400

/** Failed deliveries in a row before a connector waits for its receiver. */
export const FAILURES_IN_A_ROW = 5
/** Attempts in a row whose function runs out of time before their connector is stopped. */
export const LATE_IN_A_ROW = 20
/** Deliveries in a row that the code cancels before there is a warning. */
export const CANCELLED_IN_A_ROW = 20
/** Seconds before the first probe of a receiver; each failure doubles them, up to the second number. */
export const PROBE_PAUSE = 10
export const PROBE_PAUSE_MAX = 600

/** Days that a pause lasts by default. */
export const PAUSE_DAYS = 7
/** Seconds before the end of a pause from which on there is a warning; for a shorter pause its last quarter. */
export const PAUSE_WARNING = 86_400

/** Fewest and most requests a second that a connector may be limited to. */
export const RATE_MIN = 0.01
export const RATE_MAX = 100
/** Most simultaneous deliveries of a connector, unless a person sets another number, and the highest such number. */
export const PARALLEL = 4
export const PARALLEL_MAX = 64

/** Most messages of one request, and most seconds for which the first of them waits for others. */
export const BATCH_SIZE_MAX = 100
export const BATCH_SECONDS_MAX = 300
/** Default number of these seconds. */
export const BATCH_SECONDS = 10

const whole = z.number().int().min(0)

/** The waiting deliveries of a connector that is not held back. */
const pendingSchema = z
  .object({
    count: whole.describe(`How many deliveries, at most ${WAITING_COUNTED_MAX + 1}, as \`waiting\``),
    oldest_at: timeSchema.nullable().describe('When the oldest of them was created'),
    retrying: whole
      .nullable()
      .default(null)
      .describe(
        'Of them those that have failed, and wait for the time of another attempt; null in lists and with the connector',
      ),
    next_attempt_at: timeSchema.nullable().default(null).describe('The first such time'),
  })
  .meta({ id: 'ConnectorPending' })
export type Pending = z.infer<typeof pendingSchema>

/** Seconds after which a waiting delivery is notable, if its connector is not held back. */
export const BEHIND_AFTER = 3600

/** How an attempt failed. */
export const heldReasonSchema = z.object({
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  ...failureFields,
})

/** The operation of a connector, which people do not edit as a field. */
export const operationSchema = z
  .object({
    state: operationStateSchema.describe(
      '`paused` by a person, `waiting` for a receiver that is away, `stopped` because the receiver answered 410 or the function always ran out of time (`function_late_often`), or `off`',
    ),
    since: timeSchema
      .nullable()
      .describe('When this state began; for `on` when it was last resumed; null if unknown'),
    reason: heldReasonSchema.nullable().describe('For `waiting` and `stopped`: how the last attempt failed'),
    waiting: whole
      .nullable()
      .describe(
        `How many deliveries wait, at most ${WAITING_COUNTED_MAX + 1}, which stands for more than ${WAITING_COUNTED_MAX}; null while nothing holds them back`,
      ),
    oldest_at: timeSchema.nullable().describe('When the oldest of them was created'),
    pending: pendingSchema
      .nullable()
      .default(null)
      .describe('The waiting deliveries if the connector is not held back; otherwise null'),
    until: timeSchema.nullable().describe('When the pause ends'),
    // oxlint-disable-next-line unicorn/no-thenable -- a word of the API, and never a function
    then: backlogSchema.nullable().describe('What happens to waiting deliveries then'),
    probe_at: timeSchema.nullable().describe('For `waiting`: when the receiver is tried again'),
    skipping: z
      .object({ total: whole, done: whole })
      .nullable()
      .describe('While waiting deliveries are being cancelled: how many, and how many are done'),
    cancelled_since: timeSchema
      .nullable()
      .default(null)
      .describe(
        `Where the code cancelled the last ${CANCELLED_IN_A_ROW} deliveries: when the first of them was created; else null`,
      ),
    has_told_alert: z
      .boolean()
      .optional()
      .describe(
        'Whether the receiver has taken one of the last alerts, or a test of a rule among its last deliveries',
      ),
  })
  .meta({ id: 'ConnectorOperation' })
export type Operation = z.infer<typeof operationSchema>

/** Pauses a connector, or changes how its pause ends. */
export const pauseSchema = z
  .object({
    until: z.iso
      .datetime({ offset: true, error: 'must be an ISO-8601 time like 2026-01-31T08:00:00.000Z' })
      .max(TIME_MAX_LENGTH)
      .optional()
      .describe(`When it ends by itself; in ${PAUSE_DAYS} days unless given`),
    // oxlint-disable-next-line unicorn/no-thenable -- a word of the API, and never a function
    then: backlogSchema.default('deliver').describe('What happens to waiting deliveries then'),
  })
  .meta({ examples: [{ until: '2026-01-31T08:00:00.000Z' }] })
export type Pause = z.input<typeof pauseSchema>

/** Ends a pause, a wait or a stop. */
export const resumeSchema = z
  .object({ backlog: backlogSchema.describe('What happens to waiting deliveries') })
  .meta({ examples: [{ backlog: 'deliver' }] })
export type Resume = z.infer<typeof resumeSchema>

/** A connector after its pause was begun or ended. */
export const operatedSchema = z
  .object({
    connector_id: idSchema.meta({ examples: [EXAMPLE_ID] }),
    operation: operationSchema,
    count: whole.describe('Deliveries that are cancelled, or that wait'),
  })
  .meta({ id: 'ConnectorOperated' })
