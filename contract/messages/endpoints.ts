import { z } from 'zod'
import { endpoint, idSchema, jsonSchema, timeSchema } from '../common'
import { claimTokenSchema, serialNumberSchema } from '../devices'
import { messageTypeSchema } from './message'

/** What a device sends: itself, and one message. A JSON value or JSON text is accepted as the body. */
export const uplinkSchema = z.object({
  serial_number: serialNumberSchema,
  token: claimTokenSchema,
  type: messageTypeSchema,
  body: jsonSchema,
  raw: z.string().nullable().default(null),
})
export type Uplink = z.infer<typeof uplinkSchema>

/** A downlink as it is handed to the device; being handed over makes it `sent`. */
export const downlinkSchema = z
  .object({ id: idSchema, type: messageTypeSchema, body: jsonSchema, created_at: timeSchema })
  .meta({ id: 'Downlink' })
export type Downlink = z.infer<typeof downlinkSchema>

export const uplinkAnswerSchema = z
  .object({ id: idSchema, created_at: timeSchema, downlinks: z.array(downlinkSchema) })
  .meta({ id: 'UplinkAnswer' })

export const messagesApi = {
  uplink: endpoint({
    method: 'post',
    path: '/devices/uplink',
    summary: 'Send a message from a device; the answer hands over its pending downlinks',
    tag: 'Messages',
    access: 'device',
    body: uplinkSchema,
    status: 201,
    answer: uplinkAnswerSchema,
    capability: 'uplink',
  }),
}
