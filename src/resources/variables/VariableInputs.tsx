import { Autocomplete, TextField } from '@mui/material'
import { useState } from 'react'
import { ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import type { Device } from '#contract/devices'
import { SUGGESTED_ENVIRONMENT, type VariableCreate } from '#contract/variables'
import { DeviceSelect } from '../../components/devices/DeviceSelect'
import { useGetOne } from '../../dataProvider/queries'
import { useTranslate } from './texts'

/** The field `device_id` of a new variable; without a device it is one of the whole space. */
export function DeviceInput() {
  const translate = useTranslate()
  const { field, fieldState } = useController<VariableCreate, 'device_id'>({ name: 'device_id' })
  const { value: id, onChange, onBlur } = field
  const [chosen, setChosen] = useState<Device | null>(null)
  // A draft has the id only.
  const isUnknown = id !== null && chosen?.id !== id
  const found = useGetOne('devices', { id: id ?? '' }, { enabled: isUnknown })
  const error = fieldState.error?.message
  const choose = (device: Device | null) => {
    setChosen(device)
    onChange(device?.id ?? null)
  }
  return (
    <DeviceSelect
      label={translate('variables.device')}
      value={id === null ? null : isUnknown ? (found.data ?? null) : chosen}
      onChange={choose}
      onClear={() => choose(null)}
      onBlur={onBlur}
      isLoading={isUnknown && found.isLoading}
      hint={translate('variables.create.deviceHint')}
      error={error && <ValidationError error={error} />}
    />
  )
}

/** The field `environment`: any text, with a suggestion. Rules, "Variables". */
export function EnvironmentInput() {
  const translate = useTranslate()
  const { field, fieldState } = useController<VariableCreate, 'environment'>({ name: 'environment' })
  const error = fieldState.error?.message
  return (
    <Autocomplete<string, false, true, true>
      freeSolo
      disableClearable
      options={[SUGGESTED_ENVIRONMENT]}
      inputValue={field.value ?? ''}
      onInputChange={(_event, text, reason) => reason !== 'reset' && field.onChange(text)}
      onChange={(_event, chosen) => field.onChange(chosen)}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          label={translate('variables.fields.environment')}
          required
          error={Boolean(error)}
          helperText={error && <ValidationError error={error} />}
        />
      )}
    />
  )
}
