import { useCallback, useEffect, useRef, useState } from 'react'

/** How one item of a bulk run ended. `unchanged`: there was nothing to do. `skipped`: the run was cancelled before. */
export type Outcome = { state: 'done' | 'unchanged' | 'skipped' } | { state: 'failed'; message: string }

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

/** What is known of each item that was begun or skipped, by its id. */
export type Outcomes = ReadonlyMap<string, Outcome>

type State = 'idle' | 'running' | 'stopping' | 'finished'

/** Outcomes show this often while a run goes on, in milliseconds: each showing costs time for all of the items. */
const SHOW_EVERY = 100

/** Runs a bulk change and knows how far it is. Leaving the page cancels it. */
export function useBulkRun(onFinished: () => void) {
  const [state, setState] = useState<State>('idle')
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const controller = useRef<AbortController>(null)

  useEffect(() => () => controller.current?.abort(), [])

  const stop = useCallback(() => {
    controller.current?.abort()
    setState('stopping')
  }, [])

  const start = async (ids: readonly string[], work: BulkWork<string>) => {
    const { signal } = (controller.current = new AbortController())
    setState('running')
    const known = new Map(outcomes)
    for (const id of ids) known.delete(id)
    const show = () => setOutcomes(new Map(known))
    show()
    const showing = setInterval(show, SHOW_EVERY)
    try {
      await runBulk({ items: ids, work, signal, onOutcome: (id, outcome) => void known.set(id, outcome) })
    } finally {
      clearInterval(showing)
    }
    show()
    setState('finished')
    onFinished()
  }

  return { state, outcomes, start, stop }
}

/** The items that still need to be done. */
export const remaining = (ids: readonly string[], outcomes: Outcomes) =>
  ids.filter((id) => ['failed', 'skipped', undefined].includes(outcomes.get(id)?.state))
