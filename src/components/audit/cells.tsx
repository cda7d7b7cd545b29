import { Chip, Link, Stack } from '@mui/material'
import Bowser from 'bowser'
import { useCallback } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { AuditEntry } from '#contract/audit'
import { addresses, spaceAddresses } from '../../addresses'
import { useProviders } from '../../authProvider/providers'
import { type Translate } from '../../i18n/translate'
import { useBrowserName } from '../browsers/useBrowserName'
import { msg as word } from '../words/texts'
import { entityOf, thingOf } from './entities'
import { isGroup } from './group/group'
import { type AuditTexts, useTranslate } from './texts'
import { actionText, targetsOf } from './words'

interface EntryProps {
  entry: AuditEntry
}

/** The actor of an entry: their name at that time. */
export function actorOf({ actor_type, actor_name }: AuditEntry, translate: Translate<AuditTexts>): string {
  return actor_name ?? translate(actor_type === 'server' ? 'audit.server' : `audit.actors.${actor_type}`)
}

/** The sign-in method of the person, in words; null for a key or the server. */
export function useMethodText() {
  const translate = useTranslate()
  const providers = useProviders()
  return useCallback(
    ({ method, provider: id }: AuditEntry): string | null => {
      if (method === null) return null
      const provider = providers.find(({ provider }) => provider === id)?.name ?? id ?? '–'
      return translate(word(`words.session.methods.${method}`), { provider })
    },
    [translate, providers],
  )
}

/** The actor of an entry. The kind of actor is in the tooltip, and for a key also beside its name. */
export function Actor({ entry }: EntryProps) {
  const translate = useTranslate()
  const method = useMethodText()(entry)
  const kind = translate(`audit.actors.${entry.actor_type}`)
  const signedIn = method && translate(word('words.session.signedIn'), { method })
  return (
    <span title={[kind, signedIn].filter(Boolean).join(' · ')}>
      {actorOf(entry, translate)}
      {entry.actor_type === 'key' && <span>{` (${translate('audit.key')})`}</span>}
    </span>
  )
}

function markOf({ is_unknown, undone_by, undoes, entries, undone_entries }: AuditEntry) {
  if (is_unknown) return 'unknown'
  if (entries > 1 && undone_entries > 0) return undone_entries < entries ? 'undonePartly' : 'undone'
  if (entries === 1 && undone_by !== null) return 'undone'
  return undoes === null ? null : 'undoing'
}

/** Marks an entry as uncertain, undone, or itself an undo. */
export function ActionMark({ entry }: EntryProps) {
  const translate = useTranslate()
  const mark = markOf(entry)
  if (!mark) return null
  return (
    <Chip
      component="span"
      size="small"
      variant="outlined"
      color={entry.is_unknown ? 'warning' : 'default'}
      label={translate(`audit.${mark}`)}
    />
  )
}

/** The action, and its mark. */
export function Action({ entry }: EntryProps) {
  const translate = useTranslate()
  return (
    <Stack
      component="span"
      direction="row"
      useFlexGap
      sx={{ flexWrap: 'var(--row-wrap, wrap)', alignItems: 'center', gap: 1 }}
    >
      <span>{actionText(entry.action, translate)}</span>
      <ActionMark entry={entry} />
    </Stack>
  )
}

/** The resource that has a page for the target of an action. */
const pageOf = (thing: string, { before, after }: Pick<AuditEntry, 'before' | 'after'>) => {
  const kind = (after ?? before)?.['kind']
  if (thing === 'user') return 'users'
  if (thing === 'configuration') return 'devices'
  if (thing === 'attention') {
    if (kind === 'rollout_held') return 'rollouts'
    return typeof kind === 'string' && kind.startsWith('connector_') ? 'connectors' : 'devices'
  }
  return thing === 'message' ? 'messages' : entityOf(thing)?.plural
}

/**
 * The address of the changed record; null if it has no page or was deleted. A key links to the list of keys, because
 * its id is its token, which no entry has.
 */
function addressOf(entry: AuditEntry): string | null {
  const { action, space_id, target_id } = entry
  const thing = thingOf(action)
  if (action.endsWith('.delete')) return null
  if (space_id === null)
    return thing === 'account' && target_id !== null ? `${addresses.adminUsers}/${target_id}` : null
  const at = spaceAddresses(space_id)
  if (thing === 'space') return at.space()
  if (thing === 'key') return at.list('keys')
  if ((action === 'delivery.retryAll' || action === 'delivery.send') && target_id !== null)
    return at.deliveries(target_id)
  const resource = pageOf(thing, entry)
  return resource && target_id !== null ? at.record(resource, target_id) : null
}

function To({ to, name }: { to: string; name: string }) {
  return (
    <Link component={RouterLink} to={to} underline="hover" sx={{ overflowWrap: 'anywhere' }}>
      {name}
    </Link>
  )
}

/** The name of the changed record, with a link if it may still exist; for a group, the number of records. */
export function Target({ entry }: EntryProps) {
  const translate = useTranslate()
  const name = entry.target_name ?? entry.target_id
  const to = addressOf(entry)
  if (isGroup(entry)) return targetsOf(entry, translate)
  if (name === null) return <span>{'–'}</span>
  return to === null ? name : <To to={to} name={name} />
}

/** The space of an entry; a dash outside of spaces. */
export function Space({ entry: { space_id, space_name, action } }: EntryProps) {
  if (space_id === null) return <span>{'–'}</span>
  const name = space_name ?? space_id
  return action === 'space.delete' ? name : <To to={spaceAddresses(space_id).space()} name={name} />
}

/** "Firefox on Linux", or the name of a program that is not a browser. */
export function useProgramText() {
  const nameOf = useBrowserName()
  return (userAgent: string): string => {
    const { browser, os } = Bowser.parse(userAgent)
    if (browser.name && os.name) return nameOf({ browser: browser.name, system: os.name })
    return browser.name || /^\s*([^\s/()]+)/.exec(userAgent)?.[1] || userAgent
  }
}

/** The origin of a call: its network address and program. */
export function Origin({ entry: { address, user_agent } }: EntryProps) {
  const programOf = useProgramText()
  if (address === null && user_agent === null) return <span>{'–'}</span>
  return (
    <span title={user_agent ?? undefined}>
      {[address, user_agent && programOf(user_agent)].filter(Boolean).join(' · ')}
    </span>
  )
}
