import 'dayjs/locale/cs'
import 'dayjs/locale/en-gb'
import { Box, Button, Divider, TextField, Typography } from '@mui/material'
import { DateCalendar, LocalizationProvider } from '@mui/x-date-pickers'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { csCZ } from '@mui/x-date-pickers/locales'
import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc'
import { useLocale } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import { isIsoTime } from './isoTime'
import { RelativeRanges } from './RelativeRanges'
import { atTime } from './ranges'
import { type RangeProps, useRangeDraft } from './useRangeDraft'

dayjs.extend(utc)

const czech = csCZ.components.MuiLocalizationProvider.defaultProps.localeText

/** Chooses a range of time: relative, in the calendar, or typed. All times are in UTC. Spec 1, sections 5 and 9. */
export default function DateRangePicker(props: RangeProps) {
  const draft = useRangeDraft(props)
  const translate = useTranslate()
  const isCzech = useLocale() === 'cs'
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={isCzech ? 'cs' : 'en-gb'}
      localeText={isCzech ? czech : undefined}
    >
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 2 }}>
        <RelativeRanges applied={draft.applied} onChoose={draft.applyNow} />
        <Divider orientation="vertical" flexItem sx={{ display: { xs: 'none', sm: 'block' } }} />
        <Box sx={{ width: { xs: '100%', sm: 320 } }}>
          <TypedTime field="start" {...draft} />
          <TypedTime field="end" {...draft} />
          <DayAndTime {...draft} />
          <Typography variant="caption" color="text.secondary" component="p">
            {translate('table.date.utc')}
          </Typography>
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mt: 1 }}>
            <Button onClick={draft.clear}>{translate('table.filter.clearText')}</Button>
            <Button variant="contained" onClick={draft.apply}>
              {translate('table.filter.apply')}
            </Button>
          </Box>
        </Box>
      </Box>
    </LocalizationProvider>
  )
}

type Draft = ReturnType<typeof useRangeDraft>

interface TypedTimeProps extends Draft {
  field: 'start' | 'end'
}

function TypedTime({ field, typed, wrong, active, setActive, type, check, apply }: TypedTimeProps) {
  const translate = useTranslate()
  return (
    <TextField
      size="small"
      margin="dense"
      fullWidth
      label={translate(`table.date.${field}`)}
      value={typed[field]}
      error={wrong.includes(field)}
      focused={active === field || undefined}
      placeholder="YYYY-MM-DDTHH:MM:SS.000Z"
      onFocus={() => setActive(field)}
      onBlur={() => check(field)}
      onChange={(event) => type(field, event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
}

/** Calendar and time of day of the time that was last in focus. */
function DayAndTime({ typed, active, type, timeOf }: Draft) {
  const translate = useTranslate()
  const value = isIsoTime(typed[active]) ? dayjs.utc(typed[active]) : null
  const label = translate(`table.date.${active}`)
  return (
    <>
      <DateCalendar
        aria-label={label}
        timezone="UTC"
        value={value}
        onChange={(day) => day && type(active, atTime(day.format('YYYY-MM-DD'), timeOf(active)))}
        sx={{ mx: 'auto' }}
      />
      <TextField
        size="small"
        type="time"
        label={translate('table.date.time', { label })}
        value={value ? timeOf(active) : ''}
        disabled={!value}
        onChange={(event) => {
          const time = event.target.value
          if (time) type(active, atTime(typed[active].slice(0, 10), time.length === 5 ? `${time}:00` : time))
        }}
        slotProps={{ htmlInput: { step: 1 }, inputLabel: { shrink: true } }}
        sx={{ mb: 1 }}
      />
    </>
  )
}
