import AddIcon from '@mui/icons-material/Add'
import RemoveIcon from '@mui/icons-material/Close'
import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { useRef } from 'react'
import { TextInput } from 'react-admin'
import { useFieldArray } from 'react-hook-form'
import { LABEL_HEIGHT } from '../../theme/theme'
import type { LabelRow } from './labels'
import { msg, useTranslate } from './texts'

const PLAIN = { border: 0, p: 0, m: 0, minWidth: 0 }

/** Labels as rows with a name and a value. */
export default function LabelRows() {
  const translate = useTranslate()
  const { fields, append, remove } = useFieldArray<{ label: LabelRow[] }, 'label'>({ name: 'label' })
  const addButton = useRef<HTMLButtonElement>(null)

  const removeRow = (index: number) => {
    remove(index)
    addButton.current?.focus()
  }

  return (
    <Stack component="fieldset" sx={{ ...PLAIN, gap: 1.5, alignItems: 'start' }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1.5 }}>
        {translate('devices.fields.label')}
      </Typography>
      {fields.length === 0 && (
        <Typography variant="body2" color="text.secondary">
          {translate('devices.form.noLabels')}
        </Typography>
      )}
      {fields.map(({ id }, index) => (
        <Box
          key={id}
          component="fieldset"
          aria-label={translate('devices.form.labelRow', { number: index + 1 })}
          sx={{ display: 'flex', alignItems: 'start', gap: 1, width: '100%', ...PLAIN }}
        >
          <TextInput
            source={`label.${index}.name`}
            label={msg('devices.fields.name')}
            helperText={false}
            fullWidth
          />
          <TextInput
            source={`label.${index}.value`}
            label={msg('devices.form.labelValue')}
            helperText={false}
            fullWidth
          />
          <IconButton
            aria-label={translate('devices.form.removeLabel', { number: index + 1 })}
            onClick={() => removeRow(index)}
            sx={{ mt: `${LABEL_HEIGHT + 2}px` }}
          >
            <RemoveIcon fontSize="small" />
          </IconButton>
        </Box>
      ))}
      <Button
        ref={addButton}
        startIcon={<AddIcon />}
        onClick={() => append({ name: null, value: null }, { focusName: `label.${fields.length}.name` })}
      >
        {translate('devices.form.addLabel')}
      </Button>
    </Stack>
  )
}
