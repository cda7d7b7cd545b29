import { Autocomplete, CircularProgress, createFilterOptions, TextField } from '@mui/material'
import { useState } from 'react'
import type { Device } from '#contract/devices'
import { useTranslate } from '../../../../i18n/translate'
import { distinct, useDeviceSearch } from './useDeviceSearch'
import type { Sample } from './useSample'

/** Most devices in the open list; typing finds the others. */
const SHOWN = 100

const filterOptions = createFilterOptions<Device>({
  limit: SHOWN,
  trim: true,
  stringify: ({ name, serial_number }) => `${name} ${serial_number}`,
})

/** Chooses the device by its name or serial number; those that are here already are found at once. */
export function DeviceSelect({ sample }: { sample: Sample }) {
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const { device = null, devices, isLoading, scope } = sample
  const { found, isSearching, error } = useDeviceSearch(scope, typed)
  const failed = error ? translate('connectors.preview.notSearched') : undefined
  return (
    <Autocomplete<Device, false, boolean>
      // What is chosen cannot be cleared: there is no sample without a device.
      disableClearable={device !== null}
      options={distinct([...devices, ...found])}
      filterOptions={filterOptions}
      loading={isLoading || isSearching}
      loadingText={translate('common.loading')}
      noOptionsText={failed ?? translate('table.filter.nothingFound')}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      value={device}
      onChange={(_event, chosen) => chosen && sample.chooseDevice(chosen)}
      onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      renderInput={(params) => (
        <TextField
          {...params}
          label={translate('connectors.preview.device')}
          error={failed !== undefined}
          helperText={failed}
          slotProps={{
            input: {
              ...params.InputProps,
              endAdornment: (
                <>
                  {isSearching && <CircularProgress size={18} aria-label={translate('common.loading')} />}
                  {params.InputProps.endAdornment}
                </>
              ),
            },
          }}
        />
      )}
      sx={{ flex: { xs: '1 1 100%', sm: '1 1 220px' }, maxWidth: { sm: 360 } }}
    />
  )
}
