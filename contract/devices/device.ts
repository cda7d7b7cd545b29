import { z } from 'zod'
import {
  COMMENT_MAX_LENGTH,
  idSchema,
  nameSchema,
  TEXT_MAX_LENGTH,
  timeSchema,
  versionSchema,
} from '../common'
import { entity } from '../entity'
import { tagRefSchema, tagsInputSchema } from '../tags'
import { deviceConfigurationSchema } from './configurationState'
import { deviceContactSchema } from './state'

/** Serial number: exactly ten digits. Rules, "Devices". */
export const serialNumberSchema = z
  .string({ error: 'must be 10 digits' })
  .regex(/^\d{10}$/, 'must be 10 digits')

/** Claim token: exactly 32 letters or digits. Rules, "Devices". Never logged, never in a URL. */
export const claimTokenSchema = z
  .string({ error: 'must be 32 letters or digits' })
  .regex(/^[A-Za-z0-9]{32}$/, 'must be 32 letters or digits')

const commentSchema = z
  .string()
  .max(COMMENT_MAX_LENGTH, `must have at most ${COMMENT_MAX_LENGTH} characters`)
  .nullable()

/** The device's id in another system. Empty text means none. Rules, "Devices". */
const externalIdSchema = z
  .string()
  .trim()
  .max(TEXT_MAX_LENGTH, `must have at most ${TEXT_MAX_LENGTH} characters`)
  .nullable()
  .transform((id) => id || null)

/** Name or value of a label. */
export const labelText = z.string().trim().min(1, 'must not be empty').max(TEXT_MAX_LENGTH)
/** A name that records of zod drop, and that no label can have. */
const NO_NAME = '__proto__'
export const labelName = labelText.refine((name) => name !== NO_NAME, `must not be ${NO_NAME}`)
/** Most labels of a device. */
export const LABELS_MAX = 100
const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

/** Labels: name to value. A row whose name or value is empty is dropped. */
const labelSchema = z.preprocess(
  (label, context) => {
    if (typeof label !== 'object' || label === null || Array.isArray(label)) return label
    const rows = Object.entries(label).filter((row) => !row.some(isBlank))
    if (rows.some(([name]) => name.trim() === NO_NAME))
      context.addIssue({ code: 'custom', message: `must not have the name ${NO_NAME}` })
    return Object.fromEntries(rows)
  },
  z
    .record(labelText, labelText)
    .refine((label) => Object.keys(label).length <= LABELS_MAX, `must have at most ${LABELS_MAX} entries`)
    .meta({ maxProperties: LABELS_MAX })
    .nullable()
    .transform((label) => label ?? {}),
)

/** A device; null clears the fields that can be cleared. Rules, "Devices". */
export const deviceEntity = entity({
  name: 'device',
  plural: 'devices',
  title: 'Devices',
  fields: {
    id: { read: idSchema },
    /** Servers may leave it out, because the path of the call has it. */
    space_id: { read: idSchema.nullable().default(null) },
    name: { read: z.string(), input: nameSchema },
    comment: { read: z.string().nullable().default(null), input: commentSchema, initial: null },
    serial_number: { read: z.string(), create: serialNumberSchema },
    external_id: { read: z.string().nullable().default(null), input: externalIdSchema, initial: null },
    label: {
      read: z.record(z.string(), z.string()).nullable().default({}),
      input: labelSchema,
      initial: {},
    },
    tags: { read: z.array(tagRefSchema).default([]), input: tagsInputSchema, initial: [] },
    token: { create: claimTokenSchema },
    /** Unix time of the last boot, in seconds; 0 means that it never opened a session. */
    session_id: { read: z.number().int().default(0) },
    last_seen: { read: timeSchema.nullable().default(null) },
    contact: {
      read: deviceContactSchema
        .nullable()
        .default(null)
        .describe(
          'Null for a device that was moved to another space; servers without `device-state` leave it out',
        ),
    },
    open_alerts: {
      read: z
        .number()
        .int()
        .nullable()
        .default(null)
        .describe(
          'How many alerts are open in which it is still as their rule says; null without `space:alert:read`, and servers without `alerts` leave it out',
        ),
    },
    firmware: {
      read: z
        .string()
        .nullable()
        .default(null)
        .describe(
          'Version of its firmware as its last session says, else the firmware of its last successful job; with the capability `rollouts`',
        ),
    },
    configuration: {
      read: deviceConfigurationSchema
        .nullable()
        .default(null)
        .describe('Null if no settings are wished; servers without `configuration` leave it out'),
    },
    created_at: { read: timeSchema },
    config_hash: { read: z.string().nullable().default(null) },
    decoder_hash: { read: z.string().nullable().default(null) },
    encoder_hash: { read: z.string().nullable().default(null) },
    dashboard_type: { read: z.string().nullable().default(null) },
    /** When it was moved to another space; its messages until then stay in this space. */
    moved_at: { read: timeSchema.nullable().default(null) },
    /** The space that it was moved to, and the one that it last came from. */
    moved_to: { read: idSchema.nullable().default(null) },
    moved_from: { read: idSchema.nullable().default(null) },
    version: { read: versionSchema },
  },
})
export type Device = z.infer<typeof deviceEntity.schema>
export type DeviceInput = z.infer<typeof deviceEntity.input>
export type DeviceUpdate = z.infer<typeof deviceEntity.update>
export type DeviceCreate = z.infer<typeof deviceEntity.create>
