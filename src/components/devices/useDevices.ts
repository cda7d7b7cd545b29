import { LIST_LIMIT } from '#contract/common'
import type { DeviceFilters } from '#contract/devices'
import type { TagRef } from '#contract/tags'
import { useGetList } from '../../dataProvider/queries'

const FIRST_PAGE = { page: 1, perPage: LIST_LIMIT }
const BY_NAME = { field: 'name', order: 'ASC' } as const

/** The devices to choose from: those with one of the tags, or all of the space. */
export interface DeviceScope {
  tags: readonly TagRef[]
  anyDevice: boolean
}

export const ANY_DEVICE: DeviceScope = { tags: [], anyDevice: true }

/**
 * Devices in a scope that match a text, by name, at most LIST_LIMIT.
 * @param text null makes no request
 */
export function useDevices(
  { tags, anyDevice }: DeviceScope,
  text: Pick<DeviceFilters, 'name' | 'serial_number'> | null = {},
) {
  // Without a tag, the server would return all devices.
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
    /** False while loading. */
    isEmpty: !isAsked || data?.length === 0,
    refetch,
  }
}
