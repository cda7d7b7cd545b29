import { Alert, Box, Button, FormControlLabel, Link, Switch, TextField } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { MESSAGE_TYPES } from '#contract/messages'
import { DeviceSelect } from '../../../components/devices/DeviceSelect'
import { MessageTime } from '../../../components/message/MessageTime'
import { Summary } from '../../../components/message/Summary'
import { msg as messageMsg } from '../../../components/message/texts'
import { ActionAlert, TimeText } from '../../../components/page'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { usePreview } from './PreviewContext'
import { SAMPLE_ALERTS } from './sampleAlert'
import { useTranslate } from './texts'
import type { Sample } from './useSample'

interface SampleProps {
  sample: Sample
  /** Whether it is for a test, which needs a device. */
  isTest?: boolean
}

/** Why there is no sample, or why it would not trigger the connector. */
function SampleNote({ sample, isTest = false }: SampleProps) {
  const translate = useTranslate()
  const { error, isGone, retry, isLoading, devices, device, mismatch, type } = sample

  if (error)
    return (
      <ActionAlert
        severity={isGone ? 'warning' : 'error'}
        action={translate(isGone ? 'connectors.preview.latest' : 'common.tryNow')}
        onAction={isGone ? sample.loadLatest : retry}
      >
        {translate(`connectors.preview.${isGone ? 'messageGone' : 'notLoaded'}`)}
      </ActionAlert>
    )
  if (isLoading) return null
  const note = () => {
    if (!device && devices.length === 0)
      return translate(
        `connectors.preview.${sample.scope.anyDevice ? (isTest ? 'noDevicesToTest' : 'noDevices') : 'noSharedTag'}`,
      )
    if (sample.isMissing)
      return translate('connectors.preview.noMessage', {
        type: translate(messageMsg(`message.types.${type}`)),
      })
    return mismatch && translate(`connectors.preview.mismatch.${mismatch}`)
  }
  const text = note()
  return text && <Alert severity="info">{text}</Alert>
}

/** Selects the device of the sample message. */
function SampleDevice({ sample }: SampleProps) {
  const translate = useTranslate()
  const { change } = usePreview()
  return (
    <>
      <DeviceSelect
        label={translate('connectors.preview.device')}
        value={sample.device ?? null}
        onChange={sample.chooseDevice}
        scope={sample.scope}
        isLoading={sample.isLoading}
        sx={{ flex: { xs: '1 1 100%', sm: '1 1 220px' }, maxWidth: { sm: 360 } }}
      />
      {sample.offersAnyDevice && (
        <FormControlLabel
          sx={{ alignSelf: 'end' }}
          label={translate('connectors.preview.anyDevice')}
          control={
            <Switch
              checked={sample.scope.anyDevice}
              onChange={(_event, anyDevice) => change({ anyDevice })}
            />
          }
        />
      )}
    </>
  )
}

/** Selects the type and device of the sample message, or a sample alert, and shows which message it is. */
export function SampleBar({ sample, isTest }: SampleProps) {
  const translate = useTranslate()
  const { record } = useAddresses()
  const { type, message, alert, hasAlerts } = sample
  const choose = (text: string) => {
    const chosen = MESSAGE_TYPES.find((known) => known === text)
    if (chosen) sample.chooseType(chosen)
    const event = SAMPLE_ALERTS.find((known) => known === text)
    if (event) sample.chooseAlert(event)
  }
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2 }}>
        <TextField
          select
          label={translate(hasAlerts ? 'connectors.preview.typeOrAlert' : 'connectors.preview.type')}
          value={alert ?? type}
          onChange={({ target }) => choose(target.value)}
          slotProps={{ select: { native: true } }}
          sx={{ flex: { xs: '1 1 100%', sm: '0 0 220px' } }}
        >
          {MESSAGE_TYPES.map((id) => (
            <option key={id} value={id}>
              {translate(messageMsg(`message.types.${id}`))}
            </option>
          ))}
          {hasAlerts &&
            SAMPLE_ALERTS.map((event) => (
              <option key={event} value={event}>
                {translate(`connectors.preview.alerts.${event}`)}
              </option>
            ))}
        </TextField>
        {alert === null && <SampleDevice sample={sample} />}
      </Box>
      {alert === null && sample.device && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 32 }}>
          {message && (
            <Box sx={{ minWidth: 0, maxWidth: '100%' }}>
              <Link component={RouterLink} to={record('messages', message.id)}>
                {translate(`connectors.preview.message.${message.direction}`, {
                  type: translate(messageMsg(`message.types.${message.type}`)),
                })}
              </Link>
              {', '}
              <MessageTime message={message}>
                <TimeText value={message.created_at} relative />
              </MessageTime>
              <Summary message={message} />
            </Box>
          )}
          <Button size="small" onClick={sample.loadLatest}>
            {translate('connectors.preview.latest')}
          </Button>
        </Box>
      )}
      {alert === null && <SampleNote sample={sample} isTest={isTest} />}
    </>
  )
}
