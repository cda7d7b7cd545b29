import type { MessageKey } from '../../i18n/translate'
import { thingOf } from './words'

type Labels = Readonly<Record<string, MessageKey>>

const person: Labels = {
  email: 'audit.fields.email',
  firstname: 'profile.fields.firstname',
  middlename: 'profile.fields.middlename',
  lastname: 'profile.fields.lastname',
  company: 'profile.fields.company',
  timezone: 'profile.fields.timezone',
  system_role: 'audit.fields.systemRole',
  is_verified: 'audit.fields.verified',
  state: 'audit.fields.accountState',
}

const member: Labels = {
  email: 'audit.fields.email',
  space_role: 'users.role',
  role: 'users.role',
  space_invited: 'users.status',
}

/** Labels of the fields in the audit log, by thing and by their names in the contract. */
const LABELS: Readonly<Record<string, Labels>> = {
  account: person,
  profile: person,
  settings: { second_factor: 'admin.signIn.secondFactor', spaces_per_account: 'admin.spaces.limit' },
  space: { name: 'spaces.fields.name', type: 'spaces.fields.type', owner_id: 'audit.fields.owner' },
  user: member,
  invitation: member,
  device: {
    name: 'devices.name',
    comment: 'devices.comment',
    tags: 'devices.tags',
    label: 'devices.labels',
    serial_number: 'devices.serialNumber',
    token: 'devices.token',
    external_id: 'devices.externalId',
    space: 'audit.space',
  },
  message: { type: 'messages.type', device_id: 'variables.deviceId', down_state: 'messages.downState' },
  firmware: { firmware_id: 'audit.fields.firmware', device_id: 'variables.deviceId' },
  connector: {
    name: 'connectors.name',
    enabled: 'connectors.enabled',
    type: 'connectors.type',
    direction: 'connectors.direction',
    triggers: 'connectors.triggersLabel',
    tags: 'connectors.tags',
    retry_delays: 'connectors.delays.label',
    transformation: 'connectors.transformation',
  },
  tag: { name: 'tags.name', color: 'tags.color', access_type: 'tags.accessType' },
  key: { name: 'keys.name', tags: 'keys.tags', permissions: 'keys.permissions.title' },
  variable: {
    name: 'variables.name',
    value: 'variables.value',
    environment: 'variables.environment',
    comment: 'variables.comment',
    device_id: 'variables.deviceId',
    device_name: 'variables.deviceName',
  },
  sim: {
    state: 'sims.rows.state',
    profile: 'sims.rows.profile',
    attr1: 'sims.rows.attr1',
    attr2: 'sims.rows.attr2',
  },
}

/** Label of a field that an action has changed; undefined where only its name is known. */
export const labelOf = (action: string, field: string): MessageKey | undefined =>
  LABELS[thingOf(action)]?.[field]
