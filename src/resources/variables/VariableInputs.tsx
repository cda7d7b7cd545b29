import { Autocomplete, FormControl, FormControlLabel, FormHelperText, Switch, TextField } from '@mui/material'
import { useId, useState } from 'react'
import { ValidationError } from 'react-admin'
import { useController, useWatch } from 'react-hook-form'
import { OPERATIONS_CAPABILITY } from '#contract/connectors/capability'
import type { Device } from '#contract/devices'
import { SHARED_VALUE_MIN_LENGTH, SUGGESTED_ENVIRONMENT, type VariableCreate } from '#contract/variables'
import { DeviceSelect } from '../../components/devices/DeviceSelect'
import { useCapability } from '../../config'
import { useKnownPermission } from '../../dataProvider/account'
import { useGetOne } from '../../dataProvider/queries'
import { isTooShort } from './schemas'
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

/** The field `for_connectors`, where the server has it: whether the functions of connectors get the variable. */
export function ConnectorsInput() {
  const translate = useTranslate()
  const isOffered = useCapability(OPERATIONS_CAPABILITY)
  const { field } = useController<VariableCreate, 'for_connectors'>({ name: 'for_connectors' })
  const value: string | null = useWatch<VariableCreate, 'value'>({ name: 'value' })
  const hintId = useId()
  const isShared = field.value === true
  // Who may not read values cannot mark one; what was marked can be marked again.
  const [wasShared] = useState(isShared)
  const mayRead = useKnownPermission('space:variable:value:read')
  if (!isOffered) return null
  const isRefused = isShared && isTooShort(value)
  const isBarred = mayRead === false && !wasShared
  return (
    <FormControl error={isRefused} disabled={isBarred}>
      <FormControlLabel
        label={translate('variables.fields.for_connectors')}
        control={
          <Switch
            checked={isShared}
            onChange={(_event, checked) => field.onChange(checked)}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, 'aria-describedby': hintId } }}
          />
        }
      />
      <FormHelperText id={hintId} sx={{ mx: 0 }}>
        {isRefused
          ? translate('variables.tooShort', { smart_count: SHARED_VALUE_MIN_LENGTH })
          : translate(isBarred ? 'variables.valuesHidden' : 'variables.forConnectorsHint')}
      </FormHelperText>
    </FormControl>
  )
}

/** The field `secret`: whether the value is shown to nobody once it is stored. */
export function SecretInput() {
  const translate = useTranslate()
  const { field } = useController<VariableCreate, 'secret'>({ name: 'secret' })
  const hintId = useId()
  const isSecret = field.value === true
  return (
    <FormControl>
      <FormControlLabel
        label={translate('variables.fields.secret')}
        control={
          <Switch
            checked={isSecret}
            onChange={(_event, checked) => field.onChange(checked)}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, 'aria-describedby': hintId } }}
          />
        }
      />
      <FormHelperText id={hintId} sx={{ mx: 0 }}>
        {translate(`variables.secretHint.${isSecret ? 'on' : 'off'}`)}
      </FormHelperText>
    </FormControl>
  )
}
