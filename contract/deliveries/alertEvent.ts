import { z } from 'zod'
import { idSchema } from '../common/index'

/** An event of an alert. */
export const jobAlertEventSchema = z.enum(['opened', 'ended'])
export type JobAlertEvent = z.infer<typeof jobAlertEventSchema>

/** The alert event of a delivery. */
export const deliveredAlertSchema = z
  .object({
    id: idSchema,
    event: jobAlertEventSchema,
    /** Whether it is a test, and nothing has happened. */
    test: z.boolean().default(false),
    /** The rule at that time. */
    rule: z.object({ id: idSchema, name: z.string() }),
    device_count: z.int(),
    /** For a rule about connectors. */
    connector_count: z.int().default(0),
  })
  .meta({ id: 'DeliveredAlert' })
export type DeliveredAlert = z.infer<typeof deliveredAlertSchema>
