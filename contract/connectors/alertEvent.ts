import { z } from 'zod'
import { idSchema } from '../common'

/** What there is to tell of an alert. */
export const jobAlertEventSchema = z.enum(['opened', 'ended'])
export type JobAlertEvent = z.infer<typeof jobAlertEventSchema>

/** What a delivery of an alert tells. */
export const deliveredAlertSchema = z
  .object({
    id: idSchema,
    event: jobAlertEventSchema,
    /** As they were then. */
    rule: z.object({ id: idSchema, name: z.string() }),
    device_count: z.int(),
    test: z.boolean().describe('Somebody tried whom the rule tells; there is no such alert'),
  })
  .meta({ id: 'DeliveredAlert' })
export type DeliveredAlert = z.infer<typeof deliveredAlertSchema>
