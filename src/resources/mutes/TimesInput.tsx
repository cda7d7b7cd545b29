import { Box, Chip, Stack } from '@mui/material'
import { BooleanInput, TextInput } from 'react-admin'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { WEEKLY_MUTES_CAPABILITY } from '#contract/alerts/capability'
import { serverNow, useClock } from '../../clock'
import { DateTimeInput } from '../../components/form/DateTimeInput'
import { HoursFields, ZoneInput } from '../../components/hours/HoursFields'
import { ZoneNote } from '../../components/value/ZoneNote'
import { useCapability } from '../../config'
import { msg, useTranslate } from './texts'
import { endOf, PRESETS, type RepeatsValues } from './times'

const useRepeats = () =>
  useWatch<{ repeats: RepeatsValues }, 'repeats.isOn'>({ name: 'repeats.isOn' }) ?? false

/** The form's `repeats` field: the hours of each week. */
export function RepeatsInput() {
  const isOn = useRepeats()
  const { setValue } = useFormContext<{ starts_at: string | null; ends_at: string | null }>()
  if (!useCapability(WEEKLY_MUTES_CAPABILITY)) return null
  const clear = () => {
    setValue('starts_at', null)
    setValue('ends_at', null)
  }
  return (
    <Stack sx={{ gap: 2 }}>
      <BooleanInput
        source="repeats.isOn"
        label={msg('mutes.form.repeats')}
        helperText={false}
        onChange={clear}
      />
      {isOn && (
        <>
          <HoursFields source="repeats" />
          <ZoneInput source="repeats.timezone" />
          <TextInput
            source="repeats.until"
            type="date"
            label={msg('mutes.form.until')}
            helperText={msg('mutes.form.untilHint')}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        </>
      )}
    </Stack>
  )
}

/** The form's `starts_at` field. */
export function StartInput() {
  const translate = useTranslate()
  if (useRepeats()) return null
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
  const repeats = useRepeats()
  if (repeats) return null
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
