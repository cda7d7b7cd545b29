import { z } from 'zod'
import { idSchema, timeSchema } from '../common/index'
import { failureFields } from './delivery'

/** Body of an event that a delivery leaves on its message, after each attempt. See `WEBHOOK_EVENTS`. */
export const webhookEventBodySchema = z.object({
  delivery_id: idSchema,
  /** 0 for the first attempt. */
  attempt: z.number().int(),
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  ...failureFields,
  next_attempt_at: timeSchema.nullable(),
})
export type WebhookEventBody = z.infer<typeof webhookEventBodySchema>
