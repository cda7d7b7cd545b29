import { z } from 'zod'
import { idSchema, timeSchema } from '../common'

/**
 * An event of a message. Types that begin with `webhook.` have the return value of the connector's function. A list has the newest 1000
 * events; its return values are limited to about 1 MB, and older events have null instead. Rules, "Messages".
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
      .describe(
        'Return value of the function of the connector, as JSON text; null when it was left out for its size',
      ),
    body: z.unknown().default(null).describe('JSON text or a JSON value'),
  })
  .meta({ id: 'MessageEvent' })
export type MessageEvent = z.infer<typeof messageEventSchema>

/** Types of the events of a downlink's life. */
export const DOWNLINK_EVENTS = [
  'downlink.scheduled',
  'downlink.sent',
  'downlink.cancelled',
  'downlink.confirmed',
  'downlink.refused',
  'downlink.expired',
  'downlink.replaced',
] as const
