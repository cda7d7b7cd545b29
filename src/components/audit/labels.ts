import type { adminUserEntity } from '#contract/admin'
import { ownOf } from '#contract/common'
import type { ToldField } from '#contract/entity'
import type { Message } from '#contract/messages'
import type { profileEntity } from '#contract/profile'
import type { SeriesSetting } from '#contract/series'
import type { Settings } from '#contract/settings'
import type { SimChanges } from '#contract/sims'
import type { spaceEntity } from '#contract/spaces'
import type { spaceUserEntity } from '#contract/users'
import type { MessageKey } from '../../i18n/translate'
import { msg as adminSimsMsg } from '../../pages/admin/sims/texts'
import { msg as adminMsg } from '../../pages/admin/texts'
import { msg as profileMsg } from '../../pages/profile/texts'
import { msg as connectorsMsg } from '../../resources/connectors/texts'
import { msg as devicesMsg } from '../../resources/devices/texts'
import { msg as messagesMsg } from '../../resources/messages/texts'
import { msg as spacesMsg } from '../../resources/spaces/texts'
import { msg as usersMsg } from '../../resources/users/texts'
import { msg as variablesMsg } from '../../resources/variables/texts'
import { msg as seriesMsg } from '../series/texts'
import { entityOf, labelIn, thingOf } from './entities'
import { msg } from './texts'

type Labels<Field extends PropertyKey = string> = Readonly<Record<Field, MessageKey>>

const person: Labels<
  ToldField<typeof profileEntity> | ToldField<typeof adminUserEntity> | 'is_verified' | 'state'
> = {
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
}

const settings: Labels<Exclude<keyof Settings, 'version'>> = {
  second_factor: adminMsg('admin.signIn.secondFactor'),
  spaces_per_account: adminMsg('admin.spaces.limit'),
}

const space: Labels<ToldField<typeof spaceEntity> | 'owner_id'> = {
  name: spacesMsg('spaces.fields.name'),
  type: spacesMsg('spaces.fields.type'),
  owner_id: msg('audit.fields.owner'),
}

const member: Labels<ToldField<typeof spaceUserEntity> | 'role'> = {
  email: msg('audit.fields.email'),
  space_role: usersMsg('users.role'),
  role: usersMsg('users.role'),
  space_invited: usersMsg('users.status'),
}

const deviceId = variablesMsg('variables.fields.device_id')

const message: Labels<keyof Pick<Message, 'type' | 'device_id' | 'down_state'>> = {
  type: messagesMsg('messages.type'),
  device_id: deviceId,
  down_state: messagesMsg('messages.downState'),
}

const sim: Labels<keyof SimChanges> = {
  state: adminSimsMsg('admin.sims.rows.state'),
  profile: adminSimsMsg('admin.sims.rows.profile'),
  attr1: adminSimsMsg('admin.sims.rows.attr1'),
  attr2: adminSimsMsg('admin.sims.rows.attr2'),
}

const password = profileMsg('profile.security.password.title')

/** Labels of the fields in the audit log, by thing and by their names in the contract; those of entities are in their folders. */
const LABELS: Readonly<Record<string, Labels>> = {
  account: { ...person, password },
  profile: person,
  password: { password },
  passkey: { name: msg('audit.fields.name') },
  identity: {
    provider: profileMsg('profile.authentications.provider'),
    identity_id: profileMsg('profile.authentications.identity'),
    login: profileMsg('profile.authentications.login'),
  },
  settings,
  space,
  user: member,
  invitation: { ...member, space: msg('audit.space'), sender: msg('audit.fields.sender') },
  device: { space: msg('audit.space'), token: devicesMsg('devices.fields.token') },
  message,
  firmware: {
    firmware_id: msg('audit.fields.firmware'),
    target: devicesMsg('devices.firmware.target'),
    state: devicesMsg('devices.firmware.state'),
    device_id: deviceId,
  },
  connector: {
    secret: connectorsMsg('connectors.secret.title'),
    signed_twice_until: connectorsMsg('connectors.secret.twiceUntil'),
    until: connectorsMsg('connectors.operation.until'),
    backlog: msg('audit.fields.backlog'),
    status: msg('audit.fields.status'),
    error: msg('audit.fields.error'),
    count: msg('audit.fields.deliveries'),
    after: msg('audit.fields.after'),
    before: msg('audit.fields.before'),
    failed_only: msg('audit.fields.failedOnly'),
    state: connectorsMsg('connectors.state'),
    delivery_id: msg('audit.fields.deliveryId'),
    device_id: deviceId,
  },
  alertRule: { connectors: 'layout.titles.connectors' },
  delivery: { connector_id: msg('audit.fields.connectorId'), count: msg('audit.fields.deliveries') },
  sim,
}

/** Labels of what a field of a thing consists of. */
const series: Labels<Exclude<keyof SeriesSetting, 'path'>> = {
  label: seriesMsg('series.form.label'),
  unit: seriesMsg('series.form.unit'),
  decimals: seriesMsg('series.form.decimals'),
  is_hidden: seriesMsg('series.fields.hidden'),
  is_shown: seriesMsg('series.fields.shown'),
  is_pinned: seriesMsg('series.list.pinned'),
  tags: 'layout.titles.tags',
  place: seriesMsg('series.fields.place'),
}
const PARTS: Readonly<Record<string, Labels>> = { series }

const backlogs = { deliver: msg('audit.backlogs.deliver'), skip: msg('audit.backlogs.skip') }
/** Words for values of what happens to connectors, by action. */
const WORDS: Readonly<Record<string, Readonly<Record<string, MessageKey>>>> = {
  'connector.pause': backlogs,
  'connector.pauseEnd': backlogs,
  'connector.resume': {
    ...backlogs,
    paused: connectorsMsg('connectors.operation.states.paused'),
    waiting: connectorsMsg('connectors.operation.states.waiting'),
    stopped: connectorsMsg('connectors.operation.states.stopped'),
    off: connectorsMsg('connectors.disabled'),
  },
}

/** Words for a value that an action has stored; undefined where it says itself what it is. */
export const wordsOf = (action: string, value: string): MessageKey | undefined =>
  ownOf(WORDS[action] ?? {}, value)

/** Label of a part of a field that an action has changed; undefined where only its name is known. */
export const partLabelOf = (action: string, name: string): MessageKey | undefined =>
  ownOf(PARTS[thingOf(action)] ?? {}, name)

/** Label of a field that an action has changed; undefined where only its name is known. */
export function labelOf(action: string, field: string): MessageKey | undefined {
  const thing = thingOf(action)
  const entity = entityOf(thing)
  return ownOf(LABELS[thing] ?? {}, field) ?? (entity && labelIn(entity, field))
}
