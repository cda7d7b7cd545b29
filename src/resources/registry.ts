import type { ResourceDefinition } from '../components/resource/definition'
import { adminDevices } from './adminDevices'
import { adminUsers } from './adminUsers'
import { alertRules } from './alert-rules'
import { alerts } from './alerts'
import { audit } from './audit'
import { configTemplates } from './config-templates'
import { connectors } from './connectors'
import { devices } from './devices'
import { keys } from './keys'
import { messages } from './messages'
import { mutes } from './mutes'
import { rollouts } from './rollouts'
import { shifts } from './shifts'
import { spaces } from './spaces'
import { tags } from './tags'
import { trash } from './trash'
import { users } from './users'
import { variables } from './variables'

/** All resources of the console, in the order of the menu. */
export const registry: ResourceDefinition[] = [
  spaces,
  devices,
  messages,
  alerts,
  alertRules,
  mutes,
  shifts,
  rollouts,
  tags,
  configTemplates,
  connectors,
  users,
  keys,
  variables,
  trash,
  adminUsers,
  adminDevices,
  audit,
]
