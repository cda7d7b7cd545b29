import DeviceIcon from '@mui/icons-material/Memory'
import { msg as contactMsg } from '../../components/contact/texts'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'
import type { DevicesTexts } from './texts'

const DevicePage = lazyPart(() => import('./DevicePage'), 'devices')

/** Devices of a space. Rules, "Devices". */
export const devices: ResourceDefinition<DevicesTexts> = {
  name: 'devices',
  scope: 'space',
  icon: DeviceIcon,
  permissions: crudOf('space:device'),
  recordRepresentation: 'name',
  list: lazyPart(() => import('./DeviceList'), 'devices'),
  show: DevicePage,
  edit: DevicePage,
  create: lazyPart(async () => ({ default: (await import('./DeviceForms')).DeviceCreate }), 'devices'),
  uneditable: ({ moved_at }) => (moved_at ? contactMsg('contact.movedAway') : null),
  shownIn: ['variables'],
}
