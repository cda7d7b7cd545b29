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
 * The outcome of one item. `unchanged`: there was nothing to do. `skipped`: the run ended before it. `unknown`: its
 * call was sent, but no answer says what happened.
 */
export type Outcome =
  | { state: 'done' | 'unchanged' | 'skipped' }
  | { state: 'failed' | 'unknown'; message: string }

/** Outcomes of items that were begun or skipped, by id. */
export type Outcomes = ReadonlyMap<string, Outcome>

/** Default number of concurrent calls in a bulk run. */
export const BULK_CONCURRENCY = 4

/**
 * Does the work for one item. It throws if the work fails; if it did nothing, it throws as `signal.throwIfAborted()`
 * does. Use the signal for reads only: a change that was sent is always awaited.
 */
export type BulkWork = (id: string, signal: AbortSignal) => Promise<'done' | 'unchanged'>

/** Whether a call may have done its work nevertheless. 424: the server called another one, which did not answer. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status === 0 || error.status === 424 || error.status >= 500
    : error instanceof UserFacingError && error.message === UNREADABLE

interface Run {
  /** Ids are taken one by one, so that the next one may depend on the previous outcome. */
  ids: Iterable<string>
  work: BulkWork
  /** Number of concurrent calls. */
  limit?: number
  /** Cancels the run: nothing new starts, and calls under way are completed, so that each outcome is known. */
  signal: AbortSignal
  /** Ends the run, with the error, because no further call can succeed. */
  onHalt?: (error: unknown) => void
  /** Resolves when the server answers. Nothing starts before that. */
  whenReady?: () => Promise<void>
  onOutcome: (id: string, outcome: Outcome) => void
}

/** Resolves when the promise does, or when the signal is aborted. */
export async function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const over = new AbortController()
  const aborted = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true, signal: over.signal }),
  )
  await Promise.race([promise, aborted])
  over.abort()
}

/** Does the same work for many items, a few at a time. Every item gets one outcome; failures do not stop others. */
export async function runBulk(run: Run): Promise<void> {
  const { ids, work, limit = BULK_CONCURRENCY, signal, onHalt, whenReady, onOutcome } = run
  const gate: { pause?: Promise<void> } = {}

  async function attempt(id: string): Promise<Outcome> {
    while (gate.pause && !signal.aborted) await untilAborted(gate.pause, signal)
    if (signal.aborted) return { state: 'skipped' }
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
