import { useCallback, useEffect, useRef, useState } from 'react'
import { type BulkWork, type Outcome, runBulk } from './runner'

/** What is known of each item that was begun or skipped, by its id. */
export type Outcomes = ReadonlyMap<string, Outcome>

type State = 'idle' | 'running' | 'stopping' | 'finished'

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
    setOutcomes((known) => new Map([...known].filter(([id]) => !ids.includes(id))))
    await runBulk({
      items: ids,
      work,
      signal,
      onOutcome: (id, outcome) => setOutcomes((known) => new Map(known).set(id, outcome)),
    })
    setState('finished')
    onFinished()
  }

  return { state, outcomes, start, stop }
}

/** The items that still need to be done. */
export const remaining = (ids: readonly string[], outcomes: Outcomes) =>
  ids.filter((id) => {
    const outcome = outcomes.get(id)
    return !outcome || outcome.state === 'failed' || outcome.state === 'skipped'
  })
