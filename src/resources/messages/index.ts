import MessageIcon from '@mui/icons-material/ForumOutlined'
import { lazy } from 'react'

/** Messages of a space's devices, both ways. Spec 2, section 2. */
export const messages = {
  name: 'messages',
  scope: 'space',
  permission: 'space:message:read',
  icon: MessageIcon,
  list: lazy(() => import('./list/MessageList')),
  edit: lazy(() => import('./detail/MessagePage')),
} as const

/** Pages of messages beside the list and the detail, with their path in the space. */
export const messagePages = [
  { path: 'messages/compare', Page: lazy(() => import('./compare/ComparePage')) },
  {
    path: 'devices/:deviceId/create-message',
    Page: lazy(() => import('./create/CreateMessagePage')),
  },
]
