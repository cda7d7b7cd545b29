import { Alert, Stack } from '@mui/material'
import { useListContext } from 'react-admin'
import { type AuditEntry, auditApi, spaceAuditApi } from '#contract/audit'
import { formatTime, useClock } from '../../clock'
import { useRead } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { useOptionalSpaceId } from '../../dataProvider/SpaceProvider'
import { CopyText, Field, FieldList } from '../page'
import { msg as word } from '../words/texts'
import { ChangesSection } from './Changes'
import { actorOf, useMethodText, useProgramText } from './cells'
import { thingOf } from './entities'
import { GroupEntries } from './group/GroupEntries'
import { isGroup } from './group/group'
import { timeOfId } from './ids'
import { useTranslate } from './texts'
import { UndoButton } from './undo'
import { actionText } from './words'

/** Maximum number of entries of one target within a millisecond. */
const LIMIT = 100

/** The entry that undid this one or was undone by it: from the list, else read by time and target. */
function useRelated({ target_id }: AuditEntry, id: string | null): AuditEntry | undefined {
  const { data: listed } = useListContext<AuditEntry>()
  const { ask } = useSpaceport()
  const spaceId = useOptionalSpaceId()
  const shown = listed?.find((entry) => entry.id === id)
  const at = id === null ? undefined : timeOfId(id)
  const { data: found } = useRead(
    auditApi.list,
    { related: [spaceId, id] },
    async (signal) => {
      const query = { target: target_id, after: at, before: at, limit: LIMIT }
      const entries =
        spaceId === null
          ? await ask(auditApi.list, { query, signal })
          : await ask(spaceAuditApi.list, { params: { spaceId }, query, signal })
      return entries.find((entry) => entry.id === id) ?? null
    },
    { enabled: at !== undefined && !shown, staleTime: Infinity },
  )
  return shown ?? found ?? undefined
}

interface EntryProps {
  entry: AuditEntry
}

/** When and by whom the entry was undone, or which entry it undid. */
function Undoing({ entry }: EntryProps) {
  const translate = useTranslate()
  const clock = useClock()
  const id = entry.undone_by ?? entry.undoes
  const related = useRelated(entry, id)
  if (id === null) return null
  const at = related?.created_at ?? timeOfId(id)
  const time = at === undefined ? '' : formatTime(Date.parse(at), clock)
  const values = related && {
    time,
    who: actorOf(related, translate),
    action: actionText(related.action, translate),
  }
  const isUndone = entry.undone_by !== null
  return (
    <Alert severity="info">
      {values
        ? translate(isUndone ? 'audit.undoneBy' : 'audit.undoes', values)
        : translate(isUndone ? 'audit.undoneAt' : 'audit.undoesSome', { time })}
    </Alert>
  )
}

/** The number of undone entries in a group. */
function UndoneOf({ entry: { entries, undone_entries } }: EntryProps) {
  const translate = useTranslate()
  if (undone_entries === 0) return null
  return (
    <Alert severity="info">
      {translate('audit.group.undoneOf', { count: undone_entries, smart_count: entries })}
    </Alert>
  )
}

/** The details of a change: who made it and from where, and its fields before and after. */
export default function EntryDetails({ entry }: EntryProps) {
  const translate = useTranslate()
  const isOfMany = isGroup(entry)
  const programOf = useProgramText()
  const method = useMethodText()(entry)
  const { actor_type, actor_name, address, user_agent, target_id, is_unknown } = entry
  const kind = translate(`audit.actors.${actor_type}`)
  // A key's id in the log is only a stand-in and of no use elsewhere.
  const hasId = target_id !== null && thingOf(entry.action) !== 'key' && !isOfMany
  return (
    <Stack sx={{ gap: 2 }}>
      {is_unknown && <Alert severity="warning">{translate('audit.unknownText')}</Alert>}
      {isOfMany ? <UndoneOf entry={entry} /> : <Undoing entry={entry} />}
      <FieldList>
        <Field label={translate('audit.who')}>
          {[actor_name, kind, method && translate(word('words.session.signedIn'), { method })]
            .filter(Boolean)
            .join(' · ')}
        </Field>
        {address !== null && <Field label={translate(word('words.session.address'))}>{address}</Field>}
        {user_agent !== null && (
          <Field label={translate('audit.program')}>
            <span title={user_agent}>{programOf(user_agent)}</span>
          </Field>
        )}
        {hasId && (
          <Field label={translate('audit.targetId')}>
            <CopyText value={target_id} what={translate('audit.targetId')} />
          </Field>
        )}
      </FieldList>
      {isOfMany ? <GroupEntries entry={entry} /> : <ChangesSection entry={entry} />}
      <UndoButton entry={entry} />
    </Stack>
  )
}
