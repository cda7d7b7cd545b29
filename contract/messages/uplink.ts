import { z } from 'zod'
import {
  BODY_MAX_BYTES,
  FIRST_TIME,
  idSchema,
  ifGiven,
  jsonSchema,
  LAST_TIME,
  TIME_MAX_LENGTH,
  timeOf,
  timeSchema,
} from '../common'
import { claimTokenSchema, serialNumberSchema } from '../devices'
import { confirmsSchema } from './confirmations'
import { messageTypeSchema } from './message'

/** Most messages of one batch. */
export const UPLINK_BATCH_MAX = 1000

const EXAMPLE = {
  serial_number: '1234567890',
  token: '0123456789abcdef0123456789abcdef',
  type: 'data',
  body: { thermometer: { temperature: 21.5 } },
}

/** Longest name that a device gives a message, in characters. */
const UPLINK_ID_MAX_LENGTH = 100

/** Days for which a message that comes again with the same name gets the answer of the first time. */
export const UPLINK_ID_DAYS = 7

const isTime = (value: string | number) => {
  const at = timeOf(value)
  return at !== null && at >= FIRST_TIME && at <= LAST_TIME
}

const NO_TIME = 'must be an ISO-8601 time, or seconds or milliseconds since 1970'

/** When something was measured, as `timeOf` reads it. */
const measuredSchema = z
  .union([z.string().max(TIME_MAX_LENGTH, NO_TIME), z.number()], NO_TIME)
  .refine(isTime, NO_TIME)
  .describe(
    'When it was measured: an ISO-8601 time, or seconds or milliseconds since 1970. The time of readings that have none of their own',
  )

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
    id: ifGiven(
      z
        .string()
        .min(1, 'must not be empty')
        .max(UPLINK_ID_MAX_LENGTH, `must have at most ${UPLINK_ID_MAX_LENGTH} characters`)
        .nullish()
        .describe(
          `Names the message: within ${UPLINK_ID_DAYS} days the same name from the same hardware is answered as the first time, and nothing is stored again`,
        ),
    ),
    at: ifGiven(measuredSchema.nullish()),
    confirms: confirmsSchema,
  })
  .meta({ id: 'Uplink', examples: [EXAMPLE] })
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
const downlinkSchema = z
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
