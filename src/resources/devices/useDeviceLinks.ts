import { useResourceDefinitions } from 'react-admin'
import { useSpaceId } from '../../dataProvider/SpaceProvider'

/** Addresses of one device's pages; `messages` is undefined while the console has no such section. */
export function useDeviceLinks(deviceId: string) {
  const space = `/space/${useSpaceId()}`
  const hasMessages = useResourceDefinitions().messages?.hasList ?? false
  return {
    detail: `${space}/devices/${deviceId}`,
    edit: `${space}/devices/${deviceId}?edit=true`,
    messages: hasMessages ? `${space}/messages?deviceId=${deviceId}` : undefined,
  }
}
