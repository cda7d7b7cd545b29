import { z } from 'zod'
import { idSchema, knownOrNull, timeSchema } from '../common'

/** What a message is about. Spec 2, section 3. */
export const MESSAGE_TYPES = ['session', 'data', 'config', 'encoder', 'decoder', 'shell', 'firmware'] as const
export const messageTypeSchema = z.enum(MESSAGE_TYPES)
export type MessageType = z.infer<typeof messageTypeSchema>

/** From the device (up) or to it (down). */
export const directionSchema = z.enum(['up', 'down'])

/** State of a downlink; others are not shown. Spec 2, sections 3 and 4. */
export const downStateSchema = z.enum(['pending', 'sent', 'cancelled'])

/** A message as the server answers it: `body` is JSON text. Spec 2, section 3, and facts, "Entities". */
export const messageSchema = z
  .object({
    id: idSchema,
    device_id: idSchema,
    device_name: z.string().nullable().default(null),
    device_serial_number: z.string().nullable().default(null),
    created_at: timeSchema,
    type: messageTypeSchema,
    direction: directionSchema,
    down_state: knownOrNull(downStateSchema).describe('Null for an uplink'),
    down_attempt: z.number().int().nullable().default(null),
    down_state_at: timeSchema.nullable().default(null),
    down_scheduled_at: timeSchema.nullable().default(null),
    body: z.string().nullable().default(null).describe('JSON text'),
    raw: z.string().nullable().default(null),
    codec_hash: z.string().nullable().default(null),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof messageSchema>
