import { Typography } from '@mui/material'
import { useWatch } from 'react-hook-form'
import { formatDuration, parseDuration, RETRY_DELAY_MAX } from '#contract/connectors'
import { useTranslate } from '../../../i18n/translate'
import type { ConnectorValues } from './codec'

/** When a delivery is given up with the delays that the form holds; nothing while one of them is wrong. */
export function RetrySummary() {
  const translate = useTranslate()
  const rows = useWatch<ConnectorValues, 'retry_delays'>({ name: 'retry_delays' })
  const delays = rows.map(({ value }) => parseDuration(value?.trim() || '0'))
  const known = delays.filter((delay) => delay !== undefined)
  if (known.length < delays.length || known.some((delay) => delay > RETRY_DELAY_MAX)) return null

  const retries = known.filter((delay) => delay > 0)
  const total = formatDuration(retries.reduce((sum, delay) => sum + delay, 0))
  return (
    <Typography role="status" variant="body2">
      {retries.length === 0
        ? translate('connectors.delays.none')
        : translate('connectors.delays.total', { smart_count: retries.length, total })}
    </Typography>
  )
}
