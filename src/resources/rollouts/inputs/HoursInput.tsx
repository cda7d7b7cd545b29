import {
  Autocomplete,
  Box,
  Stack,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material'
import { useId, useMemo } from 'react'
import { BooleanInput, TextInput, ValidationError } from 'react-admin'
import { useController, useWatch } from 'react-hook-form'
import { useComboboxTexts } from '../../../components/combobox/ComboboxField'
import { msg, useTranslate } from '../../../components/rollouts/texts'
import { dayName, WEEK_DAYS } from '../../../components/rollouts/words'
import type { HoursValues } from '../times'

interface TimedValues {
  hours: HoursValues
}

function DaysInput() {
  const translate = useTranslate()
  const labelId = useId()
  const { field, fieldState } = useController<TimedValues, 'hours.days'>({ name: 'hours.days' })
  const error = fieldState.error?.message
  return (
    <Box data-field>
      <Typography id={labelId} variant="body2" sx={{ mb: 0.75, fontWeight: 500 }}>
        {translate('rollouts.form.days')}
      </Typography>
      <ToggleButtonGroup
        size="small"
        value={field.value}
        onChange={(_event, days: number[]) => field.onChange(days.toSorted((a, b) => a - b))}
        aria-labelledby={labelId}
        sx={{ flexWrap: 'wrap' }}
      >
        {WEEK_DAYS.map((day) => (
          <ToggleButton
            key={day}
            value={day}
            aria-label={translate(`rollouts.hours.days.${dayName(day)}`)}
            sx={{ minHeight: 40, minWidth: 44 }}
          >
            {translate(`rollouts.hours.short.${dayName(day)}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {error && (
        <Typography variant="caption" color="error" component="div">
          <ValidationError error={error} />
        </Typography>
      )}
    </Box>
  )
}

function ZoneInput() {
  const translate = useTranslate()
  const texts = useComboboxTexts()
  const { field, fieldState } = useController<TimedValues, 'hours.timezone'>({ name: 'hours.timezone' })
  const zones = useMemo(
    () => [...new Set(['UTC', ...(field.value ? [field.value] : []), ...Intl.supportedValuesOf('timeZone')])],
    [field.value],
  )
  const error = fieldState.error?.message
  return (
    <Autocomplete<string>
      options={zones}
      {...texts}
      value={field.value}
      onChange={(_event, zone) => field.onChange(zone)}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          label={translate('rollouts.form.timezone')}
          inputRef={field.ref}
          required
          error={Boolean(error)}
          helperText={error && <ValidationError error={error} />}
        />
      )}
    />
  )
}

const CLOCK = { slotProps: { inputLabel: { shrink: true } }, helperText: false, isRequired: true } as const

/** The form field `hours`: when devices may get what is ordered. */
export default function HoursInput() {
  const isOn = useWatch<TimedValues, 'hours.isOn'>({ name: 'hours.isOn' })
  return (
    <Stack sx={{ gap: 2 }}>
      <BooleanInput source="hours.isOn" label={msg('rollouts.form.hours')} helperText={false} />
      {isOn && (
        <>
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' }}>
            <TextInput {...CLOCK} source="hours.from" type="time" label={msg('rollouts.form.from')} />
            <TextInput {...CLOCK} source="hours.to" type="time" label={msg('rollouts.form.to')} />
          </Box>
          <DaysInput />
          <ZoneInput />
        </>
      )}
    </Stack>
  )
}
