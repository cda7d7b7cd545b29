import { useMemo } from 'react'
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '#contract/audit'
import type { CrudName } from '#contract/permissions'
import type { MessageKey, Translate } from '../../i18n/translate'
import type { Choice } from '../table'
import { doneOf, entityOf, isEntityAction, thingOf } from './entities'
import { isGroup } from './group/group'
import { type AuditTexts, msg, useTranslate } from './texts'

/** The target kind of an action: the part before the dot. */
type Thing = AuditAction extends `${infer Name}.${string}` ? Name : never

/** Group headings for actions on targets that are no entities of a space. */
const GROUPS: Readonly<Record<Exclude<Thing, CrudName>, MessageKey>> = {
  account: msg('audit.groups.account'),
  profile: msg('audit.groups.account'),
  password: msg('audit.groups.signIn'),
  session: msg('audit.groups.signIn'),
  identity: msg('audit.groups.signIn'),
  passkey: msg('audit.groups.signIn'),
  authenticator: msg('audit.groups.signIn'),
  recoveryCodes: msg('audit.groups.signIn'),
  settings: msg('audit.groups.settings'),
  routine: msg('audit.groups.settings'),
  mail: msg('audit.groups.settings'),
  space: 'layout.titles.spaces',
  user: 'layout.titles.users',
  invitation: 'layout.titles.users',
  note: 'layout.titles.devices',
  configuration: 'layout.titles.devices',
  message: 'layout.titles.messages',
  firmware: msg('audit.groups.firmware'),
  series: 'layout.titles.devices',
  attention: 'layout.menu.overview',
  alert: 'layout.titles.alerts',
  delivery: 'layout.titles.connectors',
  trash: 'layout.titles.trash',
  guestLink: 'layout.titles.spaces',
  sim: 'layout.titles.sims',
}

/** Groups of targets outside of spaces. */
const OUTSIDE = new Set<MessageKey>([GROUPS.account, GROUPS.session, GROUPS.settings, GROUPS.sim])

const isAction = (action: string): action is AuditAction => AUDIT_ACTIONS.some((known) => known === action)

const groups: ReadonlyMap<string, MessageKey> = new Map(Object.entries(GROUPS))

function groupOf(action: AuditAction): MessageKey {
  const thing = thingOf(action)
  const entity = entityOf(thing)
  return entity ? `layout.titles.${entity.plural}` : (groups.get(thing) ?? GROUPS.settings)
}

/** An action in words, such as "Device updated"; an unknown action from a newer server by its name. */
export function actionText(action: string, translate: Translate<AuditTexts>): string {
  if (!isAction(action)) return action
  return translate(isEntityAction(action) ? doneOf(action) : `audit.actions.${action}`)
}

function useChoices(isShown: (group: MessageKey) => boolean): readonly Choice[] {
  const translate = useTranslate()
  return useMemo(
    () =>
      AUDIT_ACTIONS.filter((action) => isShown(groupOf(action))).map((action) => ({
        id: action,
        name: actionText(action, translate),
        group: translate(groupOf(action)),
      })),
    [isShown, translate],
  )
}

const all = () => true
const inside = (group: MessageKey) => !OUTSIDE.has(group)

/** All actions, in groups. */
export const useActionChoices = () => useChoices(all)

/** Actions within a space. */
export const useSpaceActionChoices = () => useChoices(inside)

/** Targets with a count text of their own. */
const COUNTED = ['device', 'variable', 'tag', 'connector', 'key', 'user', 'message', 'sim'] as const

/** The number of targets in a group, such as "12 devices". */
export function targetsOf({ action, targets }: AuditEntry, translate: Translate<AuditTexts>): string {
  const thing = COUNTED.find((counted) => counted === thingOf(action)) ?? 'other'
  return translate(`audit.targets.${thing}`, { smart_count: targets })
}

/** The name of an entry: the action and its target, or the number of targets. */
export function nameOf(entry: AuditEntry, translate: Translate<AuditTexts>): string {
  const words = actionText(entry.action, translate)
  const target_name = isGroup(entry) ? targetsOf(entry, translate) : entry.target_name
  return target_name ? `${words}, ${target_name}` : words
}
