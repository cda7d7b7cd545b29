import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FirmwareJob } from '#contract/firmware'
import { useSpaceport } from '../../../dataProvider/useSpaceport'

/** Time between two looks at the jobs, in milliseconds; a hidden page does not look. Spec 2, section 7. */
const POLL_INTERVAL = 10_000

const keyOf = (deviceId: string) => ['firmware', deviceId]

/** Firmware jobs of a device, newest first, always current. */
export function useFirmware(deviceId: string) {
  const { listFirmware } = useSpaceport()
  return useQuery({
    queryKey: keyOf(deviceId),
    queryFn: async ({ signal }): Promise<FirmwareJob[]> => {
      const jobs = await listFirmware(deviceId, signal)
      // A denied call resolves with an empty object.
      return Array.isArray(jobs) ? jobs : []
    },
    refetchInterval: POLL_INTERVAL,
  })
}

/** Asks for the jobs of a device again, after one of them was changed. */
export function useRefetchFirmware(deviceId: string) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: keyOf(deviceId) })
}
