import { Autocomplete, Box, TextField, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import { useId, useMemo } from 'react'
import { TextInput, ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import { useComboboxTexts } from '../combobox/ComboboxField'
import { dayName, WEEK_DAYS } from './hoursText'
import { msg, useTranslate } from './texts'

function DaysInput({ source }: { source: string }) {
  const translate = useTranslate()
  const labelId = useId()
  const { field, fieldState } = useController<Record<string, number[]>>({ name: source })
  const error = fieldState.error?.message
  return (
    <Box data-field>
      <Typography id={labelId} variant="body2" sx={{ mb: 0.75, fontWeight: 500 }}>
        {translate('hours.began')}
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
            aria-label={translate(`hours.days.${dayName(day)}`)}
            sx={{ minHeight: 40, minWidth: 44 }}
          >
            {translate(`hours.short.${dayName(day)}`)}
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

/** A form field with the name of a time zone. */
export function ZoneInput({ source }: { source: string }) {
  const translate = useTranslate()
  const texts = useComboboxTexts()
  const { field, fieldState } = useController<Record<string, string | null>>({ name: source })
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
          label={translate('hours.timezone')}
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

/** Form fields for hours of the week: when they begin and end, and on which days. */
export function HoursFields({ source }: { source: string }) {
  return (
    <>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' }}>
        <TextInput {...CLOCK} source={`${source}.from`} type="time" label={msg('hours.from')} />
        <TextInput {...CLOCK} source={`${source}.to`} type="time" label={msg('hours.to')} />
      </Box>
      <DaysInput source={`${source}.days`} />
    </>
  )
}
