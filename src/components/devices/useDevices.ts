import { LIST_LIMIT } from '#contract/common'
import type { DeviceFilters } from '#contract/devices'
import type { TagRef } from '#contract/tags'
import { useGetList } from '../../dataProvider/queries'

const FIRST_PAGE = { page: 1, perPage: LIST_LIMIT }
const BY_NAME = { field: 'name', order: 'ASC' } as const

/** The devices to choose from: those that share one of the tags, or all of the space. */
export interface DeviceScope {
  tags: readonly TagRef[]
  anyDevice: boolean
}

/** All devices of the space. */
export const ANY_DEVICE: DeviceScope = { tags: [], anyDevice: true }

/**
 * Devices to choose from that match a text, at most LIST_LIMIT, by name.
 * @param text null requests none
 */
export function useDevices(
  { tags, anyDevice }: DeviceScope,
  text: Pick<DeviceFilters, 'name' | 'serial_number'> | null = {},
) {
  // Without a tag the server would answer with all devices.
  const isAsked = text !== null && (anyDevice || tags.length > 0)
  const filter = { ...text, ...(!anyDevice && { tag_ids: tags.map(({ id }) => id) }) }
  const { data, error, isLoading, refetch } = useGetList(
    'devices',
    { pagination: FIRST_PAGE, sort: BY_NAME, filter },
    { enabled: isAsked },
  )
  return {
    devices: (isAsked && data) || [],
    error: isAsked ? error : null,
    isLoading,
    /** False while they are loading. */
    isEmpty: !isAsked || data?.length === 0,
    refetch,
  }
}
