import AddIcon from '@mui/icons-material/Add'
import RemoveIcon from '@mui/icons-material/Close'
import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { useRef } from 'react'
import { TextInput } from 'react-admin'
import { useFieldArray } from 'react-hook-form'
import { LABEL_HEIGHT } from '../../../theme/theme'
import type { NamedRow } from '../order'
import { msg, useTranslate } from '../texts'

const PLAIN = { border: 0, p: 0, m: 0, minWidth: 0 }

interface RowsValues {
  order: { settings: NamedRow[]; set_labels: NamedRow[] }
}

const TEXTS = {
  settings: {
    title: msg('rollouts.form.settings'),
    name: msg('rollouts.form.setting'),
    add: msg('rollouts.form.addSetting'),
    row: msg('rollouts.form.settingRow'),
    remove: msg('rollouts.form.removeSetting'),
  },
  set_labels: {
    title: msg('rollouts.form.setLabels'),
    name: msg('rollouts.form.label'),
    add: msg('rollouts.form.addLabel'),
    row: msg('rollouts.form.labelRow'),
    remove: msg('rollouts.form.removeLabelRow'),
  },
} as const

/** Settings or labels as rows with a name and a value. */
export function NamedRows({ part }: { part: keyof typeof TEXTS }) {
  const translate = useTranslate()
  const source = `order.${part}` as const
  const texts = TEXTS[part]
  const { fields, append, remove } = useFieldArray<RowsValues, typeof source>({ name: source })
  const addButton = useRef<HTMLButtonElement>(null)
  const removeRow = (index: number) => {
    remove(index)
    addButton.current?.focus()
  }
  return (
    <Stack component="fieldset" sx={{ ...PLAIN, gap: 1.5, alignItems: 'start' }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1.5 }}>
        {translate(texts.title)}
      </Typography>
      {fields.map(({ id }, index) => (
        <Box
          key={id}
          component="fieldset"
          aria-label={translate(texts.row, { number: index + 1 })}
          sx={{ display: 'flex', alignItems: 'start', gap: 1, width: '100%', ...PLAIN }}
        >
          <TextInput
            source={`${source}.${index}.name`}
            label={texts.name}
            autoComplete="off"
            slotProps={{ htmlInput: { spellCheck: false } }}
            helperText={false}
            fullWidth
          />
          <TextInput
            source={`${source}.${index}.value`}
            label={msg('rollouts.form.value')}
            autoComplete="off"
            slotProps={{ htmlInput: { spellCheck: false } }}
            helperText={false}
            fullWidth
          />
          <IconButton
            aria-label={translate(texts.remove, { number: index + 1 })}
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
        onClick={() => append({ name: null, value: null }, { focusName: `${source}.${fields.length}.name` })}
      >
        {translate(texts.add)}
      </Button>
    </Stack>
  )
}
