import { z } from 'zod'
import {
  COMMENT_MAX_LENGTH,
  idSchema,
  nameSchema,
  TEXT_MAX_LENGTH,
  timeSchema,
  versionSchema,
} from '../common'
import { tagRefSchema, tagsInputSchema } from '../tags'
import { deviceContactSchema } from './state'

/** Serial number: exactly ten digits. Spec 2, section 5. */
export const serialNumberSchema = z
  .string({ error: 'is required and should consist of 10 numbers' })
  .regex(/^\d{10}$/, 'is required and should consist of 10 numbers')

/** Claim token: exactly 32 letters or digits. Spec 2, section 5. Never logged, never in a URL. */
export const claimTokenSchema = z
  .string({ error: 'is required and should consist of 32 characters' })
  .regex(/^[A-Za-z0-9]{32}$/, 'is required and should consist of 32 characters')

const commentSchema = z
  .string()
  .max(COMMENT_MAX_LENGTH, `must have at most ${COMMENT_MAX_LENGTH} characters`)
  .nullable()

/** The device's id in another system. Empty text means none. Facts, "Entities". */
const externalIdSchema = z
  .string()
  .trim()
  .max(TEXT_MAX_LENGTH, `must have at most ${TEXT_MAX_LENGTH} characters`)
  .nullable()
  .transform((id) => id || null)

/** Name or value of a label. */
export const labelText = z.string().trim().min(1, 'must not be empty').max(TEXT_MAX_LENGTH)
/** Most labels of a device. */
export const LABELS_MAX = 100
/** Labels: name to value. */
const labelSchema = z
  .record(labelText, labelText)
  .refine((label) => Object.keys(label).length <= LABELS_MAX, `must have at most ${LABELS_MAX} entries`)
  .meta({ maxProperties: LABELS_MAX })
  .nullable()
  .transform((label) => label ?? {})

/** A device. Spec 2, section 3, and facts, "Entities beyond the specifications". */
export const deviceSchema = z
  .object({
    id: idSchema,
    /** Servers may leave it out, because the path of the call has it. */
    space_id: idSchema.nullable().default(null),
    name: z.string(),
    comment: z.string().nullable().default(null),
    serial_number: z.string(),
    external_id: z.string().nullable().default(null),
    tags: z.array(tagRefSchema).default([]),
    label: z.record(z.string(), z.string()).nullable().default({}),
    /** Unix time of the last boot, in seconds; 0 means that it never opened a session. */
    session_id: z.number().int().default(0),
    last_seen: timeSchema.nullable().default(null),
    contact: deviceContactSchema
      .nullable()
      .default(null)
      .describe(
        'Null for a device that was moved to another space; servers without `device-state` leave it out',
      ),
    created_at: timeSchema,
    config_hash: z.string().nullable().default(null),
    decoder_hash: z.string().nullable().default(null),
    encoder_hash: z.string().nullable().default(null),
    dashboard_type: z.string().nullable().default(null),
    /** When it was moved to another space; its messages up to then stay here. */
    moved_at: timeSchema.nullable().default(null),
    /** The space that it was moved to, and the one that it came from last. */
    moved_to: idSchema.nullable().default(null),
    moved_from: idSchema.nullable().default(null),
    version: versionSchema,
  })
  .meta({ id: 'Device' })
export type Device = z.infer<typeof deviceSchema>

/** Fields of a device that a person can set. Spec 2, section 7, and facts. */
export const deviceInputSchema = z.object({
  name: nameSchema,
  comment: commentSchema.default(null),
  external_id: externalIdSchema.default(null),
  label: labelSchema.default({}),
  tags: tagsInputSchema.default([]),
})
export type DeviceInput = z.infer<typeof deviceInputSchema>

/** A change of a device: what is not sent is kept, null clears. */
export const deviceUpdateSchema = z
  .object({
    name: nameSchema,
    comment: commentSchema,
    external_id: externalIdSchema,
    label: labelSchema,
    tags: tagsInputSchema,
  })
  .partial()
export type DeviceUpdate = z.infer<typeof deviceUpdateSchema>

/** Fields that create a device. Spec 2, section 7. */
export const deviceCreateSchema = deviceInputSchema.extend({
  serial_number: serialNumberSchema,
  token: claimTokenSchema,
})
export type DeviceCreate = z.infer<typeof deviceCreateSchema>
