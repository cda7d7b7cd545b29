import { z } from 'zod'
import { doerSchema, EXAMPLE_ID, idSchema, TIME_MAX_LENGTH, timeSchema } from '../common'
import { failureFields } from '../deliveries/delivery'

/** Subject of a line. */
export const subjectTypeSchema = z.enum(['device', 'connector', 'rule', 'rollout'])
export type SubjectType = z.infer<typeof subjectTypeSchema>

/**
 * Kinds of what can need attention, in the order of the list. A new kind has its word here, its subject below, its query in
 * `server/services/overview/sources.ts`, and its sentence in the console.
 */
export const attentionKindSchema = z.enum([
  'alert',
  'rollout_held',
  'connector_stopped',
  'connector_waiting',
  'connector_paused',
  'connector_failing',
  'connector_cancelling',
  'connector_not_delivered',
  'connector_behind',
  'connector_certificate',
  'firmware_failed',
  'many_boots',
  'downlink_waiting',
  'silent',
  'late',
])
export type AttentionKind = z.infer<typeof attentionKindSchema>

/** Subject of each kind. */
export const SUBJECT_OF: Readonly<Record<AttentionKind, SubjectType>> = {
  alert: 'rule',
  rollout_held: 'rollout',
  connector_stopped: 'connector',
  connector_waiting: 'connector',
  connector_paused: 'connector',
  connector_failing: 'connector',
  connector_cancelling: 'connector',
  connector_not_delivered: 'connector',
  connector_behind: 'connector',
  connector_certificate: 'connector',
  firmware_failed: 'device',
  many_boots: 'device',
  downlink_waiting: 'device',
  silent: 'device',
  late: 'device',
}

/**
 * The same kinds, from cause to effect: of the lines of one device or connector, the first of these is shown as one line, and the others as its
 * parts.
 */
export const CAUSES: readonly AttentionKind[] = [
  'rollout_held',
  'connector_stopped',
  'connector_waiting',
  'connector_failing',
  'silent',
  'late',
  'alert',
  'firmware_failed',
  'many_boots',
  'downlink_waiting',
  'connector_paused',
  'connector_cancelling',
  'connector_behind',
  'connector_not_delivered',
  'connector_certificate',
]

/** Most parts that a line has in an answer. */
export const PARTS_MAX = 10

/** Number of boots in 24 hours from which on they are many. */
export const MANY_BOOTS = 5
/** Usual intervals of its device after which a downlink has waited too long. */
export const WAITING_INTERVALS = 2
/** Days for which a failed firmware job is listed, unless a newer one of the same part follows. */
export const FIRMWARE_DAYS = 30

/** People that a line names as assigned to its alerts. */
export const ACKNOWLEDGERS_MAX = 3

const whole = z.number().int().min(0)

/** The numbers behind a line, which the reader's language puts into words. Each kind has some of them. */
const evidenceSchema = z
  .object({
    count: whole
      .optional()
      .describe(
        'Of `connector_failing` and `connector_not_delivered` the deliveries that failed for good in the last 24 hours, of `connector_cancelling` the last deliveries, all of which its code cancelled, of a connector that is stopped, waits, is paused or behind the deliveries that wait, each at most 1001, of `many_boots` the boots in the last 24 hours, of `downlink_waiting` the downlinks, of `alert` the devices, of `rollout_held` those that failed or are in trouble',
      ),
    connector_count: whole.optional().describe('For `alert` if the rule is about connectors'),
    usual_interval: whole
      .nullish()
      .describe('For `silent`, `late` and `downlink_waiting`: usual seconds between two contacts, if known'),
    last_seen: timeSchema.nullish().describe('For `silent`, `late` and `downlink_waiting`'),
    alert_id: idSchema.optional().describe('For `alert`: the newest open alert of the rule'),
    alert_count: whole.optional().describe('For `alert`: number of open alerts of the rule'),
    acknowledged: z
      .object({
        count: whole.describe('Number of acknowledged alerts'),
        by: z.array(doerSchema).describe(`People to whom they are assigned, ${ACKNOWLEDGERS_MAX} at most`),
        by_count: whole.describe('Number of these people'),
      })
      .optional()
      .describe('For `alert`: the acknowledged ones of its open alerts'),
    acknowledged_by: doerSchema
      .nullish()
      .describe('For `alert`: the person to whom all of them are assigned; null unless it is one person'),
    firmware_id: z.string().optional().describe('For `firmware_failed`'),
    target: z.string().optional().describe('For `firmware_failed`: the part of the device'),
    reason: z
      .string()
      .nullish()
      .describe(
        'For `firmware_failed`: the reason, as the device gives it; for `rollout_held`: `failed` or `troubled`',
      ),
    status: z
      .number()
      .int()
      .nullish()
      .describe(
        'For `connector_failing`, `connector_stopped` and `connector_waiting`: HTTP status of the last attempt',
      ),
    error_code: failureFields.error_code
      .unwrap()
      .optional()
      .describe('For the same: why the last attempt failed'),
    error_detail: failureFields.error_detail.unwrap().optional(),
    ends_at: timeSchema
      .optional()
      .describe(
        'For `connector_paused`: when the pause ends by itself; for `connector_certificate`: when the certificate expires, or did',
      ),
  })
  .meta({ id: 'AttentionEvidence' })

/** The person who snoozed a line, and until when. */
const snoozedSchema = z.object({
  until: timeSchema,
  by: doerSchema
    .nullable()
    .describe(
      'The person who snoozed it, or who created the mute; null for a key that does not see the mute',
    ),
  at: timeSchema.describe('When'),
  mute_id: idSchema
    .nullable()
    .default(null)
    .describe(
      'The mute that hides its alerts; null if the line itself is snoozed, or a key does not see the mute',
    ),
})

const oneSchema = z
  .object({
    kind: z.string().describe(`${attentionKindSchema.options.join(', ')}; a newer server may know more`),
    subject: z.object({ type: subjectTypeSchema, id: idSchema, name: z.string() }),
    since: timeSchema,
    evidence: evidenceSchema,
    snoozed: snoozedSchema.nullable().default(null).describe('Null unless it is snoozed'),
  })
  .meta({ id: 'AttentionPart' })
export type AttentionPart = z.infer<typeof oneSchema>

/** Something that needs attention, with what has the same cause. */
export const attentionSchema = oneSchema
  .extend({
    parts: z
      .array(oneSchema)
      .default([])
      .describe(
        `What else has the same cause: of the same device or connector, the alert about its silence, or the devices of an alert; the first ${PARTS_MAX}`,
      ),
    parts_count: whole.default(0).describe('Number of all parts'),
  })
  .meta({ id: 'Attention' })
export type Attention = z.infer<typeof attentionSchema>

/** Longest time for which a line can be snoozed, in days. */
export const SNOOZE_DAYS_MAX = 366

/** Snoozes a kind for a subject; a snooze stays when the trouble ends and comes again. */
export const snoozeSchema = z
  .object({
    kind: attentionKindSchema,
    subject_id: idSchema,
    until: z.iso
      .datetime({ offset: true, error: 'must be an ISO-8601 time like 2026-01-31T08:00:00.000Z, or null' })
      .max(TIME_MAX_LENGTH)
      .nullable()
      .describe(`At most ${SNOOZE_DAYS_MAX} days ahead; null takes it back`),
  })
  .meta({
    examples: [{ kind: 'silent', subject_id: EXAMPLE_ID, until: '2026-01-31T08:00:00.000Z' }],
  })
export type Snooze = z.infer<typeof snoozeSchema>
