import { z } from 'zod'
import { idSchema } from '../common'

/** What a device said of itself when it booted. Spec 2, section 3. */
export const sessionSchema = z
  .object({
    /** Unix time of the boot, in seconds. */
    id: z.number().int(),
    device_id: idSchema,
    up: z.record(z.string(), z.unknown()).default({}),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof sessionSchema>
