import { createContext, useContext, useEffect } from 'react'
import { useEvent } from 'react-admin'
import type { FilterValues } from '../address'

/**
 * What was typed into a filter and does not apply yet: the values to apply, or null when they cannot be; then the field
 * says why.
 */
export type ReadPending = () => FilterValues | null

/** Fields that are asked for what was typed before what is around them closes. */
export const PendingContext = createContext<Set<ReadPending> | null>(null)

/** Lets the sheet or popover around, if there is one, ask for what was typed here. */
export function usePending(read: ReadPending): void {
  const fields = useContext(PendingContext)
  const current = useEvent(read)
  useEffect(() => {
    fields?.add(current)
    return () => void fields?.delete(current)
  }, [fields, current])
}
