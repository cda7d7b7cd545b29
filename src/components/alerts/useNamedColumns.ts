import { useIsFetching } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Column } from '../table'

const NAMED: ReadonlySet<unknown> = new Set(['devices', 'tags', 'alert-rules', 'connectors'])

/** The columns of a list that names devices, tags, rules or connectors: others than before once the names are known, so that they get their room. */
export function useNamedColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const unknown = useIsFetching({
    predicate: ({ queryKey: [resource], state }) => state.status === 'pending' && NAMED.has(resource),
  })
  const isNamed = unknown === 0
  return useMemo(() => (isNamed ? [...columns] : columns), [columns, isNamed])
}
