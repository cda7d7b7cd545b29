import { useQuery } from '@tanstack/react-query'
import { handoverApi } from '#contract/devices/handover'
import { useCapability } from '../../config'
import { rowsOf, useSpaceport } from '../../dataProvider/queries'
import { useSpaceId } from '../../dataProvider/SpaceProvider'

/** Where the cache keeps the replacements of devices. */
export const REPLACEMENTS = 'replacements'

/**
 * When the hardware of a device was replaced, the newest first; nothing without a device, or where the server replaces
 * none.
 * @param serialNumber of the newest hardware that the page knows of: another one makes it ask again
 */
export function useReplacements(deviceId: string | null, serialNumber?: string | null) {
  const { ask } = useSpaceport()
  const spaceId = useSpaceId()
  const isOffered = useCapability(handoverApi.replacements.capability)
  return useQuery({
    queryKey: [REPLACEMENTS, deviceId, serialNumber],
    queryFn: async ({ signal }) => {
      if (!deviceId) return []
      return rowsOf(await ask(handoverApi.replacements, { params: { spaceId, deviceId }, signal }))
    },
    enabled: isOffered && deviceId !== null,
    placeholderData: (previous, query) => (query?.queryKey[1] === deviceId ? previous : undefined),
  })
}
