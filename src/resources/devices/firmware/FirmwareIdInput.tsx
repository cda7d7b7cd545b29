import { Autocomplete, TextField } from '@mui/material'
import { ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import { useTranslate } from '../../../i18n/translate'
import type { FirmwareValues } from './codec'

/** Id of a firmware, with those that the device had before as suggestions. */
export function FirmwareIdInput({ suggestions }: { suggestions: readonly string[] }) {
  const translate = useTranslate()
  const { field, fieldState } = useController<FirmwareValues, 'firmware'>({ name: 'firmware' })
  const error = fieldState.error?.message
  return (
    <Autocomplete
      freeSolo
      autoHighlight={false}
      options={suggestions}
      clearText={translate('ra.action.clear_input_value')}
      inputValue={field.value ?? ''}
      onInputChange={(_event, text) => field.onChange(text)}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          label={translate('devices.firmware.firmwareId')}
          required
          error={Boolean(error)}
          helperText={
            error ? <ValidationError error={error} /> : translate('devices.firmware.schedule.firmwareHint')
          }
          slotProps={{ htmlInput: { ...params.inputProps, spellCheck: false } }}
        />
      )}
    />
  )
}
