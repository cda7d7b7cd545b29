import VariableIcon from '@mui/icons-material/DataObject'
import { lazy } from 'react'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'

const VariablePage = lazy(() => import('./VariablePage'))

/** Variables of a space and of its devices, such as decryption keys. Rules, "Variables". */
export const variables: ResourceDefinition = {
  name: 'variables',
  scope: 'space',
  icon: VariableIcon,
  permissions: crudOf('space:variable'),
  recordRepresentation: 'name',
  uneditable: ({ locked }) => (locked ? 'variables.lockedReason' : null),
  list: lazyPart(() => import('./VariableList')),
  show: VariablePage,
  edit: VariablePage,
  create: lazyPart(async () => ({ default: (await import('./VariableForms')).VariableCreate })),
}
