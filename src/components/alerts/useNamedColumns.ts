import { useMemo } from 'react'
import { useAreLoading } from '../../dataProvider/queries'
import type { Column } from '../table'

const NAMED = ['devices', 'tags', 'alert-rules', 'connectors'] as const

/**
 * Columns of a list with names of devices, tags, rules or connectors. They change identity once the names have loaded,
 * so that the list measures them again.
 */
export function useNamedColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const isNamed = !useAreLoading(NAMED)
  return useMemo(() => (isNamed ? [...columns] : columns), [columns, isNamed])
}
