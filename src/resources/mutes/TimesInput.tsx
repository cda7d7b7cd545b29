import { Box, Chip } from '@mui/material'
import { useController, useWatch } from 'react-hook-form'
import { serverNow, useClock } from '../../clock'
import { DateTimeInput } from '../../components/form/DateTimeInput'
import { ZoneNote } from '../../components/value/ZoneNote'
import { msg, useTranslate } from './texts'
import { endOf, PRESETS } from './times'

/** The form's `starts_at` field. */
export function StartInput() {
  const translate = useTranslate()
  return (
    <DateTimeInput
      source="starts_at"
      label={translate('mutes.fields.starts_at')}
      hint={translate('mutes.form.startsHint')}
    />
  )
}

/** The form's `ends_at` field, with common durations from the start. */
export function EndInput() {
  const translate = useTranslate()
  const { zone } = useClock()
  const { field } = useController<{ ends_at: string | null }, 'ends_at'>({ name: 'ends_at' })
  const begins = useWatch<{ starts_at: string | null }, 'starts_at'>({ name: 'starts_at' })
  const fromThen = begins ? Date.parse(begins) : Number.NaN
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <DateTimeInput source="ends_at" label={translate('mutes.fields.ends_at')} required />
      <Box
        role="group"
        aria-label={translate('mutes.form.presets')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
      >
        {PRESETS.map((preset) => (
          <Chip
            key={preset}
            size="small"
            variant="outlined"
            label={translate(`mutes.form.${preset}`)}
            onClick={() => {
              const from = Math.max(Number.isNaN(fromThen) ? 0 : fromThen, serverNow())
              field.onChange(new Date(endOf(preset, from, zone)).toISOString())
            }}
          />
        ))}
      </Box>
      <ZoneNote text={msg('mutes.form.zone')} />
    </Box>
  )
}
