import { handoverApi } from '#contract/devices/handover'
import { useCapability } from '../../config'
import { useRead } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'

/**
 * The hardware replacements of a device, newest first; empty without a device or on servers without replacements.
 * @param serialNumber of the newest known hardware; a change reloads the list
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
