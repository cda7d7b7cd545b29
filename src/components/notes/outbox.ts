import { z } from 'zod'

/** A file that a note waits with. */
const waitingFileSchema = z.object({ id: z.string(), name: z.string(), content: z.instanceof(Blob) })

/** A note that was written and has not reached the server. */
const waitingNoteSchema = z.object({
  id: z.string(),
  /** Its author: nobody else sends it. */
  accountId: z.string(),
  /** Base of the API that it is for. */
  base: z.string(),
  spaceId: z.string(),
  deviceId: z.string(),
  text: z.string(),
  at: z.string(),
  files: z.array(waitingFileSchema),
  /** Why the server has refused it; null while it only waits. */
  refusal: z.string().nullable(),
})
export type WaitingNote = z.infer<typeof waitingNoteSchema>

const NAME = 'spaceport-notes'
const STORE = 'waiting'

/** For browsers that store nothing, such as in private windows: until the page is closed. */
const inMemory = new Map<string, WaitingNote>()

const settled = async <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser stores nothing')))
  })

let opened: Promise<IDBDatabase | null> | undefined

/** The database of this browser; null if it has none. */
async function database(): Promise<IDBDatabase | null> {
  opened ??= (async () => {
    try {
      // oxlint-disable-next-line no-restricted-globals -- photos have no room in other storage; a browser without it is caught below
      const request = indexedDB.open(NAME, 1)
      request.addEventListener('upgradeneeded', () =>
        request.result.createObjectStore(STORE, { keyPath: 'id' }),
      )
      return await settled(request)
    } catch {
      return null
    }
  })()
  return opened
}

const storeOf = (db: IDBDatabase, mode: IDBTransactionMode) => db.transaction(STORE, mode).objectStore(STORE)

const changes = new EventTarget()
/** Other tabs show the same notes. */
const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)
const announce = () => changes.dispatchEvent(new Event('change'))
otherTabs?.addEventListener('message', announce)

function changed() {
  announce()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin but its own
  otherTabs?.postMessage(null)
}

/** Calls back when a note is added or leaves, in any tab. */
export function watchOutbox(listener: () => void): () => void {
  changes.addEventListener('change', listener)
  return () => changes.removeEventListener('change', listener)
}

/** Stores a note, or its changes. */
export async function keepNote(note: WaitingNote): Promise<void> {
  const db = await database()
  try {
    if (db) await settled(storeOf(db, 'readwrite').put(note))
    else inMemory.set(note.id, note)
  } catch {
    // The disk is full.
    inMemory.set(note.id, note)
  }
  changed()
}

/** Removes a note that was sent or discarded. */
export async function dropNote(id: string): Promise<void> {
  inMemory.delete(id)
  const db = await database()
  if (db) await settled(storeOf(db, 'readwrite').delete(id))
  changed()
}

/** The waiting notes of a person for a server, the oldest first. */
export async function waitingNotes(accountId: string, base: string): Promise<WaitingNote[]> {
  const db = await database()
  const stored: unknown[] = db ? await settled(storeOf(db, 'readonly').getAll()) : []
  return [...stored, ...inMemory.values()]
    .flatMap((one) => waitingNoteSchema.safeParse(one).data ?? [])
    .filter((note) => note.accountId === accountId && note.base === base)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
}
