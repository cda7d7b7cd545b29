import {
  Alert,
  Autocomplete,
  Box,
  Checkbox,
  FormControlLabel,
  FormHelperText,
  TextField,
} from '@mui/material'
import { useEffect } from 'react'
import { TextInput, ValidationError } from 'react-admin'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { type KnownFirmware, rolloutsApi } from '#contract/rollouts'
import { useAnswer } from '../../../dataProvider/answers'
import { useComboboxTexts } from '../../combobox/ComboboxField'
import { msg as word } from '../../words/texts'
import { confirmationOf, type OrderedValues } from '../order'
import { useTranslate } from '../texts'

const firmwareOf = (option: KnownFirmware | string) => (typeof option === 'string' ? option : option.firmware)

/** A valid id of a firmware. */
const ID = /^[A-Za-z0-9-]+$/

/** Confirms that a firmware which nobody has had is meant. */
function NewFirmware({ firmware, target }: { firmware: string; target: string }) {
  const translate = useTranslate()
  const { field, fieldState } = useController<OrderedValues, 'order.confirmed'>({ name: 'order.confirmed' })
  const confirmation = confirmationOf(firmware, target)
  const error = fieldState.error?.message
  return (
    <Alert severity="warning" data-field sx={{ overflowWrap: 'anywhere' }}>
      <FormControlLabel
        label={translate('rollouts.form.newFirmware', { firmware, target })}
        control={
          <Checkbox
            size="small"
            slotProps={{ input: { ref: field.ref, 'aria-invalid': Boolean(error) } }}
            checked={field.value === confirmation}
            onChange={(_event, isChecked) => field.onChange(isChecked ? confirmation : null)}
          />
        }
      />
      {error && (
        <FormHelperText error>
          <ValidationError error={error} />
        </FormHelperText>
      )}
    </Alert>
  )
}

/** A firmware that is known in the space, or a new one that is typed and confirmed; and the part of the device. */
export function FirmwareInput() {
  const translate = useTranslate()
  const texts = useComboboxTexts()
  const { setValue } = useFormContext<OrderedValues>()
  const { field, fieldState } = useController<OrderedValues, 'order.firmware'>({ name: 'order.firmware' })
  const [target, confirmed] = useWatch<OrderedValues, ['order.target', 'order.confirmed']>({
    name: ['order.target', 'order.confirmed'],
  })
  const { data, error: failure, isPending } = useAnswer(rolloutsApi.firmware, { staleTime: 60_000 })
  const typed = field.value?.trim() ?? ''
  const part = target?.trim() ?? ''
  const isKnown = data?.some((known) => known.firmware === typed && known.target === part) ?? false
  const confirmation = confirmationOf(typed, target)
  const accepts = isKnown && confirmed !== confirmation
  useEffect(() => {
    if (accepts) setValue('order.confirmed', confirmation)
  }, [accepts, confirmation, setValue])
  const error = fieldState.error?.message
  const hint = failure ? translate('rollouts.form.firmwareFailed') : translate('rollouts.form.firmwareHint')
  return (
    <>
      <Autocomplete<KnownFirmware, false, false, true>
        freeSolo
        autoHighlight={false}
        options={data ?? []}
        loading={isPending}
        {...texts}
        value={field.value ?? ''}
        inputValue={field.value ?? ''}
        onInputChange={(_event, text) => field.onChange(text)}
        onChange={(_event, chosen) => {
          if (chosen !== null && typeof chosen === 'object') setValue('order.target', chosen.target)
        }}
        onBlur={field.onBlur}
        getOptionLabel={firmwareOf}
        getOptionKey={(option) =>
          typeof option === 'string' ? option : confirmationOf(option.firmware, option.target)
        }
        isOptionEqualToValue={(option, value) => firmwareOf(option) === firmwareOf(value)}
        renderOption={({ key, ...props }, { firmware, target, devices }) => (
          <Box
            component="li"
            key={key}
            {...props}
            sx={{ gap: 1, flexWrap: 'wrap', overflowWrap: 'anywhere' }}
          >
            {firmware}
            <Box component="small" sx={{ color: 'text.secondary', ml: 'auto' }}>
              {translate('rollouts.form.knownFirmware', { target, smart_count: devices })}
            </Box>
          </Box>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            label={translate('rollouts.form.firmware')}
            inputRef={field.ref}
            required
            error={Boolean(error)}
            helperText={error ? <ValidationError error={error} /> : hint}
            slotProps={{ htmlInput: { ...params.inputProps, spellCheck: false } }}
          />
        )}
      />
      <TextInput
        source="order.target"
        label={word('words.firmware.target')}
        autoComplete="off"
        helperText={false}
        required
        fullWidth
      />
      {data !== undefined && !isKnown && ID.test(typed) && part !== '' && (
        <NewFirmware firmware={typed} target={part} />
      )}
      {data === undefined && failure && ID.test(typed) && part !== '' && (
        <NewFirmware firmware={typed} target={part} />
      )}
    </>
  )
}
