import { z } from 'zod'
import { idSchema } from '../common'

/** What a device said of itself when it booted. Spec 2, section 3. */
export const sessionSchema = z
  .object({
    id: z.number().int().describe('Unix time of the boot, in seconds'),
    device_id: idSchema,
    up: z.record(z.string(), z.unknown()).default({}).describe('What the device said of itself'),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof sessionSchema>
