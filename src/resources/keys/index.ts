import KeyIcon from '@mui/icons-material/KeyOutlined'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'
import type { KeysTexts } from './texts'

const KeyPage = lazyPart(() => import('./KeyPage'), 'keys')

/** Access keys of a space. Rules, "Keys". */
export const keys: ResourceDefinition<KeysTexts> = {
  name: 'keys',
  scope: 'space',
  icon: KeyIcon,
  permissions: crudOf('space:key'),
  recordRepresentation: 'name',
  // The list and the usage of a key change with it.
  shownIn: [],
  list: lazyPart(() => import('./KeyList'), 'keys'),
  show: KeyPage,
  edit: KeyPage,
  create: lazyPart(async () => ({ default: (await import('./KeyForms')).KeyCreate }), 'keys'),
}
