import SpacesIcon from '@mui/icons-material/Workspaces'
import { lazy } from 'react'
import { lazyPart } from '../../components/lazyPart'
import type { ResourceDefinition } from '../../components/resource/definition'

/** Space info page, at its own addresses. Rules, "Spaces". */
export const SpacePage = lazy(() => import('./SpacePage'))

/** The spaces of the signed-in person; everyone may create one. Rules, "Spaces". */
export const spaces: ResourceDefinition = {
  name: 'spaces',
  scope: 'account',
  icon: SpacesIcon,
  permissions: { read: 'space:read', update: 'space:update', delete: 'space:delete' },
  recordRepresentation: 'name',
  list: lazyPart(() => import('./SpaceList')),
  edit: SpacePage,
  create: lazyPart(async () => ({ default: (await import('./SpaceForms')).SpaceCreate })),
}
