import { z } from 'zod'
import { BODY_MAX_BYTES, idSchema, jsonSchema, timeSchema } from '../common'
import { claimTokenSchema, serialNumberSchema } from '../devices'
import { messageTypeSchema } from './message'

/** Most messages that one batch holds. */
export const UPLINK_BATCH_MAX = 1000

const EXAMPLE = {
  serial_number: '1234567890',
  token: '0123456789abcdef0123456789abcdef',
  type: 'data',
  body: { thermometer: { temperature: 21.5 } },
}

/** One message with the credentials of its device. A JSON value or JSON text is accepted as the body. */
export const uplinkSchema = z
  .object({
    serial_number: serialNumberSchema,
    token: claimTokenSchema,
    type: messageTypeSchema,
    body: jsonSchema,
    raw: z
      .string()
      .max(BODY_MAX_BYTES)
      .nullable()
      .default(null)
      .describe('The payload as it was transmitted, in any form'),
  })
  .meta({ examples: [EXAMPLE] })
export type Uplink = z.infer<typeof uplinkSchema>

/** Messages that a gateway sends for many devices, each with the credentials of its device. */
export const uplinkBatchSchema = z
  .object({
    uplinks: z
      .array(uplinkSchema)
      .min(1, 'must not be empty')
      .max(UPLINK_BATCH_MAX, `must have at most ${UPLINK_BATCH_MAX} entries`),
  })
  .meta({ examples: [{ uplinks: [EXAMPLE] }] })

/** A downlink as the device receives it, which makes it `sent`. */
export const downlinkSchema = z
  .object({ id: idSchema, type: messageTypeSchema, body: jsonSchema, created_at: timeSchema })
  .meta({ id: 'Downlink' })
export type Downlink = z.infer<typeof downlinkSchema>

export const uplinkAnswerSchema = z
  .object({ id: idSchema, created_at: timeSchema, downlinks: z.array(downlinkSchema) })
  .meta({ id: 'UplinkAnswer' })

/** One answer for each message of a batch, in its order; `error` says why one was not stored. */
export const uplinkBatchAnswerSchema = z.array(
  z.union([
    uplinkAnswerSchema,
    z.object({ error: z.string().describe('Why the message was not stored') }).meta({ id: 'UplinkRefusal' }),
  ]),
)
