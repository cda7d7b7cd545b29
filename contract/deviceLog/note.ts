import { z } from 'zod'
import { doerSchema, idSchema, TIME_MAX_LENGTH, timeSchema } from '../common'

/** Longest note, in characters. Rules, "Notes of devices". */
export const NOTE_MAX_LENGTH = 2000
/** Most notes of a device. */
export const NOTES_MAX = 1000
/** Most files of a note. */
export const NOTE_FILES_MAX = 5
/** Largest file, in bytes. */
export const FILE_MAX_BYTES = 5 * 1024 * 1024
/** Bytes of all files of a space. */
export const SPACE_FILES_MAX_BYTES = 1024 * 1024 * 1024
/** A smaller file counts as one of so many bytes, so that a space has a bounded number of them. */
export const FILE_COUNTED_BYTES = 64 * 1024
/** Milliseconds that the time of a note may be ahead of the server's clock. */
export const NOTE_AHEAD_MAX = 5 * 60_000

/** Types of files that are shown as pictures. All others are only downloaded. */
const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]
/** Type of a file that is no picture. */
export const OTHER_TYPE = 'application/octet-stream'

/** Whether a file is shown as a picture. */
export const isPicture = (type: string): boolean => PICTURE_TYPES.some((known) => known === type)

const startsWith = (bytes: Uint8Array, start: readonly number[], at = 0) =>
  start.every((byte, place) => bytes[at + place] === byte)

const asciiOf = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))
const RIFF = asciiOf('RIFF')
const WEBP = asciiOf('WEBP')
const STARTS: readonly [PictureType, readonly number[]][] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/gif', asciiOf('GIF87a')],
  ['image/gif', asciiOf('GIF89a')],
]

/** The type of a file by its first bytes, whatever its name says. */
export function fileTypeOf(bytes: Uint8Array): PictureType | typeof OTHER_TYPE {
  if (startsWith(bytes, RIFF) && startsWith(bytes, WEBP, 8)) return 'image/webp'
  return STARTS.find(([, start]) => startsWith(bytes, start))?.[0] ?? OTHER_TYPE
}

/** A name of a file: no path, no control characters. */
export const fileNameSchema = z
  .string({ error: 'is required' })
  .trim()
  .min(1, 'is required')
  .max(200, 'must have at most 200 characters')
  .regex(/^[^\p{Cc}/\\]*$/u, 'must have no slashes and no control characters')

/** A file of a note. */
const noteFileSchema = z.object({
  id: idSchema,
  name: z.string(),
  type: z.string().describe('One of the types of pictures by its first bytes, else application/octet-stream'),
  size: z.number().int().describe('In bytes'),
})
export type NoteFile = z.infer<typeof noteFileSchema>

/** The fields of a note. */
export const noteFields = {
  id: idSchema,
  device_id: idSchema,
  at: timeSchema.describe('When it was done'),
  text: z.string(),
  by: doerSchema,
  created_at: timeSchema.describe('When it reached the server'),
  files: z.array(noteFileSchema).default([]),
}

/** A note about a device. */
export const noteSchema = z.object(noteFields).meta({ id: 'DeviceNote' })
export type Note = z.infer<typeof noteSchema>

/** A new note. */
export const noteCreateSchema = z.object({
  id: idSchema
    .toLowerCase()
    .optional()
    .describe('An id of your own, by which a repeated call adds no second note'),
  text: z
    .string({ error: 'is required' })
    .trim()
    .min(1, 'is required')
    .max(NOTE_MAX_LENGTH, `must have at most ${NOTE_MAX_LENGTH} characters`),
  at: z.iso
    .datetime({ offset: true, error: 'must be an ISO-8601 time like 2026-01-31T08:00:00.000Z' })
    .max(TIME_MAX_LENGTH)
    .optional()
    .describe('When it was done; now without it'),
})
export type NoteCreate = z.infer<typeof noteCreateSchema>
