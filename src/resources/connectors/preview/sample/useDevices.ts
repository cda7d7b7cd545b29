import { useGetList } from 'react-admin'
import { LIST_LIMIT } from '#contract/common'
import type { Device } from '#contract/devices'
import type { TagRef } from '#contract/tags'

const FIRST_PAGE = { page: 1, perPage: LIST_LIMIT }
const BY_NAME = { field: 'name', order: 'ASC' } as const

/**
 * Devices to choose from: those that share a tag with the connector, or all of the space. At most LIST_LIMIT, by name.
 * Spec 1, section 4, "Connector preview tab".
 */
export function useDevices(tags: readonly TagRef[], anyDevice: boolean) {
  // Without a tag the server would answer with all of them.
  const isAsked = anyDevice || tags.length > 0
  const filter = anyDevice ? {} : { tag_ids: tags.map(({ id }) => id) }
  const { data, error, isLoading, refetch } = useGetList<Device>(
    'devices',
    { pagination: FIRST_PAGE, sort: BY_NAME, filter },
    { enabled: isAsked },
  )
  return { devices: isAsked && Array.isArray(data) ? data : [], error, isLoading, refetch }
}
