/** How one item of a bulk run ended. `unchanged`: there was nothing to do. `skipped`: the run was cancelled before. */
export type Outcome =
  | { state: 'done' }
  | { state: 'unchanged' }
  | { state: 'skipped' }
  | { state: 'failed'; message: string }

/** Number of calls that a bulk run has under way at once. */
export const BULK_CONCURRENCY = 4

/** Does the work for one item. It throws when it fails, and what `signal.throwIfAborted()` throws when it did nothing. */
export type BulkWork<Item> = (item: Item, signal: AbortSignal) => Promise<'done' | 'unchanged'>

interface BulkRun<Item> {
  items: readonly Item[]
  work: BulkWork<Item>
  /** Cancels: nothing new is begun, what is under way is finished, so that each outcome is known. */
  signal: AbortSignal
  onOutcome: (item: Item, outcome: Outcome) => void
}

async function attempt<Item>(item: Item, work: BulkWork<Item>, signal: AbortSignal): Promise<Outcome> {
  if (signal.aborted) return { state: 'skipped' }
  try {
    return { state: await work(item, signal) }
  } catch (error) {
    if (signal.aborted && error === signal.reason) return { state: 'skipped' }
    return { state: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

/** Does the same to many items, a few at a time; every item gets exactly one outcome, and none stops the others. */
export async function runBulk<Item>({ items, work, signal, onOutcome }: BulkRun<Item>): Promise<void> {
  const queue = items.values()
  const takeTurns = async () => {
    for (const item of queue) onOutcome(item, await attempt(item, work, signal))
  }
  await Promise.all(Array.from({ length: BULK_CONCURRENCY }, takeTurns))
}
