import TrashIcon from '@mui/icons-material/DeleteOutlined'
import { TRASH_CAPABILITY } from '#contract/trash/capability'
import { lazyPart } from '../../components/lazyPart'
import { missingRecord, type ResourceDefinition } from '../../components/resource/definition'
import type { TrashTexts } from '../../components/trash/texts'

/** Deleted records of a space that can be restored. Rules, "Trash". */
export const trash: ResourceDefinition<TrashTexts> = {
  name: 'trash',
  scope: 'space',
  capability: TRASH_CAPABILITY,
  icon: TrashIcon,
  permissions: { read: 'space:trash:read' },
  recordRepresentation: 'name',
  list: lazyPart(() => import('./TrashList'), 'trash'),
  show: missingRecord('trash'),
}
