import { z } from 'zod'
import { idSchema, knownOrNull, timeSchema } from '../common'

/** Type of a message. Rules, "Messages". */
export const MESSAGE_TYPES = ['session', 'data', 'config', 'encoder', 'decoder', 'shell', 'firmware'] as const
export const messageTypeSchema = z.enum(MESSAGE_TYPES)
export type MessageType = z.infer<typeof messageTypeSchema>

/**
 * A word for types in filters and connectors: a type, or one of two older words. `codec` means encoder and decoder messages; no message is
 * `stats`. Rules, "Messages".
 */
export const messageWordSchema = z.enum([...MESSAGE_TYPES, 'stats', 'codec'])
export type MessageWord = z.infer<typeof messageWordSchema>

/** Whether one of the words means messages of this type. */
export const isOfType = (type: MessageType, words: readonly MessageWord[]): boolean =>
  words.some((word) => word === type || (word === 'codec' && (type === 'encoder' || type === 'decoder')))

/** The types that the words mean; none for `stats`. */
export const typesOf = (words: readonly MessageWord[]): MessageType[] =>
  MESSAGE_TYPES.filter((type) => isOfType(type, words))

/** From the device (up) or to it (down). */
export const directionSchema = z.enum(['up', 'down'])

/** State of a downlink; unknown ones are not shown. Rules, "Messages". */
export const downStateSchema = z.enum(['pending', 'sent', 'cancelled'])

/** What became of a downlink; null while it is not known. Rules, "Downlinks". */
export const downOutcomeSchema = z.enum(['confirmed', 'refused', 'expired', 'replaced'])
export type DownOutcome = z.infer<typeof downOutcomeSchema>

/** Longest reason of a device that refuses a downlink, in characters. */
export const DOWN_REASON_MAX_LENGTH = 255

/** How often a downlink was handed over; 0 for an uplink, and if a server answers null. */
const downAttemptSchema = z.preprocess((value) => value ?? 0, z.number().int())

/** A message as the server returns it: `body` is JSON text. Rules, "Messages". */
export const messageSchema = z
  .object({
    id: idSchema,
    device_id: idSchema,
    device_name: z.string().nullable().default(null),
    device_serial_number: z.string().nullable().default(null),
    created_at: timeSchema,
    measured_at: timeSchema
      .nullable()
      .default(null)
      .describe('Time of the measurement, as the device gives it'),
    type: messageTypeSchema,
    direction: directionSchema,
    down_state: knownOrNull(downStateSchema).describe('Null for an uplink'),
    down_attempt: downAttemptSchema,
    down_state_at: timeSchema.nullable().default(null),
    down_scheduled_at: timeSchema.nullable().default(null),
    down_awaits: z
      .preprocess((value) => value === true, z.boolean())
      .default(false)
      .describe('Handed over, and handed over again with each message of the device until it confirms'),
    down_outcome: knownOrNull(downOutcomeSchema).describe(
      'What became of a downlink; null while it is not known',
    ),
    down_confirmed_at: timeSchema
      .nullable()
      .default(null)
      .describe('When the device confirmed or refused the downlink'),
    down_reason: z.string().nullable().default(null).describe('Why the device refused the downlink'),
    expires_at: timeSchema.nullable().default(null).describe('From then on it is not handed over'),
    down_expected_at: timeSchema
      .nullable()
      .default(null)
      .describe('When the next contact of the device is expected, for a downlink that waits for it'),
    device_confirms: z
      .boolean()
      .nullable()
      .default(null)
      .describe('Whether the hardware of the device is known to confirm downlinks; null for an uplink'),
    body: z.string().nullable().default(null).describe('JSON text'),
    raw: z.string().nullable().default(null),
    codec_hash: z.string().nullable().default(null),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof messageSchema>
