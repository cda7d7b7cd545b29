import { Alert, Box, Stack, styled, Typography } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useId } from 'react'
import { useListContext } from 'react-admin'
import { type AuditEntry, auditApi, spaceAuditApi } from '#contract/audit'
import { formatTime, useClock } from '../../clock'
import { useSpaceport } from '../../dataProvider/queries'
import { useOptionalSpaceId } from '../../dataProvider/SpaceProvider'
import { msg as profileMsg } from '../../pages/profile/texts'
import { BodyView } from '../json'
import { lazyPart, Waiting } from '../lazyPart'
import { CopyText, Field, FieldList } from '../page'
import { actorOf, useMethodText, useProgramText } from './cells'
import { thingOf } from './entities'
import { useTranslate } from './texts'
import { UndoButton } from './undo'
import { type Changed, changedOf, isLong, isNothing, useLabelOf, useValueText, type Value } from './values'
import { wordsOf } from './words'

const TextDifference = lazyPart(() => import('../diff/TextDifference'))

const Before = styled('del')(({ theme }) => ({
  color: theme.palette.text.secondary,
  textDecorationColor: theme.palette.text.disabled,
  '&[data-nothing]': { textDecoration: 'none' },
}))
const After = styled('ins')({ textDecoration: 'none', fontWeight: 600 })
const Unseen = styled('span')(visuallyHidden)

const textAt = (value: Value | undefined) => (typeof value === 'string' ? value : '')

/** A short value before and after a change. */
function ShortChange({ before, after }: { before: Value; after: Value }) {
  const translate = useTranslate()
  const textOf = useValueText()
  return (
    <>
      <Before data-nothing={isNothing(before) || undefined}>
        <Unseen>{translate('audit.changes.before')} </Unseen>
        {textOf(before)}
      </Before>
      <span aria-hidden> → </span>
      <After>
        <Unseen> {translate('audit.changes.after')} </Unseen>
        {textOf(after)}
      </After>
    </>
  )
}

/** A long text before and after a change, or as it was created or deleted. */
function LongChange({ label, before, after }: Changed & { label: string }) {
  const translate = useTranslate()
  const isChange = before !== undefined && after !== undefined
  return (
    <Box sx={{ minWidth: 0 }}>
      {isChange && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 0.5 }}>
          {label}
        </Typography>
      )}
      {isChange ? (
        <Suspense fallback={<Waiting />}>
          <TextDifference
            left={textAt(before)}
            right={textAt(after)}
            label={translate('audit.changes.difference', { label })}
          />
        </Suspense>
      ) : (
        <BodyView compact text={textAt(before ?? after)} label={label} />
      )}
    </Box>
  )
}

/** The fields of an entry: before and after a change, or as they were created or deleted. */
function Changes({ entry }: { entry: AuditEntry }) {
  const translate = useTranslate()
  const textOf = useValueText()
  const labelOf = useLabelOf()
  const changed = changedOf(entry).map(({ field, before, after }) => ({
    field,
    before,
    after,
    label: labelOf(entry.action, field),
    isTall: isLong(before) || isLong(after),
  }))
  if (changed.length === 0) return translate('audit.changes.none')
  return (
    <Stack sx={{ gap: 2 }}>
      {changed.some(({ isTall }) => !isTall) && (
        <FieldList>
          {changed
            .filter(({ isTall }) => !isTall)
            .map(({ field, label, before, after }) => (
              <Field key={field} label={label}>
                {before !== undefined && after !== undefined ? (
                  <ShortChange before={before} after={after} />
                ) : (
                  textOf(before ?? after ?? null)
                )}
              </Field>
            ))}
        </FieldList>
      )}
      {changed
        .filter(({ isTall }) => isTall)
        .map(({ isTall: _isTall, ...change }) => (
          <LongChange key={change.field} {...change} />
        ))}
    </Stack>
  )
}

/** Most entries of one thing within a millisecond. */
const LIMIT = 100

/** The time in an id of version 7, in ISO; undefined for another id. */
function timeOfId(id: string): string | undefined {
  const time = /^[0-9a-f]{8}-[0-9a-f]{4}-7/i.test(id)
    ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
    : Number.NaN
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/**
 * The entry that undid this one, or that this one undid, when it is known: one of the list, or one that the server finds by
 * its time and its target.
 */
function useRelated({ target_id }: AuditEntry, id: string | null): AuditEntry | undefined {
  const { data: listed } = useListContext<AuditEntry>()
  const { ask } = useSpaceport()
  const spaceId = useOptionalSpaceId()
  const shown = listed?.find((entry) => entry.id === id)
  const at = id === null ? undefined : timeOfId(id)
  const { data: found } = useQuery({
    queryKey: ['audit', 'related', spaceId, id],
    queryFn: async ({ signal }) => {
      const query = { target: target_id, after: at, before: at, limit: LIMIT }
      const entries =
        spaceId === null
          ? await ask(auditApi.list, { query, signal })
          : await ask(spaceAuditApi.list, { params: { spaceId }, query, signal })
      return entries.find((entry) => entry.id === id) ?? null
    },
    enabled: at !== undefined && !shown,
    staleTime: Infinity,
  })
  return shown ?? found ?? undefined
}

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
