import DeviceIcon from '@mui/icons-material/Memory'
import { lazy } from 'react'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'

const DevicePage = lazy(() => import('./DevicePage'))

/** Devices of a space. Rules, "Devices". */
export const devices: ResourceDefinition = {
  name: 'devices',
  scope: 'space',
  icon: DeviceIcon,
  permissions: crudOf('space:device'),
  recordRepresentation: 'name',
  list: lazyPart(() => import('./DeviceList')),
  show: DevicePage,
  edit: DevicePage,
  create: lazyPart(async () => ({ default: (await import('./DeviceForms')).DeviceCreate })),
  uneditable: ({ moved_at }) => (moved_at ? 'devices.movedAway' : null),
  shownIn: ['variables'],
}
