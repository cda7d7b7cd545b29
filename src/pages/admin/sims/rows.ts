import { useMemo, useState } from 'react'
import { shallowEqual } from 'react-admin'
import type { Sim } from '#contract/sims'
import type { Entry } from './reader'
import type { Found } from './useLookups'

/** The change of a SIM: running or ended; `text` is the sentence, or its key, that says why it failed. */
export interface RowStatus {
  state: 'updating' | 'success' | 'error'
  text?: string
}

/** One value of the input, and its SIM. */
export interface SimRow extends Partial<Omit<Sim, 'info'>> {
  /** The entered value. */
  id: string
  /** Place in the input, counted from 1. */
  position: number
  sim?: Sim
  lookup: 'waiting' | 'found' | 'invalid' | 'notFetched' | 'failed' | 'stopped'
  /** The server's sentence. */
  error?: string
  status?: RowStatus['state']
  /** Why its change failed. */
  failure?: string
}

/** Result of a row's lookup. */
function lookupOf({ id, isValid }: Entry, found: Found | undefined, isRunning: boolean) {
  if (!isValid) return { lookup: 'invalid' } as const
  if (!found) return { lookup: isRunning ? 'waiting' : 'stopped' } as const
  if ('sim' in found) {
    const { info: _info, ...values } = found.sim
    return { lookup: 'found', sim: found.sim, ...values } as const
  }
  return found.failure === null
    ? ({ lookup: 'notFetched' } as const)
    : ({ lookup: 'failed', error: found.failure, id } as const)
}

interface Known {
  found: ReadonlyMap<string, Found>
  /** Values are being looked up. */
  isRunning: boolean
}

type StatusOf = (id: string) => RowStatus | undefined

/** Rows of the table, in the order of the input. An unchanged row stays the same object. */
function rowsOf(
  entries: readonly Entry[],
  { found, isRunning }: Known,
  statusOf: StatusOf,
  before: readonly SimRow[],
): readonly SimRow[] {
  const old = new Map(before.map((row) => [row.id, row]))
  const rows = entries.map((entry, index) => {
    const { id } = entry
    const status = statusOf(id)
    const row: SimRow = {
      ...lookupOf(entry, found.get(id), isRunning),
      id,
      position: index + 1,
      status: status?.state,
      failure: status?.text,
    }
    const kept = old.get(id)
    return kept && shallowEqual(kept, row) ? kept : row
  })
  return shallowEqual(rows, before) ? before : rows
}

/** Rows of the table; only changed ones render again. */
export function useRows(entries: readonly Entry[], { found, isRunning }: Known, statusOf: StatusOf) {
  const [kept, keep] = useState<readonly SimRow[]>([])
  const rows = useMemo(
    () => rowsOf(entries, { found, isRunning }, statusOf, kept),
    [entries, found, isRunning, statusOf, kept],
  )
  if (rows !== kept) keep(rows)
  return rows
}
