import {
  ApiError,
  Denied,
  isUnreachable,
  NotConfirmed,
  reasonOf,
  UNREADABLE,
  UserFacingError,
} from '../../dataProvider/client'

/**
 * How one item of a bulk run ended. `unchanged`: there was nothing to do. `skipped`: the run ended before it.
 * `unknown`: its call was sent, and no answer came that says what happened.
 */
export type Outcome =
  | { state: 'done' | 'unchanged' | 'skipped' }
  | { state: 'failed' | 'unknown'; message: string }

/** The result of each item that was begun or skipped, by its id. */
export type Outcomes = ReadonlyMap<string, Outcome>

/** Number of calls that a bulk run has under way at once, unless it says otherwise. */
export const BULK_CONCURRENCY = 4

/**
 * Does the work for one item. It throws when it fails, and what `signal.throwIfAborted()` throws when it did nothing.
 * The signal is for what changes nothing: a change that was sent is waited for.
 */
export type BulkWork = (id: string, signal: AbortSignal) => Promise<'done' | 'unchanged'>

/** Whether a call may have done its work nevertheless. 424: the server asked another one, which did not answer. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status === 0 || error.status === 424 || error.status >= 500
    : error instanceof UserFacingError && error.message === UNREADABLE

interface Run {
  /** Each is taken when its turn comes, so that the next one may depend on the result of the one before. */
  ids: Iterable<string>
  work: BulkWork
  /** Calls under way at once. */
  limit?: number
  /** Cancels: nothing new is started and calls under way are finished, so that each outcome is known. */
  signal: AbortSignal
  /** Ends the run, with the error, because no further call can succeed. */
  onHalt?: (error: unknown) => void
  /** Resolves when the server answers. Nothing is started while it does not. */
  whenReady?: () => Promise<void>
  /** An item's call is about to be sent. */
  onBegin?: (id: string) => void
  onOutcome: (id: string, outcome: Outcome) => void
}

/** Resolves when the promise does, or once the signal is aborted. */
export async function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const over = new AbortController()
  const aborted = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true, signal: over.signal }),
  )
  await Promise.race([promise, aborted])
  over.abort()
}

/** Does the same to many items, a few at a time; every item gets exactly one outcome, and none stops the others. */
export async function runBulk(run: Run): Promise<void> {
  const { ids, work, limit = BULK_CONCURRENCY, signal, onHalt, whenReady, onBegin, onOutcome } = run
  const gate: { pause?: Promise<void> } = {}

  async function attempt(id: string): Promise<Outcome> {
    while (gate.pause && !signal.aborted) await untilAborted(gate.pause, signal)
    if (signal.aborted) return { state: 'skipped' }
    onBegin?.(id)
    try {
      return { state: await work(id, signal) }
    } catch (error) {
      if (signal.aborted && error === signal.reason) return { state: 'skipped' }
      if (error instanceof NotConfirmed || error instanceof Denied) onHalt?.(error)
      if (error instanceof NotConfirmed) return { state: 'skipped' }
      if (isUnreachable(error) && whenReady)
        gate.pause ??= whenReady().finally(() => {
          gate.pause = undefined
        })
      const message = error instanceof Error ? error.message : reasonOf(error)
      return { state: isUnanswered(error) ? 'unknown' : 'failed', message }
    }
  }

  const queue = ids[Symbol.iterator]()
  const runNext = async () => {
    for (let next = queue.next(); !next.done; next = queue.next())
      onOutcome(next.value, await attempt(next.value))
  }
  await Promise.all(Array.from({ length: limit }, runNext))
}
