import { useEffect, useState } from 'react'
import { FRESH_FOR } from '../../../../components/table'
import type { TailRow } from './tail'

const NONE: ReadonlySet<string> = new Set()

/** Ids of the rows that arrived last; empty for the first reading, and after a moment. */
export function useFresh(rows: readonly TailRow[] | null): ReadonlySet<string> {
  const [known, setKnown] = useState(rows)
  const [fresh, setFresh] = useState(NONE)
  if (rows !== known) {
    setKnown(rows)
    const old = new Set(known?.map(({ id }) => id))
    const came = known && rows ? rows.flatMap(({ id }) => (old.has(id) ? [] : [id])) : []
    if (came.length > 0) setFresh(new Set(came))
    else if (!rows) setFresh(NONE)
  }
  useEffect(() => {
    if (fresh.size === 0) return undefined
    const timer = setTimeout(() => setFresh(NONE), FRESH_FOR)
    return () => clearTimeout(timer)
  }, [fresh])
  return fresh
}
