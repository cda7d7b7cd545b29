import { useGetList } from 'react-admin'
import { LIST_LIMIT } from '#contract/common'
import type { Connector } from '#contract/connectors'

/** All connectors of the space, by name. */
export const useConnectors = () =>
  useGetList<Connector>('connectors', {
    pagination: { page: 1, perPage: LIST_LIMIT },
    sort: { field: 'name', order: 'ASC' },
  })
