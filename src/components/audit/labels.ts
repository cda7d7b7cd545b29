import type { AdminUser } from '#contract/admin'
import type { Connector } from '#contract/connectors'
import type { Device, DeviceCreate } from '#contract/devices'
import type { Entity, Telling } from '#contract/entity'
import type { Key } from '#contract/keys'
import type { Message } from '#contract/messages'
import type { Profile } from '#contract/profile'
import type { Settings } from '#contract/settings'
import type { SimChanges } from '#contract/sims'
import type { Space } from '#contract/spaces'
import { tagEntity } from '#contract/tags'
import type { SpaceUser } from '#contract/users'
import { variableEntity } from '#contract/variables'
import { type TextGroup, textOf } from '../../i18n'
import type { MessageKey } from '../../i18n/translate'
import { msg as adminSimsMsg } from '../../pages/admin/sims/texts'
import { msg as adminMsg } from '../../pages/admin/texts'
import { msg as profileMsg } from '../../pages/profile/texts'
import { msg as connectorsMsg } from '../../resources/connectors/texts'
import { msg as devicesMsg } from '../../resources/devices/texts'
import { msg as keysMsg } from '../../resources/keys/texts'
import { msg as messagesMsg } from '../../resources/messages/texts'
import { msg as spacesMsg } from '../../resources/spaces/texts'
import { group as tagsGroup } from '../../resources/tags/texts'
import { msg as usersMsg } from '../../resources/users/texts'
import { group as variablesGroup, msg as variablesMsg } from '../../resources/variables/texts'
import type { LabelledField } from '../resource/entityFields'
import { msg } from './texts'
import { thingOf } from './words'

/** What every record has, and the audit log leaves out. */
type OfEvery = 'id' | 'space_id' | 'created_at' | 'updated_at' | 'version'

/** A label for each other field of a thing; null for one that the log leaves out. */
type Labels<Field extends PropertyKey> = Readonly<Record<Exclude<Field, OfEvery>, MessageKey | null>>

/** The labels of an entity whose folder has a text for each field. */
const labelsOf = <Of extends Entity>({ log }: Of, group: TextGroup<LabelledField<Of>>) =>
  Object.fromEntries(
    Object.entries<Telling>(log).map(([field, telling]) => [
      field,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript cannot follow the loop over the fields
      telling === 'untold' ? null : textOf(group, field as LabelledField<Of>),
    ]),
  )

const person: Labels<keyof Profile | keyof AdminUser | 'state'> = {
  email: msg('audit.fields.email'),
  firstname: profileMsg('profile.fields.firstname'),
  middlename: profileMsg('profile.fields.middlename'),
  lastname: profileMsg('profile.fields.lastname'),
  company: profileMsg('profile.fields.company'),
  timezone: profileMsg('profile.fields.timezone'),
  picture: msg('audit.fields.picture'),
  system_role: msg('audit.fields.systemRole'),
  is_verified: msg('audit.fields.verified'),
  state: msg('audit.fields.accountState'),
  spaces: null,
}

const settings: Labels<keyof Settings> = {
  second_factor: adminMsg('admin.signIn.secondFactor'),
  spaces_per_account: adminMsg('admin.spaces.limit'),
}

const space: Labels<keyof Space> = {
  name: spacesMsg('spaces.fields.name'),
  type: spacesMsg('spaces.fields.type'),
  owner_id: msg('audit.fields.owner'),
  user_role: null,
  invited: null,
}

const member: Labels<keyof SpaceUser | 'role'> = {
  email: msg('audit.fields.email'),
  space_role: usersMsg('users.role'),
  role: usersMsg('users.role'),
  space_invited: usersMsg('users.status'),
  is_verified: null,
  firstname: null,
  middlename: null,
  lastname: null,
  company: null,
}

const device: Labels<keyof Device | keyof DeviceCreate | 'space'> = {
  name: devicesMsg('devices.name'),
  comment: devicesMsg('devices.comment'),
  tags: devicesMsg('devices.tags'),
  label: devicesMsg('devices.labels'),
  serial_number: devicesMsg('devices.serialNumber'),
  token: devicesMsg('devices.token'),
  external_id: devicesMsg('devices.externalId'),
  space: msg('audit.space'),
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
  type: messagesMsg('messages.type'),
  device_id: variablesMsg('variables.fields.device_id'),
  down_state: messagesMsg('messages.downState'),
}

const connector: Labels<keyof Connector> = {
  name: connectorsMsg('connectors.name'),
  enabled: connectorsMsg('connectors.enabled'),
  state: null,
  type: connectorsMsg('connectors.type'),
  direction: connectorsMsg('connectors.direction'),
  triggers: connectorsMsg('connectors.triggersLabel'),
  tags: connectorsMsg('connectors.tags'),
  retry_delays: connectorsMsg('connectors.delays.label'),
  retry_delay: null,
  transformation: connectorsMsg('connectors.transformation'),
}

const key: Labels<keyof Key> = {
  name: keysMsg('keys.name'),
  tags: keysMsg('keys.tags'),
  permissions: keysMsg('keys.permissions.title'),
}

const sim: Labels<keyof SimChanges> = {
  state: adminSimsMsg('admin.sims.rows.state'),
  profile: adminSimsMsg('admin.sims.rows.profile'),
  attr1: adminSimsMsg('admin.sims.rows.attr1'),
  attr2: adminSimsMsg('admin.sims.rows.attr2'),
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
  firmware: {
    firmware_id: msg('audit.fields.firmware'),
    device_id: variablesMsg('variables.fields.device_id'),
  },
  connector,
  tag: labelsOf(tagEntity, tagsGroup('tags.fields')),
  key,
  variable: labelsOf(variableEntity, variablesGroup('variables.fields')),
  sim,
}

/** Label of a field that an action has changed; undefined where only its name is known. */
export const labelOf = (action: string, field: string): MessageKey | undefined =>
  LABELS[thingOf(action)]?.[field] ?? undefined
