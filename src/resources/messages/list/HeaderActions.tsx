import { ExportButton } from '../export/ExportButton'
import { DeviceActions } from './DeviceActions'

/** Buttons in the header of the list. */
export function HeaderActions({ deviceId }: { deviceId: string | null }) {
  return (
    <>
      <ExportButton />
      {deviceId && <DeviceActions deviceId={deviceId} />}
    </>
  )
}
