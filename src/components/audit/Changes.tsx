import { Box, Stack, styled, Typography } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { Suspense, useId } from 'react'
import type { AuditEntry } from '#contract/audit'
import { BodyView } from '../json'
import { lazyPart, Waiting } from '../lazyPart'
import { Field, FieldList } from '../page'
import { useTranslate } from './texts'
import { type Changed, changedOf, isLong, isNothing, useLabelOf, useValueText, type Value } from './values'

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
export function ShortChange({ action, before, after }: { action: string; before: Value; after: Value }) {
  const translate = useTranslate()
  const textOf = useValueText(action)
  return (
    <>
      <Before data-nothing={isNothing(before) || undefined}>
        <Unseen>{translate('audit.changes.before')} </Unseen>
        <span>{textOf(before)}</span>
      </Before>
      <span aria-hidden> → </span>
      <After>
        <Unseen> {translate('audit.changes.after')} </Unseen>
        <span>{textOf(after)}</span>
      </After>
    </>
  )
}

/** A long text before and after a change, or at creation or deletion. */
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

/** The fields of an entry: before and after a change, or at creation or deletion. */
export function Changes({ entry }: { entry: AuditEntry }) {
  const translate = useTranslate()
  const textOf = useValueText(entry.action)
  const labelOf = useLabelOf()
  const changed = changedOf(entry).map(({ field, before, after }) => ({
    field,
    before,
    after,
    label: labelOf(entry.action, field),
    isTall: isLong(before) || isLong(after),
  }))
  if (changed.length === 0) return <span>{translate('audit.changes.none')}</span>
  return (
    <Stack sx={{ gap: 2 }}>
      {changed.some(({ isTall }) => !isTall) && (
        <FieldList>
          {changed
            .filter(({ isTall }) => !isTall)
            .map(({ field, label, before, after }) => (
              <Field key={field} label={label}>
                {before !== undefined && after !== undefined ? (
                  <ShortChange action={entry.action} before={before} after={after} />
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

/** Title of an entry's fields: created, deleted or changed. */
const kindOf = ({ before, after }: AuditEntry) => {
  if (before === null && after !== null) return 'created'
  return before !== null && after === null ? 'deleted' : 'title'
}

/** The fields of an entry, under their title. */
export function ChangesSection({ entry }: { entry: AuditEntry }) {
  const translate = useTranslate()
  const titleId = useId()
  return (
    <Box component="section" aria-labelledby={titleId}>
      <Typography variant="subtitle2" component="h3" id={titleId} sx={{ mb: 1 }}>
        {translate(`audit.changes.${kindOf(entry)}`)}
      </Typography>
      <Changes entry={entry} />
    </Box>
  )
}
