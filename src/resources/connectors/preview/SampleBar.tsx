import {
  Alert,
  Autocomplete,
  Box,
  Button,
  CircularProgress,
  createFilterOptions,
  FormControlLabel,
  Link,
  Switch,
  TextField,
} from '@mui/material'
import { useEffect, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Device } from '#contract/devices'
import { MESSAGE_TYPES } from '#contract/messages'
import { ActionAlert, TimeText } from '../../../components/page'
import { TEXT_FILTER_DELAY } from '../../../components/table/address'
import { isMissing } from '../../../dataProvider/client'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'
import { usePinnedMessage, usePreview } from './PreviewContext'
import { type DeviceScope, type Sample, useDevices } from './useSample'

const DIGITS = /^\d+$/

/** A text once its typing has stopped; an empty text at once. */
function useRested(typed: string): string {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), TEXT_FILTER_DELAY)
    return () => clearTimeout(timer)
  }, [typed])
  return typed && rested
}

const distinct = (devices: readonly Device[]) => [
  ...new Map(devices.map((device) => [device.id, device])).values(),
]

/**
 * Searches the server for devices by a part of their name, or of their serial number if the text is a number: in a
 * large space, not all devices are loaded. Spec 1, section 9.
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

interface SampleProps {
  sample: Sample
}

/** Selects the device by its name or serial number. Devices that are already loaded are found at once. */
function DeviceSelect({ sample }: SampleProps) {
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const { device = null, devices, isLoading, scope } = sample
  const { found, isSearching, error } = useDeviceSearch(scope, typed)
  const failed = error ? translate('connectors.preview.notSearched') : undefined
  return (
    <Autocomplete<Device, false, boolean>
      // The choice cannot be cleared: there is no sample without a device.
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

/** Why there is no sample, or why it would not trigger the connector. */
function SampleNote({ sample }: SampleProps) {
  const translate = useTranslate()
  const { choice } = usePreview()
  const { pinnedId } = usePinnedMessage()
  const { error, retry, isLoading, devices, device, mismatch, type } = sample

  if (error && pinnedId !== null && isMissing(error))
    return (
      <ActionAlert
        severity="warning"
        action={translate('connectors.preview.latest')}
        onAction={sample.loadLatest}
      >
        {translate('connectors.preview.messageGone')}
      </ActionAlert>
    )
  if (error)
    return (
      <ActionAlert severity="error" action={translate('common.tryNow')} onAction={retry}>
        {translate('connectors.preview.notLoaded')}
      </ActionAlert>
    )
  if (isLoading) return null
  if (!device && devices.length === 0)
    return (
      <Alert severity="info">
        {translate(`connectors.preview.${choice.anyDevice ? 'noDevices' : 'noSharedTag'}`)}
      </Alert>
    )
  if (sample.isMissing)
    return (
      <Alert severity="info">
        {translate('connectors.preview.noMessage', { type: translate(`messages.types.${type}`) })}
      </Alert>
    )
  return mismatch && <Alert severity="info">{translate(`connectors.preview.mismatch.${mismatch}`)}</Alert>
}

/** Selects the type and the device of the message that the code is tried on, and shows which message that is. */
export function SampleBar({ sample }: SampleProps) {
  const translate = useTranslate()
  const { record } = useAddresses()
  const { change } = usePreview()
  const { type, message } = sample
  const choose = (text: string) => {
    const chosen = MESSAGE_TYPES.find((known) => known === text)
    if (chosen) sample.chooseType(chosen)
  }
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2 }}>
        <TextField
          select
          label={translate('connectors.preview.type')}
          value={type}
          onChange={({ target }) => choose(target.value)}
          slotProps={{ select: { native: true } }}
          sx={{ flex: { xs: '1 1 100%', sm: '0 0 180px' } }}
        >
          {MESSAGE_TYPES.map((id) => (
            <option key={id} value={id}>
              {translate(`messages.types.${id}`)}
            </option>
          ))}
        </TextField>
        <DeviceSelect sample={sample} />
        {sample.offersAnyDevice && (
          <FormControlLabel
            sx={{ alignSelf: 'center' }}
            label={translate('connectors.preview.anyDevice')}
            control={
              <Switch
                checked={sample.scope.anyDevice}
                onChange={(_event, anyDevice) => change({ anyDevice })}
              />
            }
          />
        )}
      </Box>
      {sample.device && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 32 }}>
          {message && (
            <span>
              <Link component={RouterLink} to={record('messages', message.id)}>
                {translate(`connectors.preview.message.${message.direction}`, {
                  type: translate(`messages.types.${message.type}`),
                })}
              </Link>
              {', '}
              <TimeText value={message.created_at} relative />
            </span>
          )}
          <Button size="small" onClick={sample.loadLatest}>
            {translate('connectors.preview.latest')}
          </Button>
        </Box>
      )}
      <SampleNote sample={sample} />
    </>
  )
}
