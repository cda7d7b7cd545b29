import { and, eq, sql } from 'drizzle-orm'
import {
  FILE_COUNTED_BYTES,
  FILE_MAX_BYTES,
  fileTypeOf,
  isPicture,
  NOTE_FILES_MAX,
  SPACE_FILES_MAX_BYTES,
} from '#contract/deviceLog'
import type { Queryable } from '../../db/database'
import { deviceNote, noteFile } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { note } from '../audit/note'
import type { Caller } from '../common/caller'
import { FileAnswer } from '../common/file'
import type { JsonText } from '../common/json'
import { devices } from '../devices/devices'
import { lockSpace } from '../resources/spaceNames'
import { lockForNotes, type OneNote, readNote } from './notes'

/** Ids of a file. */
interface OneFile extends OneNote {
  fileId: string
}

const MB = 1024 * 1024

/** Checks that a file fits into the space, which is locked. @throws ApiError 409 with what is left */
async function checkRoom(tx: Queryable, spaceId: string, size: number): Promise<void> {
  const counted = sql<string>`coalesce(sum(greatest(${noteFile.size}, ${FILE_COUNTED_BYTES})), 0)`
  const [row] = await tx.select({ counted }).from(noteFile).where(eq(noteFile.spaceId, spaceId))
  const left = SPACE_FILES_MAX_BYTES - Number(row?.counted ?? 0)
  if (Math.max(size, FILE_COUNTED_BYTES) > left)
    throw new ApiError(
      409,
      `the files of a space have at most ${SPACE_FILES_MAX_BYTES / MB} MB, and ${(left / MB).toFixed(1)} MB are left`,
    )
}

/**
 * Adds a file to a note. A repeated call with its id changes nothing. Rules, "Notes of devices".
 * @param bytes of the file
 * @throws ApiError 400 for an empty file, or one too many, 403, 404, 409 if the space has no room, 413
 */
export async function addFile(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { fileId, ...one }: OneFile,
  name: string,
  bytes: Buffer,
): Promise<JsonText> {
  const { spaceId, noteId } = one
  if (bytes.length === 0) throw new ApiError(400, 'the file is empty')
  if (bytes.length > FILE_MAX_BYTES)
    throw new ApiError(413, `the file must have at most ${FILE_MAX_BYTES / MB} MB`)
  return db.transaction(async (tx) => {
    await lockSpace(tx, spaceId)
    const { name: deviceName } = await lockForNotes(tx, caller, one)
    // A note of another device, or none, is not found.
    await readNote(tx, caller, one)
    const ofNote = and(eq(noteFile.spaceId, spaceId), eq(noteFile.noteId, noteId))
    const known = await tx.select({ id: noteFile.id }).from(noteFile).where(ofNote)
    if (!known.some(({ id }) => id === fileId)) {
      if (known.length >= NOTE_FILES_MAX)
        throw new ApiError(400, `a note has at most ${NOTE_FILES_MAX} files`)
      await checkRoom(tx, spaceId, bytes.length)
      const file = { name, type: fileTypeOf(bytes), size: bytes.length }
      await tx.insert(noteFile).values({ ...one, id: fileId, ...file, createdAt: now(), content: bytes })
      await note(tx, { now }, caller, {
        action: 'note.attach',
        spaceId,
        target: { id: noteId, name: deviceName },
        after: { file: name, size: file.size },
      })
    }
    return readNote(tx, caller, one)
  })
}

/** Bytes of a file that are in memory at a time. */
const PIECE = 256 * 1024

const PIECE_OF = {
  name: 'note_file.piece',
  text: `select substring(content from $4 for ${PIECE}) as piece from note_file
    where space_id = $1 and note_id = $2 and id = $3`,
}

/** The bytes of a file, piece by piece. @throws Error if it is deleted meanwhile */
async function* piecesOf(db: Deps['db'], { spaceId, noteId, fileId }: OneFile, size: number) {
  for (let sent = 0; sent < size; sent += PIECE) {
    const { rows } = await db.$client.query<{ piece: Buffer }>({
      ...PIECE_OF,
      values: [spaceId, noteId, fileId, sent + 1],
    })
    if (!rows[0]) throw new Error('the file was deleted meanwhile')
    yield rows[0].piece
  }
}

/** A file of a note. A note in the trash has none. @throws ApiError 404 */
export async function readFile({ db }: Pick<Deps, 'db'>, caller: Caller, file: OneFile): Promise<FileAnswer> {
  const { spaceId, deviceId, noteId, fileId } = file
  await devices.check(db, caller, { spaceId, id: deviceId })
  const [found] = await db
    .select({ name: noteFile.name, type: noteFile.type, size: noteFile.size })
    .from(noteFile)
    .innerJoin(deviceNote, and(eq(deviceNote.spaceId, noteFile.spaceId), eq(deviceNote.id, noteFile.noteId)))
    .where(
      and(
        eq(noteFile.spaceId, spaceId),
        eq(noteFile.noteId, noteId),
        eq(noteFile.id, fileId),
        eq(deviceNote.deviceId, deviceId),
      ),
    )
  if (!found) throw notFound()
  return new FileAnswer({ ...found, isShown: isPicture(found.type), pieces: piecesOf(db, file, found.size) })
}
