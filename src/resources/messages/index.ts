import MessageIcon from '@mui/icons-material/ForumOutlined'
import { lazyPart } from '../../components/lazyPart'
import type { ResourceDefinition } from '../../components/resource/definition'
import type { MessagesTexts } from './texts'

/** Messages of a space's devices, both ways. Rules, "Messages". */
export const messages: ResourceDefinition<MessagesTexts> = {
  name: 'messages',
  scope: 'space',
  icon: MessageIcon,
  permissions: { read: 'space:message:read' },
  list: lazyPart(() => import('./list/MessageList'), 'messages'),
  show: lazyPart(() => import('./detail/MessagePage'), 'messages'),
}

/** Pages of messages beside the list and the detail, with their path in the space. */
export const messagePages = [
  { path: 'messages/compare', Page: lazyPart(() => import('./compare/ComparePage'), 'messages') },
  {
    path: 'devices/:deviceId/create-message',
    Page: lazyPart(() => import('./create/CreateMessagePage'), 'messages'),
  },
]
