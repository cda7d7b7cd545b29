import { and, eq, sql } from 'drizzle-orm'
import { NOTE_AHEAD_MAX, NOTES_MAX, type Note, type NoteCreate, type NoteFile } from '#contract/deviceLog'
import { DEVICE_GONE } from '#contract/trash'
import type { Queryable } from '../../db/database'
import { deletion, device, deviceNote, noteFile } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { note } from '../audit/note'
import { type Caller, nameOf, shownDoer } from '../common/caller'
import { type Columns, selectText, timeColumn } from '../common/columns'
import { newId } from '../common/ids'
import { JsonText } from '../common/json'
import { checkChange } from '../common/visibility'
import { lockDevice, type OneDevice } from '../devices/lockDevice'
import { type Deleting, discard } from '../discard/discard'
import { keepSpace } from '../resources/spaceNames'
import type { Key } from '../resources/spaceQueries'

/** Ids of a note. */
export interface OneNote extends OneDevice {
  noteId: string
}

/** The condition that a row is this note. */
const isNote = ({ spaceId, deviceId, noteId }: OneNote) =>
  and(eq(deviceNote.spaceId, spaceId), eq(deviceNote.deviceId, deviceId), eq(deviceNote.id, noteId))

const FILES: Columns<NoteFile> = {
  id: noteFile.id,
  name: noteFile.name,
  type: noteFile.type,
  size: noteFile.size,
}

/** SQL of a note as an answer has it, of a row of `device_note`. */
export const noteColumns = (caller: Caller): string =>
  `${selectText({
    id: deviceNote.id,
    device_id: deviceNote.deviceId,
    at: timeColumn(deviceNote.at),
    text: deviceNote.text,
    created_at: timeColumn(deviceNote.createdAt),
  } satisfies Columns<Omit<Note, 'by' | 'files'>>)},
  ${shownDoer(caller, 'device_note.by')} as by,
  coalesce((
    select json_agg(file order by file.id) from (
      select ${selectText(FILES)} from note_file
      where note_file.space_id = device_note.space_id and note_file.note_id = device_note.id
    ) file), '[]') as files`

/** @throws ApiError 404 */
export async function readNote(tx: Queryable, caller: Caller, one: OneNote): Promise<JsonText> {
  const { rows } = await tx.execute<{ json: string }>(sql`
    select row_to_json(one)::text as json from (
      select ${sql.raw(noteColumns(caller))} from ${deviceNote} where ${isNote(one)}) one`)
  const [row] = rows
  if (!row) throw notFound()
  return new JsonText(row.json)
}

/** When a note says that it was done. A clock that is a little ahead is not the person's fault. @throws ApiError 400 */
function timeOf(at: string | undefined, now: Date): Date {
  const time = at === undefined ? now : new Date(at)
  if (time.getTime() > now.getTime() + NOTE_AHEAD_MAX) throw new ApiError(400, 'at must not be in the future')
  return time > now ? now : time
}

/**
 * Locks a device whose notes the caller changes, and its space.
 * @throws ApiError 403, 404, 409 for a device that was moved to another space
 */
export async function lockForNotes(tx: Queryable, caller: Caller, one: OneDevice) {
  const found = await lockDevice(tx, one, 'no key update', caller)
  await checkChange(tx, caller, one)
  return found
}

/** Checks that an id is of no deleted note, whose files are still there. @throws ApiError 409 */
async function checkNotDeleted(tx: Queryable, spaceId: string, noteId: string): Promise<void> {
  if ((await tx.$count(deletion, and(eq(deletion.spaceId, spaceId), eq(deletion.noteId, noteId)))) > 0)
    throw new ApiError(409, 'the note was deleted')
}

/**
 * Adds a note to a device; a repeated call with its id answers the note that there is. Rules, "Notes of devices".
 * @throws ApiError 400 for one note too many, 403, 404, 409 for an id of another note or a deleted one, or a device that was moved to another
 * space
 */
export async function addNote(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: OneDevice,
  { id, text, at }: NoteCreate,
): Promise<JsonText> {
  const { spaceId, deviceId } = one
  return db.transaction(async (tx) => {
    if (!(await keepSpace(tx, spaceId))) throw notFound()
    const { name } = await lockForNotes(tx, caller, one)
    const createdAt = now()
    const noteId = id ?? newId(createdAt)
    const isSame = and(eq(deviceNote.spaceId, spaceId), eq(deviceNote.id, noteId))
    const [known] = await tx.select().from(deviceNote).where(isSame)
    if (known && (known.deviceId !== deviceId || known.by !== nameOf(caller)))
      throw new ApiError(409, 'id belongs to another note')
    if (!known) {
      await checkNotDeleted(tx, spaceId, noteId)
      const ofDevice = and(eq(deviceNote.spaceId, spaceId), eq(deviceNote.deviceId, deviceId))
      if ((await tx.$count(deviceNote, ofDevice)) >= NOTES_MAX)
        throw new ApiError(400, `a device has at most ${NOTES_MAX} notes`)
      const row = { ...one, id: noteId, text, at: timeOf(at, createdAt), by: nameOf(caller), createdAt }
      await tx.insert(deviceNote).values(row)
      await note(tx, { now }, caller, {
        action: 'note.create',
        spaceId,
        target: { id: noteId, name },
        after: { text, at: row.at.toISOString() },
      })
    }
    return readNote(tx, caller, { ...one, noteId })
  })
}

/** The beginning of a note, which stands for it in the trash. */
const TITLE = /^.{0,80}/su

/** Deletes a note, which goes to the trash. @throws ApiError 403, 404, 409 for a device that was moved to another space */
export async function deleteNote(
  deps: Pick<Deps, 'db'> & Deleting,
  caller: Caller,
  { spaceId, id }: Key,
  ofDevice?: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const is = and(eq(deviceNote.spaceId, spaceId), eq(deviceNote.id, id))
    const [found] = await tx.select({ deviceId: deviceNote.deviceId }).from(deviceNote).where(is)
    if (!found || (ofDevice !== undefined && found.deviceId !== ofDevice.toLowerCase())) throw notFound()
    const { name } = await lockForNotes(tx, caller, { spaceId, deviceId: found.deviceId })
    const [locked] = await tx.select().from(deviceNote).where(is).for('update')
    if (!locked) throw notFound()
    const { text, at } = locked
    const entryId = await note(tx, deps, caller, {
      action: 'note.delete',
      spaceId,
      target: { id, name },
      before: { text, at: at.toISOString() },
    })
    const record = { resource: 'note', spaceId, id, name: TITLE.exec(text)?.[0] ?? '' } as const
    await discard(tx, deps, caller, { ...record, detail: name, entryId })
  })
}

/** Checks that the device of a note in the trash is there, and locks it. @throws ApiError 409 */
export async function checkRestoredNote(tx: Queryable, spaceId: string, deviceId: string): Promise<void> {
  const is = and(eq(device.spaceId, spaceId), eq(device.id, deviceId), sql`${device.movedAt} is null`)
  const [found] = await tx.select({ id: device.id }).from(device).where(is).for('no key update')
  if (!found) throw new ApiError(409, DEVICE_GONE)
  const ofDevice = and(eq(deviceNote.spaceId, spaceId), eq(deviceNote.deviceId, deviceId))
  if ((await tx.$count(deviceNote, ofDevice)) >= NOTES_MAX)
    throw new ApiError(409, `a device has at most ${NOTES_MAX} notes`)
}
