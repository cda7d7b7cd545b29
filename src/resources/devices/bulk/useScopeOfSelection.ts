import { useContext } from 'react'
import { useListContext } from 'react-admin'
import { type Device, devicesApi } from '#contract/devices'
import { NAMED_MAX } from '#contract/rollouts'
import { filtersOf, NEW_SCOPE, type ScopeValues } from '../../../components/rollouts/scope'
import { AllRowsContext, filtersKey } from '../../../components/table/selection/allRows'
import { queryOf } from '../../../dataProvider/endpoints'

const QUERY = { query: devicesApi.count.query.shape }

/**
 * The scope of a roll-out for the selection: its devices by name, or, when all that match were selected, the filters without those that were
 * deselected since. Undefined if it has too many devices for both.
 */
export function useScopeOfSelection(): ScopeValues | undefined {
  const list = useListContext<Device>()
  const { all } = useContext(AllRowsContext)
  const ids = list.selectedIds.map(String)
  const filters = filtersOf(queryOf(QUERY, { ...list.filterValues, ...list.filter }))
  if (all && all.filters === filtersKey(list) && filters.moved !== 'true') {
    const selected = new Set(ids)
    const except = all.rows.map(({ id }) => String(id)).filter((id) => !selected.has(id))
    const isPart = ids.length + except.length === all.rows.length
    if (isPart && except.length <= NAMED_MAX && ids.length > (list.data?.length ?? 0))
      return { ...NEW_SCOPE, kind: 'filter', filters, except_ids: except }
  }
  return ids.length <= NAMED_MAX ? { ...NEW_SCOPE, kind: 'devices', device_ids: ids } : undefined
}
