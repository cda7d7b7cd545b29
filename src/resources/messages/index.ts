import MessageIcon from '@mui/icons-material/ForumOutlined'
import { lazy } from 'react'
import { lazyPart } from '../../components/lazyPart'
import type { ResourceDefinition } from '../../components/resource/definition'

/** Messages of a space's devices, both ways. Rules, "Messages". */
export const messages: ResourceDefinition = {
  name: 'messages',
  scope: 'space',
  icon: MessageIcon,
  permissions: { read: 'space:message:read' },
  list: lazyPart(() => import('./list/MessageList')),
  show: lazy(() => import('./detail/MessagePage')),
}

/** Pages of messages beside the list and the detail, with their path in the space. */
export const messagePages = [
  { path: 'messages/compare', Page: lazy(() => import('./compare/ComparePage')) },
  {
    path: 'devices/:deviceId/create-message',
    Page: lazy(() => import('./create/CreateMessagePage')),
  },
]
