import TagIcon from '@mui/icons-material/LocalOfferOutlined'
import { lazyPart } from '../../components/lazyPart'
import { crudOf, type ResourceDefinition } from '../../components/resource/definition'
import type { TagsTexts } from './texts'

const TagPage = lazyPart(() => import('./TagPage'), 'tags')

/** Coloured tags of a space. Rules, "Tags". */
export const tags: ResourceDefinition<TagsTexts> = {
  name: 'tags',
  scope: 'space',
  icon: TagIcon,
  permissions: crudOf('space:tag'),
  recordRepresentation: 'name',
  list: lazyPart(() => import('./TagList'), 'tags'),
  show: TagPage,
  edit: TagPage,
  create: lazyPart(async () => ({ default: (await import('./TagForms')).TagCreate }), 'tags'),
  shownIn: ['devices', 'connectors', 'keys'],
}
