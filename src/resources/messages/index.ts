import MessageIcon from '@mui/icons-material/ForumOutlined'
import { lazyPart } from '../../components/lazyPart'
import type { ResourceDefinition } from '../../components/resource/definition'
import type { MessagesTexts } from './texts'

/** Messages of a space's devices, in both directions. Rules, "Messages". */
export const messages: ResourceDefinition<MessagesTexts> = {
  name: 'messages',
  scope: 'space',
  icon: MessageIcon,
  permissions: { read: 'space:message:read' },
  list: lazyPart(() => import('./list/MessageList'), 'messages'),
  show: lazyPart(() => import('./detail/MessagePage'), 'messages'),
}

/** Further pages of messages, besides the list and the detail, with their paths in the space. */
export const messagePages = [
  { path: 'messages/compare', Page: lazyPart(() => import('./compare/ComparePage'), 'messages') },
  {
    path: 'devices/:deviceId/create-message',
    Page: lazyPart(() => import('./create/CreateMessagePage'), 'messages'),
  },
]
