import { createContext, useContext, useEffect } from 'react'
import { useEvent } from 'react-admin'
import type { FilterValues } from '../address'

/** Reads a typed filter value that is not applied yet. Null if it is invalid; then the field shows why. */
export type ReadPending = () => FilterValues | null

/** Fields to read before the surrounding sheet or popover closes. */
export const PendingContext = createContext<Set<ReadPending> | null>(null)

/** Registers a field with the surrounding sheet or popover, if there is one. */
export function usePending(read: ReadPending): void {
  const fields = useContext(PendingContext)
  const current = useEvent(read)
  useEffect(() => {
    fields?.add(current)
    return () => void fields?.delete(current)
  }, [fields, current])
}
