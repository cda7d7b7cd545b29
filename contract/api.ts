import { adminDevicesApi, adminSpacesApi, adminUsersApi, installationApi } from './admin'
import { auditApi, spaceAuditApi } from './audit'
import { authApi, BROWSER_CAPABILITY } from './auth'
import type { Endpoint } from './common'
import { connectorsApi } from './connectors'
import { devicesApi, STATE_CAPABILITY } from './devices'
import { handoverApi } from './devices/handover'
import { firmwareApi } from './firmware'
import { keysApi } from './keys'
import { messagesApi } from './messages'
import { downlinkNamesApi } from './messages/downlinkNames'
import { authenticationsApi, profileApi } from './profile'
import { registrationApi } from './registration'
import { secondFactorApi } from './secondFactor'
import { sessionsApi } from './sessions'
import { settingsApi } from './settings'
import { simsApi } from './sims'
import { spacesApi } from './spaces'
import { tagsApi } from './tags'
import { usersApi } from './users'
import { variablesApi } from './variables'

/** Every call of /v2. */
export const api = {
  auth: authApi,
  profile: profileApi,
  spaces: spacesApi,
  registration: registrationApi,
  authentications: authenticationsApi,
  sessions: sessionsApi,
  secondFactor: secondFactorApi,
  settings: settingsApi,
  tags: tagsApi,
  keys: keysApi,
  users: usersApi,
  variables: variablesApi,
  devices: devicesApi,
  messages: messagesApi,
  downlinkNames: downlinkNamesApi,
  firmware: firmwareApi,
  connectors: connectorsApi,
  handover: handoverApi,
  adminUsers: adminUsersApi,
  adminDevices: adminDevicesApi,
  adminSpaces: adminSpacesApi,
  installation: installationApi,
  sims: simsApi,
  audit: auditApi,
  spaceAudit: spaceAuditApi,
}

/** All calls of /v2 in one list. */
export const endpoints: Endpoint[] = Object.values(api).flatMap((group) => Object.values(group))

/**
 * Names of the calls and fields that other servers may not have; a server lists them in `/config.json`. Rules,
 * "Capabilities".
 */
export const CAPABILITIES = [
  ...new Set(endpoints.flatMap(({ capability }) => capability ?? [])),
  STATE_CAPABILITY,
  BROWSER_CAPABILITY,
]
