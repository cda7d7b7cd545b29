import AddIcon from '@mui/icons-material/Add'
import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import RemoveIcon from '@mui/icons-material/Close'
import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { useRef } from 'react'
import { TextInput, useTranslate } from 'react-admin'
import { useFieldArray } from 'react-hook-form'
import { RETRIES_MAX } from '#contract/connectors'
import type { ConnectorValues } from './codec'
import { RetrySummary } from './RetrySummary'

/** Delays before the retries as rows, in the order in which they pass. Spec 1, section 5. */
export function RetryDelays() {
  const translate = useTranslate()
  const { fields, append, remove, move } = useFieldArray<ConnectorValues, 'retry_delays'>({
    name: 'retry_delays',
  })
  const addButton = useRef<HTMLButtonElement>(null)
  const isFull = fields.length >= RETRIES_MAX

  const removeRow = (index: number) => {
    remove(index)
    addButton.current?.focus()
  }

  return (
    <Stack component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, gap: 1.5, alignItems: 'start' }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1 }}>
        {translate('connectors.delays.label')}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {translate('connectors.delays.hint')}
      </Typography>
      {fields.map(({ id }, index) => {
        const number = index + 1
        return (
          <Box
            key={id}
            component="fieldset"
            aria-label={translate('connectors.delays.row', { number })}
            sx={{ display: 'flex', alignItems: 'start', gap: 0.5, border: 0, p: 0, m: 0, minWidth: 0 }}
          >
            <TextInput
              source={`retry_delays.${index}.value`}
              label={translate('connectors.delays.row', { number })}
              helperText={false}
              autoComplete="off"
              slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off' } }}
              sx={{ width: { xs: 160, sm: 240 } }}
            />
            <IconButton
              aria-label={translate('connectors.delays.moveUp', { number })}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            >
              <UpIcon fontSize="small" />
            </IconButton>
            <IconButton
              aria-label={translate('connectors.delays.moveDown', { number })}
              disabled={number === fields.length}
              onClick={() => move(index, index + 1)}
            >
              <DownIcon fontSize="small" />
            </IconButton>
            <IconButton
              aria-label={translate('connectors.delays.remove', { number })}
              onClick={() => removeRow(index)}
            >
              <RemoveIcon fontSize="small" />
            </IconButton>
          </Box>
        )
      })}
      <Button
        ref={addButton}
        startIcon={<AddIcon />}
        disabled={isFull}
        onClick={() => append({ value: null }, { focusName: `retry_delays.${fields.length}.value` })}
      >
        {translate('connectors.delays.add')}
      </Button>
      <RetrySummary />
    </Stack>
  )
}
