import { handoverApi } from '#contract/devices/handover'
import { useCapability } from '../../config'
import { useRead } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'

/**
 * When the hardware of a device was replaced, the newest first; nothing without a device, or where the server replaces
 * none.
 * @param serialNumber of the newest hardware that the page knows of: another one makes it ask again
 */
export function useReplacements(deviceId: string | null, serialNumber?: string | null) {
  const { ask } = useSpaceport()
  const isOffered = useCapability(handoverApi.replacements.capability)
  return useRead(
    handoverApi.replacements,
    { deviceId, serialNumber },
    async (signal) => ({
      deviceId,
      rows: deviceId === null ? [] : await ask(handoverApi.replacements, { params: { deviceId }, signal }),
    }),
    {
      enabled: isOffered && deviceId !== null,
      placeholderData: (shown) => (shown?.deviceId === deviceId ? shown : undefined),
      select: ({ rows }) => rows,
    },
  )
}
