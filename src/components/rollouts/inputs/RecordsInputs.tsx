import { Stack } from '@mui/material'
import { BooleanInput, TextInput, ValidationError } from 'react-admin'
import { useController, useWatch } from 'react-hook-form'
import { TagSelect } from '../../tags/TagsInput'
import { useTags } from '../../tags/useTags'
import type { OrderedValues } from '../order'
import { msg, useTranslate } from '../texts'
import { NamedRows } from './NamedRows'

/** Colour of a deleted tag. */
const NO_COLOR = '#9e9e9e'

/** Tags that are added or removed. */
export function OrderTags({ part }: { part: 'add_tags' | 'remove_tags' }) {
  const translate = useTranslate()
  const tags = useTags()
  const { field, fieldState } = useController<OrderedValues, `order.${typeof part}`>({
    name: `order.${part}`,
  })
  const error = fieldState.error?.message
  const deleted = (id: string) => ({ id, name: translate('rollouts.orders.deletedTag'), color: NO_COLOR })
  return (
    <TagSelect
      label={translate(part === 'add_tags' ? 'rollouts.form.addTags' : 'rollouts.form.removeTags')}
      value={tags ? field.value.map((id) => tags.find((tag) => tag.id === id) ?? deleted(id)) : []}
      onChange={(chosen) => field.onChange(chosen.map(({ id }) => id))}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error && <ValidationError error={error} />}
    />
  )
}

function CommentInput() {
  const isChanged = useWatch<OrderedValues, 'order.changesComment'>({ name: 'order.changesComment' })
  return (
    <>
      <BooleanInput
        source="order.changesComment"
        label={msg('rollouts.form.changesComment')}
        helperText={false}
      />
      {isChanged && (
        <TextInput
          source="order.comment"
          label={msg('rollouts.form.comment')}
          helperText={msg('rollouts.form.commentHint')}
          multiline
          minRows={2}
          fullWidth
        />
      )}
    </>
  )
}

/** Labels that are set or removed. */
export function OrderLabels() {
  return (
    <Stack sx={{ gap: 2.5 }}>
      <NamedRows part="set_labels" />
      <TextInput
        source="order.remove_labels"
        label={msg('rollouts.form.removeLabels')}
        helperText={msg('rollouts.form.removeLabelsHint')}
        autoComplete="off"
        fullWidth
      />
    </Stack>
  )
}

/** Changes of the devices' records. */
export function RecordsInputs() {
  return (
    <Stack sx={{ gap: 2.5 }}>
      <OrderTags part="add_tags" />
      <OrderTags part="remove_tags" />
      <OrderLabels />
      <CommentInput />
    </Stack>
  )
}
