import { z } from 'zod'
import { idSchema, timeSchema } from '../common'

/**
 * Something that happened to a message. Types that begin with `webhook.` carry what the connector's function returned,
 * as JSON text. Spec 2, section 3.
 */
export const messageEventSchema = z
  .object({
    id: idSchema,
    create_at: timeSchema,
    type: z.string(),
    message_connector_id: idSchema.nullable().default(null),
    function_return: z
      .string()
      .nullable()
      .default(null)
      .describe("What the connector's function returned, as JSON text"),
    body: z.unknown().default(null).describe('JSON text or a JSON value'),
  })
  .meta({ id: 'MessageEvent' })
export type MessageEvent = z.infer<typeof messageEventSchema>

/** Types of the events of a downlink's life. */
export const DOWNLINK_EVENTS = ['downlink.scheduled', 'downlink.sent', 'downlink.cancelled'] as const
