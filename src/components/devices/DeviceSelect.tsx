import {
  Autocomplete,
  CircularProgress,
  createFilterOptions,
  type SxProps,
  styled,
  TextField,
} from '@mui/material'
import { type ReactNode, useState } from 'react'
import type { Device } from '#contract/devices'
import { useTranslate } from '../../i18n/translate'
import { useRested } from '../useRested'
import { ANY_DEVICE, type DeviceScope, useDevices } from './useDevices'

const DIGITS = /^\d+$/

const distinct = (devices: readonly Device[]) => [
  ...new Map(devices.map((device) => [device.id, device])).values(),
]

/**
 * Searches the server for devices by a part of their name, or of their serial number if the text is a number: in a
 * large space, not all devices are loaded. Rules, "Devices".
 */
function useDeviceSearch(scope: DeviceScope, typed: string) {
  const wanted = typed.trim()
  const text = useRested(wanted)
  const byName = useDevices(scope, text ? { name: text } : null)
  const bySerial = useDevices(scope, DIGITS.test(text) ? { serial_number: text } : null)
  return {
    found: [...byName.devices, ...bySerial.devices],
    isSearching: text !== wanted || byName.isLoading || bySerial.isLoading,
    error: text === wanted ? (byName.error ?? bySerial.error) : null,
  }
}

/** Most devices in the open list; typing finds the others. */
const SHOWN = 100

const filterOptions = createFilterOptions<Device>({
  limit: SHOWN,
  trim: true,
  stringify: ({ name, serial_number }) => `${name} ${serial_number}`,
})

/** Name and serial number, because names need not be unique. */
const Option = styled('li')(({ theme }) => ({
  gap: theme.spacing(2),
  overflowWrap: 'anywhere',
  small: { marginLeft: 'auto', color: theme.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
}))

interface DeviceSelectProps {
  label: string
  value: Device | null
  /** Without it a choice cannot be taken back. */
  onClear?: () => void
  onChange: (device: Device) => void
  onBlur?: () => void
  /** The devices to choose from; all of the space unless given. */
  scope?: DeviceScope
  hint?: string
  /** What is wrong with the choice. */
  error?: ReactNode
  /** The choice itself is loading. */
  isLoading?: boolean
  sx?: SxProps
}

/**
 * Selects a device by its name or serial number. Devices are loaded when the list opens; those that are already loaded
 * are found at once.
 */
export function DeviceSelect({ label, value, scope = ANY_DEVICE, ...props }: DeviceSelectProps) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const first = useDevices(scope, isOpen ? {} : null)
  const { found, isSearching, error } = useDeviceSearch(scope, typed)
  const isLoading = first.isLoading || isSearching
  const failed = (error ?? first.error) ? translate('page.devicesNotFound') : undefined
  const said = failed ?? props.error
  return (
    <Autocomplete<Device, false, boolean>
      disableClearable={value !== null && !props.onClear}
      options={distinct([...first.devices, ...found, ...(value ? [value] : [])])}
      filterOptions={filterOptions}
      loading={isLoading}
      loadingText={translate('common.loading')}
      noOptionsText={failed ?? translate('table.filter.nothingFound')}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      value={value}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      onChange={(_event, chosen) => (chosen ? props.onChange(chosen) : props.onClear?.())}
      onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
      onBlur={props.onBlur}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      renderOption={({ key, ...option }, { name, serial_number }) => (
        <Option key={key} {...option}>
          <span>{name}</span>
          <small>{serial_number}</small>
        </Option>
      )}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          error={Boolean(said)}
          helperText={said || props.hint}
          slotProps={{
            input: {
              ...params.InputProps,
              endAdornment: (
                <>
                  {(isLoading || props.isLoading) && (
                    <CircularProgress size={18} aria-label={translate('common.loading')} />
                  )}
                  {params.InputProps.endAdornment}
                </>
              ),
            },
          }}
        />
      )}
      sx={props.sx}
    />
  )
}
