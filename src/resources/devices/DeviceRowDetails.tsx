import { Stack, Typography } from '@mui/material'
import type { Device } from '#contract/devices'
import { useTranslate } from '../../i18n/translate'
import { DeviceFields } from './DeviceFields'
import { Labels } from './Labels'

/** What the row of a device expands to: labels, the comment in full, base info. */
export default function DeviceRowDetails({ device }: { device: Device }) {
  const translate = useTranslate()
  const hasLabels = Object.keys(device.label ?? {}).length > 0
  return (
    <Stack sx={{ gap: 2, maxWidth: 960 }}>
      {hasLabels && (
        <div>
          <Typography variant="subtitle2" component="h2" sx={{ mb: 0.5 }}>
            {translate('devices.labels')}
          </Typography>
          <Labels label={device.label} />
        </div>
      )}
      <DeviceFields device={device} />
    </Stack>
  )
}
