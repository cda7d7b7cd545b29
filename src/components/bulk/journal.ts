import { v4 as newBatch } from 'uuid'
import { z } from 'zod'
import { journalEntries, journalKeeper, journalsOf } from './journalKeys'

/** How long a journal waits for the person, in milliseconds: 7 days. */
const WAITS_FOR = 7 * 24 * 60 * 60 * 1000

/** An answer is written down after at most so many milliseconds; that a call begins, before it is sent. */
const WRITES_AFTER = 100

/** What is kept of a row. `begun`: its call was sent, and the result was not written down. */
const ROW_STATES = { open: 'o', begun: 'b', done: 'd', unchanged: 'u', failed: 'f' } as const
type RowState = keyof typeof ROW_STATES

const LETTERS = new Map<string, string>(Object.entries(ROW_STATES).map(([state, letter]) => [letter, state]))
const isRowState = (state: string | undefined): state is RowState =>
  state !== undefined && Object.hasOwn(ROW_STATES, state)

/** What does not change during a run: written once. */
const headSchema = z.object({
  /** When the run was started, in milliseconds since 1970. */
  at: z.number(),
  /** What is to be done, as the page that started it has put it. */
  plan: z.json(),
  /** Id and name of each row. */
  rows: z.array(z.tuple([z.string(), z.string()])),
})
type Head = z.infer<typeof headSchema>

/** What is to be done, as JSON: enough to go on with it, and no secret. */
export type Plan = Head['plan']

const ROWS = '#rows'

/** Whether a stored entry of a journal is the part that is written once, and with which it comes and goes. */
export const isHead = (key: string) => !key.endsWith(ROWS)

/** When something was last written, and a letter for each row. */
const rowsText = (at: number, letters: readonly string[]) => `${at} ${letters.join('')}`

/** What a bulk run has done so far, kept in this browser until it is complete. */
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
    // It may have been removed elsewhere, for example by signing out; rows alone would stay forever.
    if (!isGone && keeper.getItem(key) !== null) keeper.setItem(key + ROWS, rowsText(Date.now(), letters))
  }

  return {
    key,
    startedAt,
    /** When it was last written to, in milliseconds since 1970. */
    changedAt: kept.at,
    plan,
    ids: rows.map(([id]) => id),
    names: new Map(rows.filter(([, name]) => name !== '')),
    stateOf: (id: string): RowState => {
      const state = LETTERS.get(letters[places.get(id) ?? -1] ?? '')
      return isRowState(state) ? state : 'begun'
    },
    /** Notes how far a row is. The start of a row is written when this returns, anything else soon. */
    note(id: string, state: RowState) {
      const place = places.get(id)
      if (place === undefined) return
      letters[place] = ROW_STATES[state]
      if (state === 'begun') write()
      else timer ??= setTimeout(write, WRITES_AFTER)
    },
    /** Writes now what is not written yet. */
    write: () => timer !== undefined && write(),
    remove() {
      clearTimeout(timer)
      isGone = true
      keeper.removeItem(key)
      keeper.removeItem(key + ROWS)
    },
  }
}

/** Whether every row has an answer: such a run has ended, even if some rows were refused. */
export const isEnded = ({ ids, stateOf }: Pick<Journal, 'ids' | 'stateOf'>) =>
  ids.every((id) => !['open', 'begun'].includes(stateOf(id)))

/** The name of a new journal. */
export const newJournalKey = (accountId: string, kind: string) => journalsOf(accountId, kind) + newBatch()

/** What the changes of a journal's run have in common: the UUID at the end of its name. */
export const batchOf = (key: string) => key.slice(key.lastIndexOf(':') + 1)

/** Begins a journal in which every row is open. A storage that is full or forbidden keeps it as long as the page. */
export function createJournal(
  key: string,
  run: { plan: Plan; ids: readonly string[]; names?: ReadonlyMap<string, string> },
): Journal {
  const at = Date.now()
  const rows = run.ids.map((id): [string, string] => [id, run.names?.get(id) ?? ''])
  const letters: string[] = rows.map(() => ROW_STATES.open)
  const keeper = journalKeeper()
  const head: Head = { at, plan: run.plan, rows }
  // A head without rows would count as one whose rows have all begun.
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

/** The states of the rows; without a text that fits, every row may have been begun. */
function parseRows(text: string | null, { at, rows }: Head) {
  const [changedAt = '', letters = ''] = text?.split(' ') ?? []
  const fits = letters.length === rows.length && Number.isFinite(Number(changedAt))
  return fits ? { at: Number(changedAt), letters: Array.from(letters) } : { at, letters: rows.map(() => 'b') }
}

/** The journals of an account and kind, the oldest first. Forgets what has waited too long and what cannot be read. */
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
