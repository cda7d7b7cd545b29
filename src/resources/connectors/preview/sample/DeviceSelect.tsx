import { Autocomplete, createFilterOptions, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { Device } from '#contract/devices'
import type { Sample } from './useSample'

/** Most devices in the open list; typing finds the others. */
const SHOWN = 100

const filterOptions = createFilterOptions<Device>({
  limit: SHOWN,
  stringify: ({ name, serial_number }) => `${name} ${serial_number}`,
})

/** Chooses the device by its name or serial number. */
export function DeviceSelect({ sample }: { sample: Sample }) {
  const translate = useTranslate()
  const { device = null, devices, isLoading } = sample
  return (
    <Autocomplete<Device, false, boolean>
      // What is chosen cannot be cleared: there is no sample without a device.
      disableClearable={device !== null}
      options={devices}
      filterOptions={filterOptions}
      loading={isLoading}
      loadingText={translate('common.loading')}
      noOptionsText={translate('table.filter.nothingFound')}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      value={device}
      onChange={(_event, chosen) => chosen && sample.chooseDevice(chosen)}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      renderInput={(params) => <TextField {...params} label={translate('connectors.preview.device')} />}
      sx={{ flex: { xs: '1 1 100%', sm: '1 1 220px' }, maxWidth: { sm: 360 } }}
    />
  )
}
