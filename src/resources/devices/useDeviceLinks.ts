import { useResourceDefinitions } from 'react-admin'
import { useSpaceId } from '../../dataProvider/SpaceProvider'

/** Addresses of one device's pages; `messages` is undefined while the console has no such section. */
export function useDeviceLinks(deviceId: string) {
  const space = `/space/${useSpaceId()}`
  const detail = `${space}/devices/${deviceId}`
  const hasMessages = useResourceDefinitions().messages?.hasList ?? false
  return {
    detail,
    edit: `${detail}?edit=true`,
    console: `${detail}/console`,
    createMessage: `${detail}/create-message`,
    messages: hasMessages ? `${space}/messages?deviceId=${deviceId}` : undefined,
  }
}
