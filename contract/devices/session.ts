import { z } from 'zod'
import { idSchema, jsonFieldsSchema } from '../common'

const detailsSchema: z.ZodType<Record<string, unknown>> = jsonFieldsSchema

/** Names under which devices give the version of their firmware, the first of which counts. */
export const FIRMWARE_VERSIONS = ['app_fw_version', 'fw_version', 'firmware_version'] as const

/** A boot of a device, with the details that it sent. Rules, "Sessions of a device". */
export const sessionSchema = z
  .object({
    id: z.number().int().describe('Unix time of the boot, in seconds'),
    device_id: idSchema,
    up: detailsSchema.default({}).describe('Details that the device sent'),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof sessionSchema>
