import { v4 as newBatch } from 'uuid'
import { z } from 'zod'
import { journalEntries, journalKeeper, journalsOf } from './journalKeys'

/** How long a journal is kept, in milliseconds: 7 days. */
const WAITS_FOR = 7 * 24 * 60 * 60 * 1000

/** An outcome is stored within this many milliseconds; the start of a call is stored before it is sent. */
const WRITES_AFTER = 100

/** Stored states of a row. `begun`: its call was sent, but its outcome is not stored. */
const ROW_STATES = { open: 'o', begun: 'b', done: 'd', unchanged: 'u', failed: 'f' } as const
type RowState = keyof typeof ROW_STATES

const LETTERS = new Map<string, string>(Object.entries(ROW_STATES).map(([state, letter]) => [letter, state]))
const isRowState = (state: string | undefined): state is RowState =>
  state !== undefined && Object.hasOwn(ROW_STATES, state)

/** The part that does not change during a run; written once. */
const headSchema = z.object({
  /** When the run started, in milliseconds since 1970. */
  at: z.number(),
  /** The plan, in the form of the page that started it. */
  plan: z.json(),
  /** Id and name of each row. */
  rows: z.array(z.tuple([z.string(), z.string()])),
})
type Head = z.infer<typeof headSchema>

/** A plan as JSON: enough to continue the run, and no secrets. */
export type Plan = Head['plan']

const ROWS = '#rows'

/** Whether a storage key is that of the head, which is written once and marks the journal as existing. */
export const isHead = (key: string) => !key.endsWith(ROWS)

/** The time of the last write, and a letter for each row. */
const rowsText = (at: number, letters: readonly string[]) => `${at} ${letters.join('')}`

/** The progress of a bulk run, stored in this browser until the run is complete. */
export type Journal = ReturnType<typeof journalOver>

function journalOver(
  keeper: ReturnType<typeof journalKeeper>,
  key: string,
  { at: startedAt, plan, rows }: Head,
  kept: { at: number; letters: string[] },
) {
  const { letters } = kept
  const places = new Map(rows.map(([id], place) => [id, place]))
  let timer: ReturnType<typeof setTimeout> | undefined
  let isGone = false

  function write() {
    clearTimeout(timer)
    timer = undefined
    // The head may have been removed elsewhere, for example at sign-out; rows alone would never be removed.
    if (!isGone && keeper.getItem(key) !== null) keeper.setItem(key + ROWS, rowsText(Date.now(), letters))
  }

  return {
    key,
    startedAt,
    /** The time of the last write, in milliseconds since 1970. */
    changedAt: kept.at,
    plan,
    ids: rows.map(([id]) => id),
    names: new Map(rows.filter(([, name]) => name !== '')),
    stateOf: (id: string): RowState => {
      const state = LETTERS.get(letters[places.get(id) ?? -1] ?? '')
      return isRowState(state) ? state : 'begun'
    },
    /** Stores the state of a row. The start of a row is written at once, anything else soon. */
    note(id: string, state: RowState) {
      const place = places.get(id)
      if (place === undefined) return
      letters[place] = ROW_STATES[state]
      if (state === 'begun') write()
      else timer ??= setTimeout(write, WRITES_AFTER)
    },
    /** Writes pending changes now. */
    write: () => timer !== undefined && write(),
    remove() {
      clearTimeout(timer)
      isGone = true
      keeper.removeItem(key)
      keeper.removeItem(key + ROWS)
    },
  }
}

/** Whether every row has an answer. Such a run has ended, even if rows have failed. */
export const isEnded = ({ ids, stateOf }: Pick<Journal, 'ids' | 'stateOf'>) =>
  ids.every((id) => !['open', 'begun'].includes(stateOf(id)))

export const newJournalKey = (accountId: string, kind: string) => journalsOf(accountId, kind) + newBatch()

/** The batch of all changes in a journal's run: the UUID at the end of its key. */
export const batchOf = (key: string) => key.slice(key.lastIndexOf(':') + 1)

/** Creates a journal with all rows open. If the storage is full or blocked, it lasts as long as the page. */
export function createJournal(
  key: string,
  run: { plan: Plan; ids: readonly string[]; names?: ReadonlyMap<string, string> },
): Journal {
  const at = Date.now()
  const rows = run.ids.map((id): [string, string] => [id, run.names?.get(id) ?? ''])
  const letters: string[] = rows.map(() => ROW_STATES.open)
  const keeper = journalKeeper()
  const head: Head = { at, plan: run.plan, rows }
  // If there were a head without rows, all rows would count as begun.
  keeper.setItem(key + ROWS, rowsText(at, letters))
  keeper.setItem(key, JSON.stringify(head))
  return journalOver(keeper, key, head, { at, letters })
}

function parseHead(text: string | null): Head | null {
  try {
    return headSchema.parse(JSON.parse(text ?? ''))
  } catch {
    return null
  }
}

/** The states of the rows; if the text does not fit, every row may have begun. */
function parseRows(text: string | null, { at, rows }: Head) {
  const [changedAt = '', letters = ''] = text?.split(' ') ?? []
  const fits = letters.length === rows.length && Number.isFinite(Number(changedAt))
  return fits ? { at: Number(changedAt), letters: Array.from(letters) } : { at, letters: rows.map(() => 'b') }
}

/** The journals of an account and kind, oldest first. Removes journals that are too old or cannot be read. */
export function readJournals(accountId: string, kind: string): Journal[] {
  const entries = journalEntries(accountId, kind)
  const journals: Journal[] = []
  for (const { keeper, key } of entries.filter((entry) => isHead(entry.key))) {
    const head = parseHead(keeper.getItem(key))
    const journal = head && journalOver(keeper, key, head, parseRows(keeper.getItem(key + ROWS), head))
    if (journal && Date.now() - journal.changedAt < WAITS_FOR) journals.push(journal)
    else {
      keeper.removeItem(key)
      keeper.removeItem(key + ROWS)
    }
  }
  return journals.toSorted((a, b) => a.startedAt - b.startedAt)
}
