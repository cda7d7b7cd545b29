import { z } from 'zod'
import { idSchema, knownOrNull, timeSchema } from '../common'

/**
 * The state of a device in a roll-out. `ordered`: the order waits for its next contact. `handed_over`: it has the order, and its result is
 * not known yet. `unconfirmed`: it has the order and does not confirm, so no more will be known.
 */
export const memberStateSchema = z.enum([
  'waiting',
  'ordered',
  'handed_over',
  'unconfirmed',
  'done',
  'failed',
  'left_out',
  'cancelled',
])

/** What is wrong with a device since the change. */
export const troubleSchema = z.enum(['silent', 'boots', 'value', 'unanswered'])
export type Trouble = z.infer<typeof troubleSchema>

/** Boots since the change from which on they are many: a firmware starts once. */
export const BOOTS_AFTER_CHANGE = 4

/** Why a roll-out leaves a device out. */
export const leftOutSchema = z.enum([
  'no_stage',
  'no_downlinks',
  'job_running',
  'has_it',
  'silent',
  'never_seen',
  'nothing_before',
  'forbidden',
])
export type LeftOut = z.infer<typeof leftOutSchema>

/** A device of a roll-out, as it was named at the start. */
export const memberSchema = z
  .object({
    device_id: idSchema,
    device_name: z.string(),
    stage: z.int().nullable().describe('Counted from 0; null for a device that was left out'),
    state: memberStateSchema,
    reason: z
      .string()
      .nullable()
      .default(null)
      .describe(
        'Why it failed, as the device or the server gives it; of a device that was left out one of its words',
      ),
    trouble: knownOrNull(troubleSchema).describe('What is wrong with it since the change'),
    before: z.unknown().default(null).describe('What it had before: its firmware, settings or fields'),
    message_id: idSchema.nullable().default(null).describe('The downlink with the order'),
    ordered_at: timeSchema.nullable().default(null),
    reached_at: timeSchema.nullable().default(null).describe('When the order was handed over, or done'),
    settled_at: timeSchema.nullable().default(null).describe('When its result was known'),
    expected_at: timeSchema
      .nullable()
      .default(null)
      .describe('When its next contact is expected, while the order waits for it'),
  })
  .meta({ id: 'RolloutDevice' })
export type Member = z.infer<typeof memberSchema>

const whole = z.int().min(0)

/** How many devices of a stage are in each state. */
export const stageCountsSchema = z
  .object({
    devices: whole,
    waiting: whole,
    ordered: whole,
    handed_over: whole,
    unconfirmed: whole,
    done: whole,
    failed: whole,
    cancelled: whole,
    troubled: whole.describe('Devices in trouble since the change, in whatever state'),
    absent: whole.describe('Devices whose order waits, and that are silent or were never seen'),
    lost: whole
      .default(0)
      .describe('Devices that have the order, and that are silent or have not answered since'),
  })
  .meta({ id: 'RolloutStageCounts' })
export type StageCounts = z.infer<typeof stageCountsSchema>

/** The counts of a stage without devices. */
export const NO_DEVICES: StageCounts = {
  devices: 0,
  waiting: 0,
  ordered: 0,
  handed_over: 0,
  unconfirmed: 0,
  done: 0,
  failed: 0,
  cancelled: 0,
  troubled: 0,
  absent: 0,
  lost: 0,
}
