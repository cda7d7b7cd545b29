import { z } from 'zod'
import { idSchema, ifGiven, TEXT_MAX_LENGTH, timeSchema } from '../common'
import { firmwareStateSchema } from './states'

/** Id of a firmware: letters, digits and hyphens only. Rules, "Firmware". */
const firmwareIdSchema = z
  .string({ error: 'is required' })
  .min(1, 'is required')
  .max(TEXT_MAX_LENGTH, `must have at most ${TEXT_MAX_LENGTH} characters`)
  .regex(/^[A-Za-z0-9-]+$/, 'must hold only letters, digits and hyphens')

/** Part of the device that gets the firmware by default. Rules, "Firmware". */
export const DEFAULT_FIRMWARE_TARGET = 'app'

/** The download of a firmware to a device. Sizes are in bytes. Rules, "Firmware". */
export const firmwareJobSchema = z
  .object({
    id: idSchema,
    firmware_id: z.string(),
    target: z.string().default(DEFAULT_FIRMWARE_TARGET),
    state: firmwareStateSchema,
    reason: z.string().nullable().default(null),
    firmware_bundle: z.string().nullable().default(null),
    firmware_version: z.string().nullable().default(null),
    firmware_name: z.string().nullable().default(null),
    firmware_size: z.number().int().min(0).nullable().default(null).describe('In bytes'),
    bytes_downloaded: z.number().int().min(0).nullable().default(null),
    scheduled_at: timeSchema,
    download_started_at: timeSchema.nullable().default(null),
    swap_started_at: timeSchema.nullable().default(null),
    updated_at: timeSchema.nullable().default(null),
  })
  .meta({ id: 'FirmwareJob' })
export type FirmwareJob = z.infer<typeof firmwareJobSchema>

/** Fields that schedule a firmware job. Rules, "Firmware". */
export const firmwareCreateSchema = z
  .object({
    firmware: firmwareIdSchema,
    target: ifGiven(
      z
        .string()
        .trim()
        .min(1, 'is required')
        .max(TEXT_MAX_LENGTH, `must have at most ${TEXT_MAX_LENGTH} characters`)
        .default(DEFAULT_FIRMWARE_TARGET)
        .describe('Part of the device that gets it'),
    ),
  })
  .meta({ examples: [{ firmware: 'sense-v2-1-0', target: DEFAULT_FIRMWARE_TARGET }] })
export type FirmwareCreate = z.infer<typeof firmwareCreateSchema>

/** Body of the `firmware` downlink that tells the device to start a job. */
export const firmwareOrderSchema = z.object({
  job_id: idSchema,
  firmware_id: firmwareIdSchema,
  target: z.string(),
})

/** Body of a `firmware` uplink: the progress of a job and details of the firmware. */
export const firmwareReportSchema = z.object({
  job_id: idSchema,
  state: firmwareStateSchema.exclude(['scheduled', 'canceled']),
  reason: z.string().max(TEXT_MAX_LENGTH).optional(),
  bytes_downloaded: z.number().int().min(0).optional(),
  firmware_bundle: z.string().max(TEXT_MAX_LENGTH).optional(),
  firmware_version: z.string().max(TEXT_MAX_LENGTH).optional(),
  firmware_name: z.string().max(TEXT_MAX_LENGTH).optional(),
  firmware_size: z.number().int().min(0).optional(),
})
export type FirmwareReport = z.infer<typeof firmwareReportSchema>
