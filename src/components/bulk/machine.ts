import type { RequestOptions } from '../../dataProvider/client'
import { type Outcome, type Outcomes, runBulk, untilAborted } from './runBulk'
import { msg } from './texts'

/** `checking`: records with an unknown outcome are read. */
export type BulkState = 'idle' | 'running' | 'stopping' | 'checking' | 'finished'

/** The work for each row of a bulk run. */
export interface BulkJob {
  work: (
    id: string,
    signal: AbortSignal,
    /** Headers of its changes, which mark them as one batch. */
    headers?: RequestOptions['headers'],
  ) => Promise<'done' | 'unchanged'>
  /**
   * Reads the record and returns whether a row's work was done, or a text that says what stands against it. Without it,
   * repeating the work must be harmless: rows with an unknown outcome count as failed.
   */
  check?: (id: string, signal: AbortSignal) => Promise<'done' | 'open' | { conflict: string }>
}

/** The progress of a bulk run. */
export interface BulkProgress {
  state: BulkState
  /** All rows, in order. */
  ids: readonly string[]
  outcomes: Outcomes
  /** Number of checked rows and of rows to check; null when none are being checked. */
  checked: { done: number; total: number } | null
  /** The run ended because the person was signed out or redirected, or did not confirm their identity. */
  isHalted: boolean
}

export interface BulkOptions {
  limit?: number
  /** Resolves when the server answers. */
  whenReady: () => Promise<void>
}

const inState = (outcomes: Outcomes, state: Outcome['state']) =>
  [...outcomes].filter(([, outcome]) => outcome.state === state).map(([id]) => id)

/** Rows that can be done without the risk of doing them twice. */
export const remaining = (ids: readonly string[], outcomes: Outcomes) =>
  ids.filter((id) => ['failed', 'skipped', undefined].includes(outcomes.get(id)?.state))

/** The state machine of a bulk run, independent of any page. */
export function createBulk({ limit, whenReady }: BulkOptions) {
  let controller = new AbortController()
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
  const finish = () => set({ state: 'finished', checked: null })

  async function doRows(ids: Iterable<string>) {
    if (!job) return
    const { work, check } = job
    const { signal } = controller
    const onOutcome = (id: string, outcome: Outcome) =>
      conclude(id, outcome.state === 'unknown' && !check ? { ...outcome, state: 'failed' } : outcome)
    await runBulk({ ids, work, limit, signal, whenReady, onOutcome, onHalt: halt })
  }

  async function checkRows(): Promise<void> {
    const ids = inState(outcomes, 'unknown')
    const check = job?.check
    if (ids.length === 0 || !check || controller.signal.aborted) return
    /** Why rows were not done. */
    const notDone = new Map<string, string>()
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
        const found = await check(id, signal)
        if (found !== 'done') notDone.set(id, found === 'open' ? msg('bulk.notMade') : found.conflict)
        return 'done'
      },
      onOutcome: (id, outcome) => {
        const message = notDone.get(id)
        if (outcome.state === 'done')
          conclude(id, message === undefined ? outcome : { state: 'failed', message })
        else if ('message' in outcome) conclude(id, { state: 'unknown', message: outcome.message })
        set({ checked: { done: (done += 1), total: ids.length } })
      },
    })
  }

  return {
    read: (): BulkProgress => ({ ...progress, outcomes: new Map(outcomes) }),
    /** The current state, without copying the outcomes. */
    state: () => progress.state,
    /** Calls back at each change. Returns a function that stops. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Forgets a run that has ended. */
    reset() {
      outcomes.clear()
      set({ state: 'idle', ids: [], checked: null, isHalted: false })
    },

    /**
     * Does the work of all rows, then checks those with an unknown outcome.
     * @param ids are taken one by one, each when it is needed
     * @param known the same ids, as far as known in advance
     */
    async start(ids: Iterable<string>, known: readonly string[], of: BulkJob) {
      job = of
      outcomes.clear()
      begin('running')
      set({ ids: known })
      await doRows(ids)
      await checkRows()
      finish()
    },

    /** Repeats the work of failed and skipped rows only. */
    async retry() {
      const left = remaining(progress.ids, outcomes)
      begin('running')
      for (const id of left) outcomes.delete(id)
      onChange()
      await doRows(left)
      await checkRows()
      finish()
    },

    /** Reads the records with an unknown outcome. */
    async check() {
      begin('checking')
      await checkRows()
      finish()
    },

    /** Starts nothing new; calls under way are completed. */
    stop: () => {
      controller.abort()
      if (progress.state === 'running' || progress.state === 'checking') set({ state: 'stopping' })
    },
  }
}
