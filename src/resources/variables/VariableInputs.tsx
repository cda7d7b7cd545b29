import { Autocomplete, FormControl, FormControlLabel, FormHelperText, Switch, TextField } from '@mui/material'
import { useId, useState } from 'react'
import { ValidationError } from 'react-admin'
import { useController, useFormState, useWatch } from 'react-hook-form'
import { OPERATIONS_CAPABILITY } from '#contract/connectors/capability'
import type { Device } from '#contract/devices'
import {
  SECRETS_CAPABILITY,
  SHARED_VALUE_MIN_LENGTH,
  SUGGESTED_ENVIRONMENT,
  type VariableCreate,
} from '#contract/variables'
import { DeviceSelect } from '../../components/devices/DeviceSelect'
import { useCapability } from '../../config'
import { useKnownPermission } from '../../dataProvider/account'
import { useGetOne } from '../../dataProvider/queries'
import { isTooShort } from './schemas'
import { useTranslate } from './texts'

/** The form's `device_id` field of a new variable; without a device it belongs to the whole space. */
export function DeviceInput() {
  const translate = useTranslate()
  const { field, fieldState } = useController<VariableCreate, 'device_id'>({ name: 'device_id' })
  const { value: id, onChange, onBlur } = field
  const [chosen, setChosen] = useState<Device | null>(null)
  // A draft has only the id.
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

/** The form's `environment` field: any text, with a suggestion. Rules, "Variables". */
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

interface SwitchInputProps {
  name: 'for_connectors' | 'secret'
  label: string
  hint: string
  error?: boolean
  disabled?: boolean
}

/** A field with a switch. */
function SwitchInput({ name, label, hint, error = false, disabled = false }: SwitchInputProps) {
  const { field } = useController<VariableCreate, typeof name>({ name })
  const hintId = useId()
  return (
    <FormControl error={error} disabled={disabled}>
      <FormControlLabel
        label={label}
        control={
          <Switch
            checked={field.value === true}
            onChange={(_event, checked) => field.onChange(checked)}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, 'aria-describedby': hintId } }}
          />
        }
      />
      <FormHelperText id={hintId} sx={{ mx: 0 }}>
        {hint}
      </FormHelperText>
    </FormControl>
  )
}

/** The form's `for_connectors` field, if the server has it: whether functions of connectors get the variable. */
export function ConnectorsInput() {
  const translate = useTranslate()
  const isOffered = useCapability(OPERATIONS_CAPABILITY)
  const isShared = useWatch<VariableCreate, 'for_connectors'>({ name: 'for_connectors' }) === true
  const value: string | null = useWatch<VariableCreate, 'value'>({ name: 'value' })
  // People who may not read values cannot switch it on, but can restore it if it was on.
  const [wasShared] = useState(isShared)
  const mayRead = useKnownPermission('space:variable:value:read')
  // No error before the value field is left or the form is submitted.
  const { touchedFields, isSubmitted } = useFormState<VariableCreate>({ name: 'value' })
  if (!isOffered) return null
  const isRefused = isShared && isTooShort(value) && (touchedFields.value === true || isSubmitted)
  const isBarred = mayRead === false && !wasShared
  return (
    <SwitchInput
      name="for_connectors"
      label={translate('variables.fields.for_connectors')}
      hint={
        isRefused
          ? translate('variables.tooShort', { smart_count: SHARED_VALUE_MIN_LENGTH })
          : translate(isBarred ? 'variables.valuesHidden' : 'variables.forConnectorsHint')
      }
      error={isRefused}
      disabled={isBarred}
    />
  )
}

/** The form's `secret` field, if the server has it: whether the stored value is never shown. */
export function SecretInput() {
  const translate = useTranslate()
  const isOffered = useCapability(SECRETS_CAPABILITY)
  const isSecret = useWatch<VariableCreate, 'secret'>({ name: 'secret' }) === true
  if (!isOffered) return null
  return (
    <SwitchInput
      name="secret"
      label={translate('variables.fields.secret')}
      hint={translate(`variables.secretHint.${isSecret ? 'on' : 'off'}`)}
    />
  )
}
