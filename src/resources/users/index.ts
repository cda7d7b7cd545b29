import UsersIcon from '@mui/icons-material/PeopleOutlined'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'
import type { UsersTexts } from './texts'

const UserPage = lazyPart(() => import('./UserPage'), 'users')

/** People of a space, also invited ones. Rules, "People of a space". */
export const users: ResourceDefinition<UsersTexts> = {
  name: 'users',
  scope: 'space',
  icon: UsersIcon,
  permissions: crudOf('space:user'),
  recordRepresentation: 'email',
  list: lazyPart(() => import('./UserList'), 'users'),
  show: UserPage,
  edit: UserPage,
  create: lazyPart(async () => ({ default: (await import('./UserForms')).UserInvite }), 'users'),
}
