import { onlineManager } from '@tanstack/react-query'
import { deviceLogApi } from '#contract/deviceLog'
import { callEndpoint } from '../../dataProvider/call'
import { ApiError, type Client, reasonOf } from '../../dataProvider/client'
import { dropNote, keepNote, type WaitingNote, waitingNotes } from './outbox'

/** Whether a call is worth repeating later: nobody answered, or the server is busy, or the person has to sign in again. */
const isForLater = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || isForAll(error) || error.status >= 500

/** Whether other notes would fail as well; a note that nobody answers may itself be the reason, such as a photo that cannot be read. */
const isForAll = (error: unknown) =>
  !onlineManager.isOnline() || (error instanceof ApiError && (error.status === 401 || error.status === 429))

/** Somebody else may have signed in since. */
class SignedOut extends Error {}

/**
 * Sends a note with its files. The ids are its own, so that a repeated call changes nothing.
 * @throws SignedOut before a call that another person would make
 */
async function sendNote(client: Client, note: WaitingNote, isStill: () => boolean) {
  const { id, text, at, files, spaceId, deviceId } = note
  const check = () => {
    if (!isStill()) throw new SignedOut()
  }
  check()
  await callEndpoint(client, deviceLogApi.addNote, {
    params: { spaceId, deviceId },
    body: { id, text, at },
  })
  for (const file of files) {
    check()
    await callEndpoint(client, deviceLogApi.addFile, {
      params: { spaceId, deviceId, noteId: id, fileId: file.id },
      query: { name: file.name },
      file: file.content,
    })
  }
}

async function sendAll(client: Client, accountId: string, isStill: () => boolean): Promise<void> {
  for (const note of await waitingNotes(accountId, client.base)) {
    if (note.refusal !== null) continue
    try {
      await sendNote(client, note, isStill)
      await dropNote(note.id)
    } catch (error) {
      if (error instanceof SignedOut || isForAll(error)) return
      if (isForLater(error)) continue
      const left = await waitingNotes(accountId, client.base)
      // Its author may have discarded it meanwhile.
      if (left.some(({ id }) => id === note.id)) await keepNote({ ...note, refusal: reasonOf(error) })
    }
  }
}

let last: Promise<void> = Promise.resolve()
let isQueued = false

/**
 * Sends the waiting notes of a person, one tab at a time. What cannot be sent now stays; what the server refuses stays with the reason. While
 * one attempt is under way, at most one other waits.
 * @param isStill whether that person is still signed in
 */
export async function sendWaiting(client: Client, accountId: string, isStill: () => boolean): Promise<void> {
  if (isQueued) return last
  isQueued = true
  const send = async () => {
    isQueued = false
    await sendAll(client, accountId, isStill)
  }
  // Without locks two tabs may send the same note, which the server adds once.
  const inOrder = 'locks' in navigator ? async () => navigator.locks.request('notes', send) : send
  last = last.then(inOrder, inOrder)
  return last
}
