import { z } from 'zod'

/** Why a backup cannot be made or used, in a sentence that says what to do. */
export class BackupError extends Error {}

/** The file needs a newer version than this one. */
export const newerError = (version: string): BackupError =>
  new BackupError(
    `The file was made by a newer version, ${version}. Restore it with that version or a newer one.`,
  )

/** A file that ends too early: cut off, or still being written. */
export class CutOffError extends BackupError {}

// A backup is a tar archive, encrypted with `age` unless that is switched off:
//   header.json            the content of the file, and the tables that it has
//   0001.app_user.0001.gz  rows in PostgreSQL's COPY text format, compressed; the parts of a table follow each other
//   manifest.json          counts and checksums of all this; it comes last, so a file without it was truncated

/** Version of the format, incremented for changes that an older server cannot read. */
export const FORMAT = 1
export const HEADER_NAME = 'header.json'
export const MANIFEST_NAME = 'manifest.json'

/** Largest header, manifest, and rows of a part, in bytes: a larger one was not made by this server. */
export const HEADER_MAX = 4 * 1024 * 1024
export const MANIFEST_MAX = 64 * 1024 * 1024
export const ROWS_MAX = 64 * 1024 * 1024

/** Names of tables, columns and partitions, which become part of statements. */
const nameSchema = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

const tableSchema = z.object({
  name: nameSchema,
  columns: z.array(nameSchema).min(1),
  partitions: z.array(
    z.object({ name: nameSchema, bound: z.string().regex(/^FOR VALUES FROM \('[^']*'\) TO \('[^']*'\)$/) }),
  ),
})
export type BackupTable = z.infer<typeof tableSchema>

/** The description of a file before its rows. */
export const headerSchema = z.object({
  kind: z.literal('spaceport-backup'),
  format: z.int(),
  /** Version of the server that made it. */
  version: z.string(),
  created_at: z.iso.datetime(),
  /** Time of the last migration of its schema, in Unix ms, by which drizzle identifies it. */
  migration: z.int(),
  /** The only space whose rows it has; none in a file of a whole database. */
  space: z.object({ id: z.uuid().lowercase(), name: z.string() }).optional(),
  tables: z.array(tableSchema),
})
export type Header = z.infer<typeof headerSchema>

const totalSchema = z.object({
  table: nameSchema,
  rows: z.int().min(0),
  /** See `Tally`. */
  checksum: z.string(),
})
export type Total = z.infer<typeof totalSchema>

const partSchema = z.object({
  name: z.string().max(255),
  /** Size in the file. */
  bytes: z.int().min(0),
  /** Size before compression; the header is not compressed. */
  rows_bytes: z.int().min(0).max(ROWS_MAX).optional(),
  sha256: z.hash('sha256'),
})
export type Part = z.infer<typeof partSchema>

/** What a file must contain. */
export const manifestSchema = z.object({
  version: z.string(),
  created_at: z.iso.datetime(),
  totals: z.array(totalSchema),
  parts: z.array(partSchema),
})
export type Manifest = z.infer<typeof manifestSchema>

const padded = (number: number) => String(number).padStart(4, '0')

/** Name of a part. @param place of the table among the others, from 1 */
export const partName = (place: number, { name }: Pick<BackupTable, 'name'>, number: number) =>
  `${padded(place)}.${name}.${padded(number)}.gz`

/** The table whose rows a part has; undefined for another entry. */
export const tableOfPart = (name: string): string | undefined => /^\d{4,}\.(\w+)\.\d{4,}\.gz$/.exec(name)?.[1]
