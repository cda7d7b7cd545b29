import KeyIcon from '@mui/icons-material/KeyOutlined'
import { lazy } from 'react'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'

const KeyPage = lazy(() => import('./KeyPage'))

/** Access keys of a space. Rules, "Keys". */
export const keys: ResourceDefinition = {
  name: 'keys',
  scope: 'space',
  icon: KeyIcon,
  permissions: crudOf('space:key'),
  recordRepresentation: 'name',
  // The list and the usage of a key change with it.
  shownIn: [],
  list: lazyPart(() => import('./KeyList')),
  show: KeyPage,
  edit: KeyPage,
  create: lazyPart(async () => ({ default: (await import('./KeyForms')).KeyCreate })),
}
