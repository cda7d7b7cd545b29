import { Stack } from '@mui/material'
import { TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { COMMENT_MAX_LENGTH } from '#contract/common'
import type { FieldMessages } from '../../../components/page/form'
import { TagsInput } from '../../../components/tags/TagsInput'
import { useTranslate } from '../../../i18n/translate'
import type { DeviceValues } from './codec'
import { LabelRows } from './LabelRows'

/** The forms' own error texts, by field. */
export const fieldMessages: FieldMessages = {
  name: { required: 'page.errors.required', pattern: 'page.errors.name' },
  serial_number: 'devices.errors.serialNumber',
  token: 'devices.errors.token',
  'label.name': { invalid: 'devices.errors.duplicateLabel' },
}

function CommentLength() {
  const translate = useTranslate()
  const comment = useWatch<DeviceValues, 'comment'>({ name: 'comment' })
  // Characters as the schema counts them: one that takes two code units is one.
  return translate('devices.form.commentLength', {
    count: Array.from(comment ?? '').length,
    max: COMMENT_MAX_LENGTH,
  })
}

/** Name of a device. */
export function NameInput() {
  return (
    <TextInput
      source="name"
      label="devices.name"
      required
      autoComplete="off"
      helperText={false}
      slotProps={{ htmlInput: { spellCheck: false } }}
      fullWidth
    />
  )
}

/** What can be changed of every device, below its name: comment, tags, labels. */
export function DetailInputs() {
  return (
    <Stack sx={{ gap: 2 }}>
      <TextInput
        source="comment"
        label="devices.comment"
        helperText={<CommentLength />}
        multiline
        minRows={2}
        fullWidth
      />
      <TagsInput label="devices.tags" />
      <LabelRows />
    </Stack>
  )
}
