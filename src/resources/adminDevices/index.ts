import DeviceIcon from '@mui/icons-material/Memory'
import { lazyPart } from '../../components/lazyPart'
import { missingRecord, type ResourceDefinition } from '../../components/resource/definition'
import type { AdminDevicesTexts } from './texts'

/** The devices of all spaces; each has its page in its space. Rules, "Admin area". */
export const adminDevices: ResourceDefinition<AdminDevicesTexts> = {
  name: 'adminDevices',
  scope: 'admin',
  path: 'devices',
  icon: DeviceIcon,
  permissions: { read: 'admin:access' },
  recordRepresentation: 'name',
  list: lazyPart(() => import('./AdminDeviceList'), 'adminDevices'),
  show: missingRecord('adminDevices'),
}
