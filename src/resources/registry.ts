import type { ResourceDefinition } from '../components/resource/definition'
import { adminUsers } from './adminUsers'
import { connectors } from './connectors'
import { devices } from './devices'
import { keys } from './keys'
import { messages } from './messages'
import { spaces } from './spaces'
import { tags } from './tags'
import { users } from './users'
import { variables } from './variables'

/** Every resource of the console, in the order of the menu. */
export const registry: ResourceDefinition[] = [
  spaces,
  devices,
  messages,
  tags,
  connectors,
  users,
  keys,
  variables,
  adminUsers,
]
