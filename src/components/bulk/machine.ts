import type { RequestOptions } from '../../dataProvider/client'
import type { Journal } from './journal'
import { type Outcome, type Outcomes, runBulk, untilAborted } from './runBulk'
import { msg } from './texts'

/** `checking`: rows whose outcome is unknown are read. */
export type BulkState = 'idle' | 'running' | 'stopping' | 'checking' | 'finished'

/** What a bulk run does with each of its rows. */
export interface BulkJob {
  work: (
    id: string,
    signal: AbortSignal,
    /** Those of its changes: they say that these belong together. */
    headers?: RequestOptions['headers'],
  ) => Promise<'done' | 'unchanged'>
  /**
   * Reads the record and answers whether a row's work was done. Without it, doing the work twice must be harmless: rows
   * that would be unknown count as failed.
   */
  check?: (id: string, signal: AbortSignal) => Promise<'done' | 'open'>
}

/** How far a bulk run is. */
export interface BulkProgress {
  state: BulkState
  /** All rows, in their order. */
  ids: readonly string[]
  outcomes: Outcomes
  /** Rows that were checked, and how many there are to check; null when none are being checked. */
  checked: { done: number; total: number } | null
  /** It ended because the person was signed out or sent away, or did not confirm their identity. */
  isHalted: boolean
}

export interface BulkOptions {
  limit?: number
  /** Resolves when the server answers. */
  whenReady: () => Promise<void>
}

type Notes = Pick<Journal, 'note' | 'write' | 'stateOf' | 'ids'>

const inState = (outcomes: Outcomes, state: Outcome['state']) =>
  [...outcomes].filter(([, outcome]) => outcome.state === state).map(([id]) => id)

/** The rows whose work can be done without risk of doing it twice. */
export const remaining = (ids: readonly string[], outcomes: Outcomes) =>
  ids.filter((id) => ['failed', 'skipped', undefined].includes(outcomes.get(id)?.state))

/** Whether each row is in one of these states. */
const areAll = ({ ids, outcomes }: BulkProgress, states: readonly string[]) =>
  ids.every((id) => states.includes(outcomes.get(id)?.state ?? ''))

/** Whether every row is as it should be. */
export const isComplete = (progress: BulkProgress) => areAll(progress, ['done', 'unchanged'])

/** Whether every row has an answer, even a refusal: none is unknown, and none was left out. */
export const isSettled = (progress: BulkProgress) => areAll(progress, ['done', 'unchanged', 'failed'])

/** What a journal says about a row when it is found again. */
function outcomeOf(notes: Notes, id: string, canCheck: boolean): Outcome | undefined {
  const state = notes.stateOf(id)
  if (state === 'open' || (state === 'begun' && !canCheck)) return undefined
  if (state === 'begun') return { state: 'unknown', message: msg('bulk.unknownBefore') }
  return state === 'failed' ? { state, message: msg('bulk.failedBefore') } : { state }
}

const rowStateOf = ({ state }: Outcome) =>
  state === 'skipped' ? 'open' : state === 'unknown' ? 'begun' : state

/** A bulk run: its states, apart from any page. */
export function createBulk({ limit, whenReady }: BulkOptions) {
  let controller = new AbortController()
  let notes: Notes | undefined
  let job: BulkJob | undefined
  const outcomes = new Map<string, Outcome>()
  let progress: Omit<BulkProgress, 'outcomes'> = { state: 'idle', ids: [], checked: null, isHalted: false }

  const listeners = new Set<() => void>()

  const onChange = () => {
    for (const listener of listeners) listener()
  }
  const set = (changes: Partial<typeof progress>) => {
    progress = { ...progress, ...changes }
    onChange()
  }
  const conclude = (id: string, outcome: Outcome) => {
    outcomes.set(id, outcome)
    notes?.note(id, rowStateOf(outcome))
    onChange()
  }
  const halt = () => {
    controller.abort()
    set({ isHalted: true, state: 'stopping' })
  }
  const begin = (state: BulkState) => {
    controller = new AbortController()
    set({ state, isHalted: false })
  }
  const finish = () => {
    notes?.write()
    set({ state: 'finished', checked: null })
  }

  const onBegin = (id: string) => notes?.note(id, 'begun')

  async function doRows(ids: Iterable<string>) {
    if (!job) return
    const { work, check } = job
    const { signal } = controller
    const onOutcome = (id: string, outcome: Outcome) =>
      conclude(id, outcome.state === 'unknown' && !check ? { ...outcome, state: 'failed' } : outcome)
    await runBulk({ ids, work, limit, signal, whenReady, onBegin, onOutcome, onHalt: halt })
  }

  async function checkRows() {
    const ids = inState(outcomes, 'unknown')
    const check = job?.check
    if (ids.length === 0 || !check || controller.signal.aborted) return new Set<string>()
    const open = new Set<string>()
    let done = 0
    set({ state: 'checking', checked: { done, total: ids.length } })
    await untilAborted(whenReady(), controller.signal)
    await runBulk({
      ids,
      limit,
      signal: controller.signal,
      whenReady,
      onHalt: halt,
      work: async (id, signal) => {
        if ((await check(id, signal)) === 'open') open.add(id)
        return 'done'
      },
      onOutcome: (id, outcome) => {
        if (outcome.state === 'done')
          conclude(id, open.has(id) ? { state: 'failed', message: msg('bulk.notMade') } : outcome)
        else if ('message' in outcome) conclude(id, { state: 'unknown', message: outcome.message })
        set({ checked: { done: (done += 1), total: ids.length } })
      },
    })
    return open
  }

  return {
    read: (): BulkProgress => ({ ...progress, outcomes: new Map(outcomes) }),
    /** The state that it is in, without a copy of the rest. */
    state: () => progress.state,
    /** Calls back at each change, until what is returned is called. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Forgets the run that has ended. */
    reset() {
      outcomes.clear()
      notes = undefined
      set({ state: 'idle', ids: [], checked: null, isHalted: false })
    },

    /**
     * Does the work of all rows, then checks those whose outcome is unknown.
     * @param ids each is taken when its turn comes
     * @param known the same, as far as they are known ahead
     */
    async start(ids: Iterable<string>, known: readonly string[], of: BulkJob, into?: Notes) {
      job = of
      notes = into
      outcomes.clear()
      begin('running')
      set({ ids: known })
      await doRows(ids)
      await checkRows()
      finish()
    },

    /** Continues an earlier run: checks the rows that it had started, then does the open ones. */
    async resume(from: Notes, of: BulkJob) {
      job = of
      notes = from
      outcomes.clear()
      for (const id of from.ids) {
        const outcome = outcomeOf(from, id, of.check !== undefined)
        if (outcome) outcomes.set(id, outcome)
      }
      begin('running')
      set({ ids: from.ids })
      const open = await checkRows()
      const left = from.ids.filter((id) => open.has(id) || !outcomes.has(id))
      if (!controller.signal.aborted) set({ state: 'running', checked: null })
      for (const id of left) outcomes.delete(id)
      await doRows(left)
      await checkRows()
      finish()
    },

    /** Does the work of the rows that failed or were skipped, and of no others. */
    async retry() {
      const left = remaining(progress.ids, outcomes)
      begin('running')
      for (const id of left) outcomes.delete(id)
      onChange()
      await doRows(left)
      await checkRows()
      finish()
    },

    /** Reads the rows whose outcome is unknown. */
    async check() {
      begin('checking')
      await checkRows()
      finish()
    },

    /** Starts nothing new; calls under way are finished. */
    stop: () => {
      controller.abort()
      if (progress.state === 'running' || progress.state === 'checking') set({ state: 'stopping' })
    },
  }
}
