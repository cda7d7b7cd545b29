import { useQuery } from '@tanstack/react-query'
import { handoverApi } from '#contract/devices/handover'
import { useCapability } from '../../config'
import { useSpaceport } from '../../dataProvider/queries'

/** Where the cache keeps the replacements of devices. */
export const REPLACEMENTS = 'replacements'

/**
 * When the hardware of a device was replaced, the newest first; nothing without a device, or where the server replaces
 * none.
 * @param serialNumber of the newest hardware that the page knows of: another one makes it ask again
 */
export function useReplacements(deviceId: string | null, serialNumber?: string | null) {
  const { ask } = useSpaceport()
  const isOffered = useCapability(handoverApi.replacements.capability)
  return useQuery({
    queryKey: [REPLACEMENTS, deviceId, serialNumber],
    queryFn: ({ signal }) =>
      deviceId === null ? [] : ask(handoverApi.replacements, { params: { deviceId }, signal }),
    enabled: isOffered && deviceId !== null,
    placeholderData: (previous, query) => (query?.queryKey[1] === deviceId ? previous : undefined),
  })
}
