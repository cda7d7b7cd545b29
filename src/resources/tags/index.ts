import TagIcon from '@mui/icons-material/LocalOfferOutlined'
import { lazy } from 'react'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'

const TagPage = lazy(() => import('./TagPage'))

/** Coloured tags of a space. Rules, "Tags". */
export const tags: ResourceDefinition = {
  name: 'tags',
  scope: 'space',
  icon: TagIcon,
  permissions: crudOf('space:tag'),
  recordRepresentation: 'name',
  list: lazyPart(() => import('./TagList')),
  show: TagPage,
  edit: TagPage,
  create: lazyPart(async () => ({ default: (await import('./TagForms')).TagCreate })),
  shownIn: ['devices', 'connectors', 'keys'],
}
