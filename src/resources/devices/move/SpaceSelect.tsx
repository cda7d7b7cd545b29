import { Autocomplete, CircularProgress, styled, TextField } from '@mui/material'
import { useState } from 'react'
import { SpaceAvatar } from '../../../components/SpaceAvatar'
import { useTranslate } from './texts'
import { type SpaceChoice, useSpaceChoices } from './useSpaces'

const Option = styled('li')(({ theme }) => ({
  gap: theme.spacing(1.5),
  overflowWrap: 'anywhere',
  span: { minWidth: 0 },
  small: { marginLeft: 'auto', color: theme.palette.text.secondary },
}))

interface SpaceSelectProps {
  value: SpaceChoice | null
  onChange: (space: SpaceChoice | null) => void
  disabled: boolean
}

/** Selects the space that a device is moved to. */
export function SpaceSelect({ value, onChange, disabled }: SpaceSelectProps) {
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const { spaces, searches, isLoading, error } = useSpaceChoices(typed)
  const failed = error ? translate('devices.move.spacesNotFound') : undefined
  const hasNone = !searches && spaces?.length === 0
  const options = [
    ...new Map([...(spaces ?? []), ...(value ? [value] : [])].map((one) => [one.id, one])).values(),
  ]
  return (
    <Autocomplete<SpaceChoice>
      options={options}
      // The server has searched; what it found by its owner has not the text in its name.
      filterOptions={searches ? (found) => found : undefined}
      disabled={disabled}
      loading={isLoading}
      loadingText={translate('common.loading')}
      noOptionsText={failed ?? translate('table.filter.nothingFound')}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      value={value}
      onChange={(_event, chosen) => onChange(chosen)}
      onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      renderOption={({ key, ...option }, { name, owner }) => (
        <Option key={key} {...option}>
          <SpaceAvatar name={name} size={24} />
          <span>{name}</span>
          {owner && <small>{owner}</small>}
        </Option>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={translate('devices.move.space')}
          error={failed !== undefined}
          helperText={
            failed ??
            (hasNone ? translate('devices.move.noSpaces') : !searches && translate('devices.move.spaceHint'))
          }
          slotProps={{
            input: {
              ...params.InputProps,
              endAdornment: (
                <>
                  {isLoading && <CircularProgress size={18} aria-label={translate('common.loading')} />}
                  {params.InputProps.endAdornment}
                </>
              ),
            },
          }}
        />
      )}
    />
  )
}
