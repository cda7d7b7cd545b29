import { useMemo } from 'react'
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '#contract/audit'
import { type Translate } from '../../i18n/translate'
import type { Choice } from '../table'
import { type AuditTexts, useTranslate } from './texts'

/** What an action is done to: the part of it before the dot. */
type Thing = AuditAction extends `${infer Name}.${string}` ? Name : never

/** The group of choices that a thing belongs to. */
const GROUP_OF = {
  account: 'account',
  profile: 'account',
  password: 'signIn',
  session: 'signIn',
  identity: 'signIn',
  passkey: 'signIn',
  authenticator: 'signIn',
  recoveryCodes: 'signIn',
  settings: 'settings',
  space: 'space',
  user: 'user',
  invitation: 'user',
  device: 'device',
  message: 'message',
  firmware: 'firmware',
  connector: 'connector',
  delivery: 'connector',
  tag: 'tag',
  key: 'key',
  variable: 'variable',
  sim: 'sim',
} as const satisfies Record<Thing, string>

/** Groups of things outside spaces. */
const OUTSIDE = new Set<string>(['account', 'signIn', 'settings', 'sim'])

const isAction = (action: string): action is AuditAction => AUDIT_ACTIONS.some((known) => known === action)

/** What an action is done to, such as `device`; anything for one of a newer server. */
export const thingOf = (action: string): string => action.slice(0, action.indexOf('.'))

const groupOf = (action: AuditAction) =>
  new Map<string, (typeof GROUP_OF)[Thing]>(Object.entries(GROUP_OF)).get(thingOf(action)) ?? 'settings'

/** An action in words, such as "Device updated"; its own name for one of a newer server. */
export const wordsOf = (action: string, translate: Translate<AuditTexts>): string =>
  isAction(action) ? translate(`audit.actions.${action}`) : action

function useChoices(isShown: (group: string) => boolean): readonly Choice[] {
  const translate = useTranslate()
  return useMemo(
    () =>
      AUDIT_ACTIONS.filter((action) => isShown(groupOf(action))).map((action) => ({
        id: action,
        name: wordsOf(action, translate),
        group: translate(`audit.groups.${groupOf(action)}`),
      })),
    [isShown, translate],
  )
}

const all = () => true
const inside = (group: string) => !OUTSIDE.has(group)

/** All actions, in groups. */
export const useActionChoices = () => useChoices(all)

/** The actions that take place in a space. */
export const useSpaceActionChoices = () => useChoices(inside)

/** What an entry is called: the action and the thing. */
export function nameOf({ action, target_name }: AuditEntry, translate: Translate<AuditTexts>): string {
  const words = wordsOf(action, translate)
  return target_name ? `${words}, ${target_name}` : words
}
