import { z } from 'zod'
import { timeSchema } from './fields'

/**
 * Version of a record: 1 when it is created, one more after each change by a person or a key, whatever devices report. Null on servers
 * without versions.
 */
export const versionSchema = z.int().positive().nullable().default(null)

/** The version as `ETag` and `If-Match` have it. */
export const etagOf = (version: number): string => `"${version}"`

/** A change of a record, as shown to a person whose update was based on an older version. */
const changeSinceSchema = z.object({
  /** Names of the fields that changed. */
  fields: z.array(z.string()),
  /** Name of the person, or the text that `doerSchema` describes; null if unknown. */
  by: z.string().nullable(),
  at: timeSchema,
})
export type ChangeSince = z.infer<typeof changeSinceSchema>

/** Why a change with `If-Match` was not made. */
export const CHANGED_SINCE = 'it was changed since the version that If-Match names'

/** The answer 412 to a change that is based on another version than the current one. */
export const changedSinceSchema = z
  .object({
    message: z.string(),
    version: z.int().positive(),
    /** The changes since then, the oldest first, as far as the audit log knows them. */
    changes: z.array(changeSinceSchema),
  })
  .meta({ id: 'ChangedSince' })
export type ChangedSince = z.infer<typeof changedSinceSchema>
