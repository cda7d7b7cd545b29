import { useCallback, useEffect, useMemo, useState } from 'react'
import { type Sim, type SimChanges, simsApi } from '#contract/sims'
import type { BulkJob } from '../../../../components/bulk/machine'
import { useBulkRun } from '../../../../components/bulk/useBulkRun'
import { useSpaceport } from '../../../../dataProvider/queries'
import type { RowStatus } from '../rows'
import type { Lookups } from '../useLookups'
import { changesOf, type DryRun, differencesOf } from './changes'

/** Number of SIMs that are changed at once. */
const CHANGES_AT_ONCE = 6

/** Milliseconds for which rows show the result of their change. Rules, "SIM cards". */
const STATUS_CLEARS_AFTER = 3000

const NO_TWINS: ReadonlyMap<string, string> = new Map()

/** Changes SIMs in bulk, and shows the state of each row. Rules, "SIM cards". */
export function useSimRun({ simOf, note }: Pick<Lookups, 'simOf' | 'note'>) {
  const { ask } = useSpaceport()
  const run = useBulkRun({ limit: CHANGES_AT_ONCE })
  /** Rows that repeat a SIM, and the row that changes it. */
  const [twins, setTwins] = useState(NO_TWINS)
  const [isCleared, setCleared] = useState(false)

  useEffect(() => {
    if (run.state !== 'finished') return undefined
    const timer = setTimeout(() => setCleared(true), STATUS_CLEARS_AFTER)
    return () => {
      clearTimeout(timer)
      setCleared(false)
    }
  }, [run.state])

  /** Shows the new values of a SIM. */
  const noted = (id: string, sim: Sim): Sim => {
    note(id, sim)
    return sim
  }
  const read = async (id: string, signal: AbortSignal) =>
    noted(id, await ask(simsApi.get, { params: { simId: id }, signal }))
  const jobOf = (wanted: SimChanges): BulkJob => ({
    work: async (id, signal, headers) => {
      const differences = differencesOf(simOf(id) ?? (await read(id, signal)), wanted)
      if (differences.length === 0) return 'unchanged'
      signal.throwIfAborted()
      const body = changesOf(differences)
      noted(id, await ask(simsApi.update, { params: { simId: id }, body, headers }))
      return 'done'
    },
    check: async (id, signal) =>
      differencesOf(await read(id, signal), wanted).length === 0 ? 'done' : 'open',
  })

  const ids = useMemo(() => new Set(run.ids), [run.ids])
  /** State of a row in the run, until some seconds after the run. */
  const { outcomes, isRunning } = run
  const statusOf = useCallback(
    (row: string): RowStatus | undefined => {
      const id = twins.get(row) ?? row
      if (isCleared || !ids.has(id)) return undefined
      const outcome = outcomes.get(id)
      if (!outcome) return isRunning ? { state: 'updating' } : undefined
      if (outcome.state === 'skipped') return undefined
      return 'message' in outcome ? { state: 'error', text: outcome.message } : { state: 'success' }
    },
    [twins, isCleared, ids, outcomes, isRunning],
  )

  return {
    run,
    statusOf,
    /** Makes the changes; a SIM that already has the values counts as changed, without a call. */
    apply({ changing, same, again }: DryRun, wanted: SimChanges) {
      setTwins(new Map(again.map(({ id, as }) => [id, as])))
      const all = [...changing.map(({ id }) => id), ...same]
      void run.start(all, jobOf(wanted))
    },
  }
}

export type SimRun = ReturnType<typeof useSimRun>
