import { connectorsApi } from '../connectors'
import { devicesApi } from '../devices'
import { keysApi } from '../keys'
import { messagesApi } from '../messages'
import { tagsApi } from '../tags'
import { usersApi } from '../users'
import { variablesApi } from '../variables'

/** The calls of resources with a list in a space, by their plural; those of alerts, which the console loads later, are not here. */
export const spaceResources = {
  tags: tagsApi,
  keys: keysApi,
  users: usersApi,
  variables: variablesApi,
  devices: devicesApi,
  messages: messagesApi,
  connectors: connectorsApi,
}
