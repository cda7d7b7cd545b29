import DeviceIcon from '@mui/icons-material/Memory'
import { lazyPart } from '../../components/lazyPart'
import type { ResourceDefinition } from '../../components/resource/definition'

/** The devices of all spaces; each has its page in its space. Rules, "Admin area". */
export const adminDevices: ResourceDefinition = {
  name: 'adminDevices',
  scope: 'admin',
  path: 'devices',
  icon: DeviceIcon,
  permissions: { read: 'admin:access' },
  recordRepresentation: 'name',
  list: lazyPart(() => import('./AdminDeviceList')),
}
