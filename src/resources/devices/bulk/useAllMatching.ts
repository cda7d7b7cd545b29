import { useState } from 'react'
import { useListContext } from 'react-admin'
import { type Device, devicesApi } from '#contract/devices'
import { filtersOf } from '../../../components/rollouts/scope'
import { useAnswer } from '../../../dataProvider/answers'
import { queryOf } from '../../../dataProvider/endpoints'

const QUERY = { query: devicesApi.count.query.shape }

/** The choice of all devices that match the list's filters, offered once all of the page are selected and there are more. */
export function useAllMatching() {
  const { data = [], selectedIds, filter, filterValues } = useListContext<Device>()
  const filters = filtersOf(queryOf(QUERY, { ...filterValues, ...filter }))
  const selected = new Set(selectedIds)
  const isOffered = data.length > 0 && filters.moved !== 'true' && data.every(({ id }) => selected.has(id))
  const { data: counted } = useAnswer(devicesApi.count, { query: filters, enabled: isOffered })
  // The choice ends with the selection and the filters that it was made for.
  const current = JSON.stringify([filters, selectedIds])
  const [chosenFor, setChosenFor] = useState<string | null>(null)
  const count = counted?.count ?? 0
  const offered = isOffered && count > selectedIds.length ? count : undefined
  return {
    filters,
    /** Number of devices that match; undefined if they are not offered. */
    offered,
    isAll: offered !== undefined && chosenFor === current,
    chooseAll: (isAll: boolean) => setChosenFor(isAll ? current : null),
  }
}
