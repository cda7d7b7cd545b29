import { DeviceActions } from './DeviceActions'

/** Buttons in the header of the list. */
export function HeaderActions({ deviceId }: { deviceId: string | null }) {
  return <>{deviceId && <DeviceActions deviceId={deviceId} />}</>
}
