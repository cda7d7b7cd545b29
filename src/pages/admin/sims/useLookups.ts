import { useEffect, useRef, useState } from 'react'
import { type Sim, simsApi } from '#contract/sims'
import { runBulk } from '../../../components/bulk/runBulk'
import { isUnreachable, useClient } from '../../../dataProvider/client'
import { connection } from '../../../dataProvider/connection'
import { useSpaceport } from '../../../dataProvider/queries'

/** Result of a lookup; a failure is the server's sentence, or null when the server did not answer. */
export type Found = { sim: Sim } | { failure: string | null }

/** Number of SIMs that are looked up at once. */
const LOOKUPS_AT_ONCE = 6

/** Milliseconds between two updates of the table: each one costs time for all rows. */
const SHOW_EVERY = 100

/** Looks SIMs up, a few at a time, and keeps the results. */
export function useLookups() {
  const { ask } = useSpaceport()
  const client = useClient()
  const controller = useRef<AbortController>(null)
  const known = useRef(new Map<string, Found>())
  const [found, setFound] = useState<ReadonlyMap<string, Found>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    setFound(new Map(known.current))
  }
  const showSoon = () => {
    timer.current ??= setTimeout(show, SHOW_EVERY)
  }
  const stop = () => controller.current?.abort()
  useEffect(
    () => () => {
      controller.current?.abort()
      clearTimeout(timer.current)
    },
    [],
  )

  /** Looks SIMs up, also those that were looked up before. False if it was stopped. */
  const lookUp = async (ids: readonly string[]): Promise<boolean> => {
    stop()
    const { signal } = (controller.current = new AbortController())
    for (const id of ids) known.current.delete(id)
    show()
    setRunning(true)
    await runBulk({
      ids,
      limit: LOOKUPS_AT_ONCE,
      signal,
      whenReady: async () => {
        await client.probe()
        await connection.whenRestored()
      },
      onHalt: stop,
      work: async (id) => {
        try {
          const sim = await ask(simsApi.get, { params: { simId: id }, signal })
          known.current.set(id, { sim })
        } catch (error) {
          if (isUnreachable(error)) known.current.set(id, { failure: null })
          throw error
        }
        return 'done'
      },
      onOutcome: (id, outcome) => {
        if ('message' in outcome && !known.current.has(id))
          known.current.set(id, { failure: outcome.message })
        showSoon()
      },
    })
    // A newer lookup may have begun.
    if (controller.current?.signal !== signal) return false
    show()
    setRunning(false)
    return !signal.aborted
  }

  return {
    found,
    isRunning,
    lookUp,
    stop,
    clear() {
      stop()
      known.current.clear()
      show()
    },
    /** Last known values of a SIM. */
    simOf(id: string): Sim | undefined {
      const one = known.current.get(id)
      return one && 'sim' in one ? one.sim : undefined
    },
    /** Keeps the new values of a SIM. */
    note(id: string, sim: Sim) {
      known.current.set(id, { sim })
      showSoon()
    },
  }
}

export type Lookups = ReturnType<typeof useLookups>
