import { ExportButton } from '../export/ExportButton'
import { DashboardButton } from './DashboardButton'
import { DeviceActions } from './DeviceActions'

/** Buttons in the header of the list. */
export function HeaderActions({ deviceId, tagId }: { deviceId: string | null; tagId: string | null }) {
  return (
    <>
      <ExportButton />
      {(deviceId || tagId) && <DashboardButton query={deviceId ? { deviceId } : { tagId: tagId ?? '' }} />}
      {deviceId && <DeviceActions deviceId={deviceId} />}
    </>
  )
}
