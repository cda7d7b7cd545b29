import { Box, Chip } from '@mui/material'
import { TextInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { useClock } from '../../../clock'
import { SPANS, untilOf } from '../../../clock/snooze'
import { useTranslate as useAlertsTranslate } from '../../alerts/texts'
import { DateTimeInput } from '../../form/DateTimeInput'
import type { OrderedValues } from '../order'
import { msg, useTranslate } from '../texts'

/** Until when the alerts of the devices are muted. */
export function MuteInputs() {
  const translate = useTranslate()
  const alerts = useAlertsTranslate()
  const { zone } = useClock()
  const { setValue } = useFormContext<OrderedValues>()
  return (
    <>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <DateTimeInput source="order.ends_at" label={translate('rollouts.form.muteUntil')} required />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {SPANS.map((span) => (
            <Chip
              key={span}
              size="small"
              variant="outlined"
              label={alerts(`alerts.snooze.${span}`)}
              onClick={() =>
                setValue('order.ends_at', new Date(untilOf(span, zone)).toISOString(), {
                  shouldDirty: true,
                  shouldValidate: true,
                })
              }
            />
          ))}
        </Box>
      </Box>
      <TextInput source="order.note" label={msg('rollouts.form.muteNote')} helperText={false} fullWidth />
    </>
  )
}
