import { ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import type { TagRef } from '#contract/tags'
import { useTranslate } from '../../i18n/translate'
import { TagSelect } from './TagSelect'

/** Tags of the record in the form around it: the field `tags`, a list of TagRef. `label` is a message key. */
export function TagsInput({ label }: { label: string }) {
  const translate = useTranslate()
  const { field, fieldState } = useController<{ tags: TagRef[] }, 'tags'>({ name: 'tags' })
  const error = fieldState.error?.message
  return (
    <TagSelect
      label={translate(label)}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={error && <ValidationError error={error} />}
    />
  )
}
