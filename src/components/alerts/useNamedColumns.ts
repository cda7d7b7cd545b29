import { useMemo } from 'react'
import { useAreLoading } from '../../dataProvider/queries'
import type { Column } from '../table'

const NAMED = ['devices', 'tags', 'alert-rules', 'connectors'] as const

/** The columns of a list that names devices, tags, rules or connectors: others than before once the names are known, so that they get their room. */
export function useNamedColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const isNamed = !useAreLoading(NAMED)
  return useMemo(() => (isNamed ? [...columns] : columns), [columns, isNamed])
}
