import { z } from 'zod'
import { doerSchema, idSchema, limitSchema, listOf, timeSchema } from '../common'
import { noteFields } from './note'

/** Kinds of entries in the log of a device. */
export const logKindSchema = z.enum([
  'note',
  'alert',
  'silent',
  'boot',
  'firmware',
  'change',
  'replaced',
  'moved_here',
  'moved_away',
])
export type LogKind = z.infer<typeof logKindSchema>

/** Most notes of an alert that its entry has: the newest. */
export const ENTRY_NOTES_MAX = 5

/** An alert in the log of a device, with what people noted there. */
const loggedAlertSchema = z.object({
  id: idSchema,
  rule_name: z.string(),
  ended_at: timeSchema.nullable().default(null).describe('When the device was no longer in it'),
  acknowledged_at: timeSchema.nullable().default(null),
  acknowledged_by: doerSchema.nullable().default(null),
  notes: z
    .array(z.object({ text: z.string(), by: doerSchema, at: timeSchema }))
    .default([])
    .describe('The newest first'),
})

/** An entry of the log; each kind has its own fields, all others are null. */
const logEntrySchema = z
  .object({
    id: z.string(),
    kind: z.string().describe('A newer server may have more'),
    at: timeSchema,
    by: doerSchema.nullable().default(null),
    note: z.object(noteFields).nullable().default(null),
    alert: loggedAlertSchema.nullable().default(null),
    change: z
      .object({ action: z.string(), fields: z.array(z.string()).default([]) })
      .nullable()
      .default(null)
      .describe('An action of the audit log, and the names of the fields that it changed'),
    firmware: z
      .object({ name: z.string(), state: z.string() })
      .nullable()
      .default(null)
      .describe('A firmware job, at its last change'),
    serial_numbers: z
      .object({ before: z.string(), after: z.string() })
      .nullable()
      .default(null)
      .describe('Of hardware that was replaced'),
  })
  .meta({ id: 'DeviceLogEntry' })
export type LogEntry = z.infer<typeof logEntrySchema>

export const deviceLogSchema = z
  .object({
    entries: z.array(logEntrySchema),
    next: z.string().nullable().default(null).describe('`cursor` for older entries; null if there are none'),
  })
  .meta({ id: 'DeviceLog' })
export type DeviceLog = z.infer<typeof deviceLogSchema>

const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[a-z_]{1,20}:[\da-f-]{1,40}$/

export const logQuery = z.object({
  kind: listOf(logKindSchema).describe('Only entries of these kinds'),
  limit: limitSchema(20),
  cursor: z
    .string()
    .max(100)
    .regex(CURSOR, 'is not the end of a part of the log')
    .optional()
    .describe('`next` of the part before'),
})
export type LogQuery = z.infer<typeof logQuery>
