import { deviceLogApi } from '#contract/deviceLog'
import { callEndpoint } from '../../dataProvider/call'
import { ApiError, type Client, reasonOf } from '../../dataProvider/client'
import { dropNote, keepNote, type WaitingNote, waitingNotes } from './outbox'

/** Whether a call is worth repeating later: nobody answered, or the server is busy, or the person has to sign in again. */
const isForLater = (error: unknown) =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status === 401 ||
  error.status === 429 ||
  error.status >= 500

/** Sends a note with its files. The ids are its own, so that a repeated call changes nothing. */
async function sendNote(client: Client, { id, text, at, files, spaceId, deviceId }: WaitingNote) {
  await callEndpoint(client, deviceLogApi.addNote, {
    params: { spaceId, deviceId },
    body: { id, text, at },
  })
  for (const file of files)
    await callEndpoint(client, deviceLogApi.addFile, {
      params: { spaceId, deviceId, noteId: id, fileId: file.id },
      query: { name: file.name },
      file: file.content,
    })
}

async function sendAll(client: Client, accountId: string, isStill: () => boolean): Promise<void> {
  for (const note of await waitingNotes(accountId, client.base)) {
    if (note.refusal !== null) continue
    // Somebody else may have signed in since.
    if (!isStill()) return
    try {
      await sendNote(client, note)
      await dropNote(note.id)
    } catch (error) {
      if (isForLater(error)) return
      await keepNote({ ...note, refusal: reasonOf(error) })
    }
  }
}

let last: Promise<void> = Promise.resolve()

/**
 * Sends the waiting notes of a person, one tab at a time. What cannot be sent now stays; what the server refuses stays with the reason.
 * @param isStill whether that person is still signed in
 */
export async function sendWaiting(client: Client, accountId: string, isStill: () => boolean): Promise<void> {
  const send = async () => sendAll(client, accountId, isStill)
  // Without locks two tabs may send the same note, which the server adds once.
  const inOrder = 'locks' in navigator ? async () => navigator.locks.request('notes', send) : send
  last = last.then(inOrder, inOrder)
  return last
}
