import VariableIcon from '@mui/icons-material/DataObject'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'
import type { VariablesTexts } from './texts'

const VariablePage = lazyPart(() => import('./VariablePage'), 'variables')

/** Variables of a space and of its devices, such as decryption keys. Rules, "Variables". */
export const variables: ResourceDefinition<VariablesTexts> = {
  name: 'variables',
  scope: 'space',
  icon: VariableIcon,
  permissions: crudOf('space:variable'),
  recordRepresentation: 'name',
  uneditable: ({ locked }) => (locked ? 'variables.lockedReason' : null),
  list: lazyPart(() => import('./VariableList'), 'variables'),
  show: VariablePage,
  edit: VariablePage,
  create: lazyPart(async () => ({ default: (await import('./VariableForms')).VariableCreate }), 'variables'),
}
