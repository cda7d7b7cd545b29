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
    /** Nothing has happened: somebody tests who is told. */
    test: z.boolean().default(false),
    /** As they were then. */
    rule: z.object({ id: idSchema, name: z.string() }),
    device_count: z.int(),
    /** Of a rule about connectors. */
    connector_count: z.int().default(0),
  })
  .meta({ id: 'DeliveredAlert' })
export type DeliveredAlert = z.infer<typeof deliveredAlertSchema>
