import { useGetList } from 'react-admin'
import { LIST_LIMIT } from '#contract/common'
import type { Device, DeviceFilters } from '#contract/devices'
import type { TagRef } from '#contract/tags'

const FIRST_PAGE = { page: 1, perPage: LIST_LIMIT }
const BY_NAME = { field: 'name', order: 'ASC' } as const

/** Which devices can be chosen: those that share one of the connector's tags, or all of the space. */
export interface DeviceScope {
  tags: readonly TagRef[]
  anyDevice: boolean
}

/**
 * Devices to choose from that a text matches, at most LIST_LIMIT, by name. Spec 1, section 4, "Connector preview tab".
 * @param text null asks for none
 */
export function useDevices(
  { tags, anyDevice }: DeviceScope,
  text: Pick<DeviceFilters, 'name' | 'serial_number'> | null = {},
) {
  // Without a tag the server would answer with all of them.
  const isAsked = text !== null && (anyDevice || tags.length > 0)
  const filter = { ...text, ...(!anyDevice && { tag_ids: tags.map(({ id }) => id) }) }
  const { data, error, isLoading, refetch } = useGetList<Device>(
    'devices',
    { pagination: FIRST_PAGE, sort: BY_NAME, filter },
    { enabled: isAsked },
  )
  return {
    devices: isAsked && Array.isArray(data) ? data : [],
    error: isAsked ? error : null,
    isLoading,
    /** It is known that there are none. */
    isEmpty: !isAsked || (Array.isArray(data) && data.length === 0),
    refetch,
  }
}
