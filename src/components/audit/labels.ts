import type { AdminUser } from '#contract/admin'
import type { Connector } from '#contract/connectors'
import type { Device, DeviceCreate } from '#contract/devices'
import type { Key } from '#contract/keys'
import type { Message } from '#contract/messages'
import type { Profile } from '#contract/profile'
import type { Settings } from '#contract/settings'
import type { SimChanges } from '#contract/sims'
import type { Space } from '#contract/spaces'
import type { Tag } from '#contract/tags'
import type { SpaceUser } from '#contract/users'
import type { Variable } from '#contract/variables'
import type { MessageKey } from '../../i18n/translate'
import { thingOf } from './words'

/** What every record has, and the audit log leaves out. */
type OfEvery = 'id' | 'space_id' | 'created_at' | 'updated_at' | 'version'

/** A label for each other field of a thing; null for one that the log leaves out. */
type Labels<Field extends PropertyKey> = Readonly<Record<Exclude<Field, OfEvery>, MessageKey | null>>

const person: Labels<keyof Profile | keyof AdminUser | 'state'> = {
  email: 'audit.fields.email',
  firstname: 'profile.fields.firstname',
  middlename: 'profile.fields.middlename',
  lastname: 'profile.fields.lastname',
  company: 'profile.fields.company',
  timezone: 'profile.fields.timezone',
  picture: 'audit.fields.picture',
  system_role: 'audit.fields.systemRole',
  is_verified: 'audit.fields.verified',
  state: 'audit.fields.accountState',
  spaces: null,
}

const settings: Labels<keyof Settings> = {
  second_factor: 'admin.signIn.secondFactor',
  spaces_per_account: 'admin.spaces.limit',
}

const space: Labels<keyof Space> = {
  name: 'spaces.fields.name',
  type: 'spaces.fields.type',
  owner_id: 'audit.fields.owner',
  user_role: null,
  invited: null,
}

const member: Labels<keyof SpaceUser | 'role'> = {
  email: 'audit.fields.email',
  space_role: 'users.role',
  role: 'users.role',
  space_invited: 'users.status',
  is_verified: null,
  firstname: null,
  middlename: null,
  lastname: null,
  company: null,
}

const device: Labels<keyof Device | keyof DeviceCreate | 'space'> = {
  name: 'devices.name',
  comment: 'devices.comment',
  tags: 'devices.tags',
  label: 'devices.labels',
  serial_number: 'devices.serialNumber',
  token: 'devices.token',
  external_id: 'devices.externalId',
  space: 'audit.space',
  session_id: null,
  last_seen: null,
  contact: null,
  config_hash: null,
  decoder_hash: null,
  encoder_hash: null,
  dashboard_type: null,
  moved_at: null,
  moved_to: null,
  moved_from: null,
}

const message: Labels<keyof Pick<Message, 'type' | 'device_id' | 'down_state'>> = {
  type: 'messages.type',
  device_id: 'variables.deviceId',
  down_state: 'messages.downState',
}

const connector: Labels<keyof Connector> = {
  name: 'connectors.name',
  enabled: 'connectors.enabled',
  state: null,
  type: 'connectors.type',
  direction: 'connectors.direction',
  triggers: 'connectors.triggersLabel',
  tags: 'connectors.tags',
  retry_delays: 'connectors.delays.label',
  retry_delay: null,
  transformation: 'connectors.transformation',
}

const tag: Labels<keyof Tag> = {
  name: 'tags.name',
  color: 'tags.color',
  access_type: 'tags.accessType',
}

const key: Labels<keyof Key> = {
  name: 'keys.name',
  tags: 'keys.tags',
  permissions: 'keys.permissions.title',
}

const variable: Labels<keyof Variable> = {
  name: 'variables.name',
  value: 'variables.value',
  environment: 'variables.environment',
  comment: 'variables.comment',
  device_id: 'variables.deviceId',
  device_name: 'variables.deviceName',
  locked: null,
}

const sim: Labels<keyof SimChanges> = {
  state: 'sims.rows.state',
  profile: 'sims.rows.profile',
  attr1: 'sims.rows.attr1',
  attr2: 'sims.rows.attr2',
}

/** Labels of the fields in the audit log, by thing and by their names in the contract. */
const LABELS: Readonly<Record<string, Readonly<Record<string, MessageKey | null>>>> = {
  account: person,
  profile: person,
  settings,
  space,
  user: member,
  invitation: member,
  device,
  message,
  firmware: { firmware_id: 'audit.fields.firmware', device_id: 'variables.deviceId' },
  connector,
  tag,
  key,
  variable,
  sim,
}

/** Label of a field that an action has changed; undefined where only its name is known. */
export const labelOf = (action: string, field: string): MessageKey | undefined =>
  LABELS[thingOf(action)]?.[field] ?? undefined
