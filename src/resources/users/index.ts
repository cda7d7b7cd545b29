import UsersIcon from '@mui/icons-material/PeopleOutlined'
import { lazy } from 'react'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'

const UserPage = lazy(() => import('./UserPage'))

/** People of a space, invited ones too. Rules, "People of a space". */
export const users: ResourceDefinition = {
  name: 'users',
  scope: 'space',
  icon: UsersIcon,
  permissions: crudOf('space:user'),
  recordRepresentation: 'email',
  list: lazyPart(() => import('./UserList')),
  show: UserPage,
  edit: UserPage,
  create: lazyPart(async () => ({ default: (await import('./UserForms')).UserInvite })),
}
