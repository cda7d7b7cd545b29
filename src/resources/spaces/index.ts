import SpacesIcon from '@mui/icons-material/Workspaces'
import { lazy } from 'react'

/** The spaces of the signed-in person. Spec 1, section 2. */
export const spaces = {
  name: 'spaces',
  scope: 'account',
  icon: SpacesIcon,
  list: lazy(() => import('./SpaceList')),
  recordRepresentation: 'name',
} as const

/** Space info page. Spec 1, section 2. */
export const SpacePage = lazy(() => import('./SpacePage'))
