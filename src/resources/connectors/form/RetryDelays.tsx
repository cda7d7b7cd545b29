import AddIcon from '@mui/icons-material/Add'
import { Button, Stack, Typography } from '@mui/material'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray } from 'react-hook-form'
import { RETRIES_MAX } from '#contract/connectors'
import { useTranslate } from '../../../i18n/translate'
import type { ConnectorValues } from './codec'
import { DelayRow } from './DelayRow'
import { RetrySummary } from './RetrySummary'

/** Delays before the retries as rows, in the order in which they pass. Spec 1, section 5. */
export function RetryDelays() {
  const translate = useTranslate()
  const { fields, append, remove, move } = useFieldArray<ConnectorValues, 'retry_delays'>({
    name: 'retry_delays',
  })
  const addButton = useRef<HTMLButtonElement>(null)

  const removeRow = (index: number) => {
    // With all rows in use the button cannot take the focus before one is gone.
    flushSync(() => remove(index))
    addButton.current?.focus()
  }

  return (
    <Stack component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, gap: 1.5, alignItems: 'start' }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1 }}>
        {translate('connectors.delays.label')}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 0.5 }}>
        {translate('connectors.delays.hint')}
      </Typography>
      {fields.map(({ id }, index) => (
        <DelayRow
          key={id}
          index={index}
          isLast={index === fields.length - 1}
          onMove={(to) => move(index, to)}
          onRemove={() => removeRow(index)}
        />
      ))}
      <Button
        ref={addButton}
        startIcon={<AddIcon />}
        disabled={fields.length >= RETRIES_MAX}
        onClick={() => append({ value: null }, { focusName: `retry_delays.${fields.length}.value` })}
      >
        {translate('connectors.delays.add')}
      </Button>
      <RetrySummary />
    </Stack>
  )
}
