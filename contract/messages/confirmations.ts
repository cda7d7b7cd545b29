import { z } from 'zod'
import { EXAMPLE_ID, idSchema, ifGiven, TIME_MAX_LENGTH } from '../common'
import { DOWN_REASON_MAX_LENGTH } from './message'

/** Name in `/config.json` of downlinks that confirm, expire and replace others, and of the calls and fields for it. */
export const CONFIRMATIONS_CAPABILITY = 'confirmations'

/** Most confirmations of one uplink. */
export const CONFIRMS_MAX = 100

/** Most downlinks of a device that wait for its confirmation; others are handed over once. */
export const AWAITING_MAX = 100

/** Hand-overs of a downlink that have an event each; later ones only count. */
export const HANDED_EVENTS_MAX = 20

/** Longest time for which a downlink may wait, in days. */
export const EXPIRY_DAYS_MAX = 365

/** What a device confirms or refuses. */
export const confirmSchema = z
  .object({
    id: idSchema.describe('Id of the downlink'),
    result: z.enum(['done', 'refused']),
    reason: ifGiven(
      z
        .string()
        .max(DOWN_REASON_MAX_LENGTH, `must have at most ${DOWN_REASON_MAX_LENGTH} characters`)
        .nullish()
        .describe('Why the device refused it'),
    ).optional(),
  })
  .meta({ id: 'Confirm' })

/** What a device confirms or refuses with an uplink. Rules, "Downlinks". */
export const confirmsSchema = ifGiven(
  z
    .array(confirmSchema)
    .max(CONFIRMS_MAX, `must have at most ${CONFIRMS_MAX} entries`)
    .nullish()
    .describe('Downlinks that the device has carried out, or refuses'),
).optional()
export type Confirm = z.infer<typeof confirmSchema>

/** When a downlink expires. Rules, "Downlinks". */
export const expiresAtSchema = z.iso
  .datetime({ offset: true, error: 'must be an ISO-8601 time like 2026-01-31T08:00:00.000Z' })
  .max(TIME_MAX_LENGTH)
  .nullish()
  .describe(`When a downlink that was not handed over is cancelled: at most ${EXPIRY_DAYS_MAX} days from now`)

/** Most downlinks that one call cancels. */
export const CANCEL_MAX = 1000

/** Downlinks to cancel. */
export const messagesCancelSchema = z
  .object({
    ids: z
      .array(idSchema)
      .min(1, 'must not be empty')
      .max(CANCEL_MAX, `must have at most ${CANCEL_MAX} entries`),
  })
  .meta({ examples: [{ ids: [EXAMPLE_ID] }] })

/** What became of each downlink, in the order of the call. */
export const cancelResultSchema = z
  .object({ id: idSchema, state: z.enum(['cancelled', 'not_pending', 'not_found', 'forbidden']) })
  .meta({ id: 'CancelResult' })
export type CancelResult = z.infer<typeof cancelResultSchema>
