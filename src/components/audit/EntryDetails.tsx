import { Alert, Box, Stack, Typography } from '@mui/material'
import { useId } from 'react'
import type { AuditEntry } from '#contract/audit'
import { formatTime, useClock } from '../../clock'
import { msg as profileMsg } from '../../pages/profile/texts'
import { CopyText, Field, FieldList } from '../page'
import { Changes } from './Changes'
import { actorOf, useMethodText, useProgramText } from './cells'
import { thingOf } from './entities'
import { timeOfId, useRelated } from './related'
import { useTranslate } from './texts'
import { UndoButton } from './undo'
import { wordsOf } from './words'

interface EntryProps {
  entry: AuditEntry
}

/** By whom and when the entry was undone, or what it undid. */
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
    action: wordsOf(related.action, translate),
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

/** What the fields of an entry are: those of something new or gone, or of a change. */
const kindOf = ({ before, after }: AuditEntry) => {
  if (before === null && after !== null) return 'created'
  return before !== null && after === null ? 'deleted' : 'title'
}

/** What the change was, who made it and from where, with the fields before and after it. */
export default function EntryDetails({ entry }: EntryProps) {
  const translate = useTranslate()
  const titleId = useId()
  const programOf = useProgramText()
  const method = useMethodText()(entry)
  const { actor_type, actor_name, address, user_agent, target_id, is_unknown } = entry
  const kind = translate(`audit.actors.${actor_type}`)
  // The id of a key in the log only stands for it, and is of no use elsewhere.
  const hasId = target_id !== null && thingOf(entry.action) !== 'key'
  return (
    <Stack sx={{ gap: 2 }}>
      {is_unknown && <Alert severity="warning">{translate('audit.unknownText')}</Alert>}
      <Undoing entry={entry} />
      <FieldList>
        <Field label={translate('audit.who')}>
          {[
            actor_name,
            kind,
            method && translate(profileMsg('profile.security.sessions.signedIn'), { method }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Field>
        {address !== null && (
          <Field label={translate(profileMsg('profile.security.sessions.address'))}>{address}</Field>
        )}
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
      <Box component="section" aria-labelledby={titleId}>
        <Typography variant="subtitle2" component="h3" id={titleId} sx={{ mb: 1 }}>
          {translate(`audit.changes.${kindOf(entry)}`)}
        </Typography>
        <Changes entry={entry} />
      </Box>
      <UndoButton entry={entry} />
    </Stack>
  )
}
