import { z } from 'zod'

/** A file that a note waits with. */
const waitingFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  content: z.custom<Blob>((value) => value instanceof Blob),
})

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

/** For browsers that store nothing, such as in private windows or on a full disk: until the page is closed. */
const inMemory = new Map<string, WaitingNote>()

const settled = async <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser stores nothing')))
  })

let opened: Promise<IDBDatabase | null> | undefined
/** Opens the database again at its next use, after the browser has closed it. */
const forget = () => {
  opened = undefined
}

/** The database of this browser; null if it has none. */
async function database(): Promise<IDBDatabase | null> {
  opened ??= (async () => {
    try {
      // oxlint-disable-next-line no-restricted-globals -- photos have no room in other storage; a browser without it is caught below
      const request = indexedDB.open(NAME, 1)
      request.addEventListener('upgradeneeded', () =>
        request.result.createObjectStore(STORE, { keyPath: 'id' }),
      )
      const db = await settled(request)
      db.addEventListener('close', forget)
      return db
    } catch {
      return null
    }
  })()
  return opened
}

/** Carries out a change. It is stored once the transaction has ended: a full disk may be noticed only then. */
const change = async (db: IDBDatabase, write: (store: IDBObjectStore) => void) =>
  new Promise<true>((resolve, reject) => {
    const transaction = db.transaction(STORE, 'readwrite')
    transaction.addEventListener('complete', () => resolve(true))
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('nothing was stored')))
    write(transaction.objectStore(STORE))
  })

/** What the database answers; null without one, or if it fails. */
async function inDatabase<Result>(act: (db: IDBDatabase) => Promise<Result>): Promise<Result | null> {
  const db = await database()
  try {
    return db && (await act(db))
  } catch {
    db?.close()
    forget()
    return null
  }
}

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
  const isStored = await inDatabase(async (db) => change(db, (store) => store.put(note)))
  if (isStored) inMemory.delete(note.id)
  else inMemory.set(note.id, note)
  changed()
}

/** Removes a note that was sent or discarded. */
export async function dropNote(id: string): Promise<void> {
  inMemory.delete(id)
  await inDatabase(async (db) => change(db, (store) => store.delete(id)))
  changed()
}

/** The waiting notes of a person for a server, the oldest first. */
export async function waitingNotes(accountId: string, base: string): Promise<WaitingNote[]> {
  const stored: unknown[] | null = await inDatabase(async (db) =>
    settled(db.transaction(STORE).objectStore(STORE).getAll()),
  )
  const known = [...(stored ?? []), ...inMemory.values()].flatMap(
    (one) => waitingNoteSchema.safeParse(one).data ?? [],
  )
  return [...new Map(known.map((note) => [note.id, note])).values()]
    .filter((note) => note.accountId === accountId && note.base === base)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
}
