import { useGetOne } from 'react-admin'
import type { Device } from '#contract/devices'
import { useTags } from '../../../components/tags/useTags'
import { useCurrentSpace } from '../../../dataProvider/account'
import type { MessageQuery } from '../../../dataProvider/spaceVerbs'

/** Name of the device, the tag or else the space whose messages a query asks for. */
export function useOwnerName({ device_id, tag_id }: MessageQuery): string {
  const space = useCurrentSpace()
  const tags = useTags()
  const deviceId = typeof device_id === 'string' ? device_id : ''
  const { data: device } = useGetOne<Device>('devices', { id: deviceId }, { enabled: deviceId !== '' })
  if (deviceId) return device?.name ?? deviceId
  if (tag_id) return tags?.find(({ id }) => id === tag_id)?.name ?? String(tag_id)
  return space?.name ?? ''
}
