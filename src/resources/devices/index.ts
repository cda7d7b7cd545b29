import DeviceIcon from '@mui/icons-material/Memory'
import { lazy } from 'react'

/** Devices of a space. Spec 2, section 2. */
export const devices = {
  name: 'devices',
  scope: 'space',
  permission: 'space:device:read',
  icon: DeviceIcon,
  list: lazy(() => import('./DeviceList')),
  edit: lazy(() => import('./DevicePage')),
  recordRepresentation: 'name',
} as const
