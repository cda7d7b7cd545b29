import type { adminUserEntity } from '#contract/admin'
import { ownOf } from '#contract/common'
import type { LoggedField } from '#contract/entity'
import type { Message } from '#contract/messages'
import type { profileEntity } from '#contract/profile'
import type { SeriesSetting } from '#contract/series'
import type { Settings } from '#contract/settings'
import type { SimChanges } from '#contract/sims'
import type { spaceEntity } from '#contract/spaces'
import type { spaceUserEntity } from '#contract/users'
import type { MessageKey } from '../../i18n/translate'
import { msg as seriesMsg } from '../series/texts'
import { fieldLabel } from '../words/fieldLabel'
import { msg as word } from '../words/texts'
import { entityOf, labelIn, thingOf } from './entities'
import { msg } from './texts'

type Labels<Field extends PropertyKey = string> = Readonly<Record<Field, MessageKey>>

const person: Labels<
  LoggedField<typeof profileEntity> | LoggedField<typeof adminUserEntity> | 'is_verified' | 'state'
> = {
  email: word('words.person.email'),
  firstname: word('words.person.firstname'),
  middlename: word('words.person.middlename'),
  lastname: word('words.person.lastname'),
  company: word('words.person.company'),
  timezone: word('words.person.timezone'),
  picture: msg('audit.fields.picture'),
  system_role: msg('audit.fields.systemRole'),
  is_verified: msg('audit.fields.verified'),
  state: msg('audit.fields.accountState'),
}

const settings: Labels<Exclude<keyof Settings, 'version'>> = {
  second_factor: word('words.settings.secondFactor'),
  spaces_per_account: word('words.settings.spaces'),
}

const space: Labels<LoggedField<typeof spaceEntity> | 'owner_id'> = {
  name: msg('audit.fields.name'),
  type: msg('audit.fields.type'),
  owner_id: msg('audit.fields.owner'),
}

const member: Labels<LoggedField<typeof spaceUserEntity> | 'role'> = {
  email: word('words.person.email'),
  space_role: word('words.member.role'),
  role: word('words.member.role'),
  ends_at: word('words.member.ends'),
  tags: word('words.member.tags'),
  permissions: word('words.member.permissions'),
  space_invited: word('words.member.status'),
}

const deviceId = fieldLabel('variables', 'device_id')

const message: Labels<keyof Pick<Message, 'type' | 'device_id' | 'down_state'>> = {
  type: word('words.message.type'),
  device_id: deviceId,
  down_state: word('words.message.downState'),
}

const sim: Labels<keyof SimChanges> = {
  state: word('words.sim.state'),
  profile: word('words.sim.profile'),
  attr1: word('words.sim.attr1'),
  attr2: word('words.sim.attr2'),
}

const password = word('words.password')

/** Labels of logged fields, by target kind and field name in the contract. Entities have theirs in their folders. */
const LABELS: Readonly<Record<string, Labels>> = {
  account: { ...person, password },
  profile: person,
  password: { password },
  passkey: { name: msg('audit.fields.name') },
  identity: {
    provider: word('words.identity.provider'),
    identity_id: word('words.identity.identity'),
    login: word('words.identity.login'),
  },
  settings,
  space,
  user: member,
  invitation: { ...member, space: msg('audit.space'), sender: msg('audit.fields.sender') },
  device: { space: msg('audit.space'), token: fieldLabel('devices', 'token') },
  message,
  note: {
    text: msg('audit.fields.text'),
    at: msg('audit.fields.doneAt'),
    file: msg('audit.fields.file'),
    size: msg('audit.fields.size'),
  },
  firmware: {
    firmware_id: msg('audit.fields.firmware'),
    target: word('words.firmware.target'),
    state: word('words.firmware.state'),
    device_id: deviceId,
  },
  connector: {
    secret: word('words.connector.secret'),
    signed_twice_until: word('words.connector.twiceUntil'),
    until: word('words.connector.until'),
    backlog: msg('audit.fields.backlog'),
    status: msg('audit.fields.status'),
    error: msg('audit.fields.error'),
    count: msg('audit.fields.deliveries'),
    after: msg('audit.fields.after'),
    before: msg('audit.fields.before'),
    failed_only: msg('audit.fields.failedOnly'),
    state: word('words.connector.state'),
    delivery_id: msg('audit.fields.deliveryId'),
    device_id: deviceId,
  },
  alert: { assigned_to: msg('audit.fields.assignedTo') },
  alertRule: { connectors: 'layout.titles.connectors' },
  trash: {
    resource: msg('audit.fields.type'),
    count: msg('audit.fields.records'),
    names: msg('audit.fields.name'),
  },
  delivery: { connector_id: msg('audit.fields.connectorId'), count: msg('audit.fields.deliveries') },
  sim,
}

/** Labels of the parts of a field. */
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
/** Texts for values in connector actions, by action. */
const WORDS: Readonly<Record<string, Readonly<Record<string, MessageKey>>>> = {
  'connector.pause': backlogs,
  'connector.pauseEnd': backlogs,
  'connector.resume': {
    ...backlogs,
    paused: word('words.connector.states.paused'),
    waiting: word('words.connector.states.waiting'),
    stopped: word('words.connector.states.stopped'),
    off: word('words.connector.disabled'),
  },
}

/** The text for a value that an action has logged; undefined if the value is shown as it is. */
export const valueLabelOf = (action: string, value: string): MessageKey | undefined =>
  ownOf(WORDS[action] ?? {}, value)

/** The label of a part of a changed field; undefined if only its name is known. */
export const partLabelOf = (action: string, name: string): MessageKey | undefined =>
  ownOf(PARTS[thingOf(action)] ?? {}, name)

/** The label of a changed field; undefined if only its name is known. */
export function labelOf(action: string, field: string): MessageKey | undefined {
  const thing = thingOf(action)
  const entity = entityOf(thing)
  return ownOf(LABELS[thing] ?? {}, field) ?? (entity && labelIn(entity, field))
}
