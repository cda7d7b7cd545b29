import { styled } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { Suspense } from 'react'
import type { AuditEntry } from '#contract/audit'
import { useTranslate } from '../../i18n/translate'
import { BodyView } from '../json'
import { lazyPart, Waiting } from '../lazyPart'
import { Field, FieldList } from '../page'
import { labelOf } from './labels'
import { type Changed, changedOf, isLong, useValueText, type Value } from './values'

const TextDifference = lazyPart(() => import('../diff/TextDifference'))

const Before = styled('del')(({ theme }) => ({
  color: theme.palette.text.secondary,
  textDecorationColor: theme.palette.text.disabled,
}))
const After = styled('ins')({ textDecoration: 'none', fontWeight: 600 })
const Unseen = styled('span')(visuallyHidden)

/** Label of a field that an action has changed, else its name. */
export function useLabelOf() {
  const translate = useTranslate()
  return (action: string, field: string) => {
    const label = labelOf(action, field)
    return label === undefined ? field : translate(label)
  }
}

/** A short value before and after a change. */
function ShortChange({ before, after }: { before: Value; after: Value }) {
  const translate = useTranslate()
  const textOf = useValueText()
  return (
    <>
      <Before>
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

interface ChangeProps extends Changed {
  label: string
}

const textAt = (value: Value) => (typeof value === 'string' ? value : '')

function Change({ label, before, after }: ChangeProps) {
  const translate = useTranslate()
  const textOf = useValueText()
  const only = before === undefined ? after : before
  if (before !== undefined && after !== undefined)
    return isLong(before) || isLong(after) ? (
      <Suspense fallback={<Waiting />}>
        <TextDifference
          left={textAt(before)}
          right={textAt(after)}
          label={translate('audit.changes.difference', { label })}
        />
      </Suspense>
    ) : (
      <ShortChange before={before} after={after} />
    )
  if (only === undefined) return null
  return isLong(only) ? <BodyView compact text={only} label={label} /> : textOf(only)
}

/** The fields that an entry tells of: before and after a change, or as they were created or deleted. */
export function Changes({ entry }: { entry: AuditEntry }) {
  const translate = useTranslate()
  const labelOf = useLabelOf()
  const changed = changedOf(entry)
  if (changed.length === 0) return translate('audit.changes.none')
  return (
    <FieldList>
      {changed.map((change) => {
        const label = labelOf(entry.action, change.field)
        return (
          <Field key={change.field} label={label} wide={isLong(change.before) || isLong(change.after)}>
            <Change {...change} label={label} />
          </Field>
        )
      })}
    </FieldList>
  )
}
