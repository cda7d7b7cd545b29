import type { ComponentType } from 'react'
import type { Device } from '#contract/devices'
import { DetailsTab } from './DetailsTab'
import { FirmwareTab } from './firmware/FirmwareTab'
import { SessionTab } from './session/SessionTab'

interface DeviceTab {
  /** Value of the query parameter `tab`. */
  id: string
  /** Message key. */
  label: string
  Panel: ComponentType<{ device: Device }>
  /** Whether the device has this tab; yes unless said. */
  isShown?: (device: Device) => boolean
}

/** Parts of a device's page; the first is the default. Spec 2, section 2. */
export const deviceTabs: readonly [DeviceTab, ...DeviceTab[]] = [
  { id: 'details', label: 'devices.tabs.details', Panel: DetailsTab },
  { id: 'firmware', label: 'devices.firmware.title', Panel: FirmwareTab },
  {
    id: 'session',
    label: 'devices.sessionTab.title',
    Panel: SessionTab,
    isShown: ({ session_id }) => session_id !== 0,
  },
]
