import { authApi } from './auth'
import type { Endpoint } from './common'
import { connectorsApi } from './connectors'
import { devicesApi } from './devices'
import { firmwareApi } from './firmware'
import { messagesApi } from './messages'
import { profileApi } from './profile'
import { spacesApi } from './spaces'
import { tagsApi } from './tags'

/** Every call of /v2. */
export const api = {
  auth: authApi,
  profile: profileApi,
  spaces: spacesApi,
  tags: tagsApi,
  devices: devicesApi,
  messages: messagesApi,
  firmware: firmwareApi,
  connectors: connectorsApi,
}

/** All calls of /v2 in one list. */
export const endpoints: Endpoint[] = Object.values(api).flatMap((group) => Object.values(group))

/** Names of the calls that the specifications do not have; a server lists them in `/config.json`. */
export const CAPABILITIES = [...new Set(endpoints.flatMap(({ capability }) => capability ?? []))]
