import UsersIcon from '@mui/icons-material/PeopleOutlined'
import { lazy } from 'react'
import { lazyPart } from '../../components/lazyPart'
import type { ResourceDefinition } from '../../components/resource/definition'

const AdminUserPage = lazy(() => import('./AdminUserPage'))

/** The people of the whole installation. Rules, "Admin area". */
export const adminUsers: ResourceDefinition = {
  name: 'adminUsers',
  scope: 'admin',
  path: 'users',
  icon: UsersIcon,
  permissions: { read: 'admin:access', update: 'admin:access', delete: 'admin:access' },
  recordRepresentation: 'email',
  list: lazyPart(() => import('./AdminUserList')),
  show: AdminUserPage,
  edit: AdminUserPage,
}
