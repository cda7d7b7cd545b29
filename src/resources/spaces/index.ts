import SpacesIcon from '@mui/icons-material/Workspaces'
import { lazyPart } from '../../components/lazyPart'
import type { ResourceDefinition } from '../../components/resource/definition'
import type { SpacesTexts } from './texts'

/** Info page of a space, at its own addresses. Rules, "Spaces". */
export const SpacePage = lazyPart(() => import('./SpacePage'), 'spaces')

/** Spaces of the signed-in person; everyone may create one. Rules, "Spaces". */
export const spaces: ResourceDefinition<SpacesTexts> = {
  name: 'spaces',
  scope: 'account',
  icon: SpacesIcon,
  permissions: { read: 'space:read', update: 'space:update', delete: 'space:delete' },
  recordRepresentation: 'name',
  list: lazyPart(() => import('./SpaceList'), 'spaces'),
  edit: SpacePage,
  create: lazyPart(async () => ({ default: (await import('./SpaceForms')).SpaceCreate }), 'spaces'),
}
