import UsersIcon from '@mui/icons-material/PeopleOutlined'
import { lazyPart } from '../../components/lazyPart'
import type { ResourceDefinition } from '../../components/resource/definition'
import type { AdminUsersTexts } from './texts'

const AdminUserPage = lazyPart(() => import('./AdminUserPage'), 'adminUsers')

/** The people of the whole installation. Rules, "Admin area". */
export const adminUsers: ResourceDefinition<AdminUsersTexts> = {
  name: 'adminUsers',
  scope: 'admin',
  path: 'users',
  icon: UsersIcon,
  permissions: { read: 'admin:access', update: 'admin:access', delete: 'admin:access' },
  recordRepresentation: 'email',
  list: lazyPart(() => import('./AdminUserList'), 'adminUsers'),
  show: AdminUserPage,
  edit: AdminUserPage,
}
