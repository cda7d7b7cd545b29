import { connectorEntity, connectorsApi } from '../connectors'
import { deviceEntity, devicesApi } from '../devices'
import type { Entity } from '../entity'
import { keyEntity, keysApi } from '../keys'
import { messagesApi } from '../messages'
import type { CrudName } from '../permissions'
import { tagEntity, tagsApi } from '../tags'
import { usersApi } from '../users'
import { variableEntity, variablesApi } from '../variables'

/** What a space has many of, by its name. */
export const entities = {
  device: deviceEntity,
  tag: tagEntity,
  connector: connectorEntity,
  key: keyEntity,
  variable: variableEntity,
} satisfies { [Name in CrudName]: Entity<Name> }

/** The calls of what lives in a space and has a list, by its plural. */
export const spaceResources = {
  tags: tagsApi,
  keys: keysApi,
  users: usersApi,
  variables: variablesApi,
  devices: devicesApi,
  messages: messagesApi,
  connectors: connectorsApi,
}
