import 'dayjs/locale/cs'
import 'dayjs/locale/en-gb'
import { Box, Button, Divider, TextField, Typography } from '@mui/material'
import { DateCalendar, LocalizationProvider } from '@mui/x-date-pickers'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { csCZ } from '@mui/x-date-pickers/locales'
import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc'
import { useState } from 'react'
import { useLocale } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import { toast } from '../../toast/toasts'
import { usePending } from '../filters/pending'
import {
  atTime,
  type DateRange,
  DEFAULT_TIMES,
  defaultRange,
  faultOf,
  isIsoTime,
  type RangeFault,
  RELATIVE_RANGES,
  readRange,
  relativeText,
  typedRange,
} from './ranges'

dayjs.extend(utc)

const czech = csCZ.components.MuiLocalizationProvider.defaultProps.localeText

type Field = 'start' | 'end'

interface DateRangePickerProps {
  applied: DateRange | undefined
  /** Key of the filter in the list's filters, if it is one. */
  source?: string
  /** A range needs both a start and an end. */
  needsBoth?: boolean
  /** Called with the chosen range; with undefined when it was cleared. */
  onApply: (range: DateRange | undefined) => void
}

/** The range while a person edits it. Toasts say what is wrong with it. Spec 1, section 5. */
function useRangeDraft({ applied, source, needsBoth = false, onApply }: DateRangePickerProps) {
  const translate = useTranslate()
  const [typed, setTyped] = useState(() =>
    applied ? typedRange(applied, new Date()) : defaultRange(new Date()),
  )
  const [isChanged, setChanged] = useState(false)
  const [wrong, setWrong] = useState<readonly Field[]>([])
  const [active, setActive] = useState<Field>('start')
  const showFault = (fault: RangeFault['fault']) =>
    toast({ kind: 'error', title: translate(`table.date.${fault}`) })

  const applyNow = (range: DateRange | undefined) => {
    setTyped(typedRange(range, new Date()))
    setWrong([])
    setChanged(false)
    onApply(range)
  }
  const isRight = () => {
    const found = faultOf(typed, needsBoth)
    setWrong(found?.fault === 'invalid' ? found.fields : [])
    if (found) showFault(found.fault)
    return !found
  }
  usePending(() => {
    if (!isChanged || source === undefined) return {}
    return isRight() ? { [source]: readRange(typed, needsBoth) } : null
  })
  return {
    typed,
    /** Fields without a valid time. */
    wrong,
    /** The field that the calendar fills. */
    active,
    setActive,
    applyNow,
    type: (field: Field, text: string) => {
      setTyped((old) => ({ ...old, [field]: text }))
      setChanged(true)
      setWrong((old) => old.filter((other) => other !== field))
    },
    /** Checks a field when it loses the focus. */
    check: (field: Field) => {
      if (typed[field] === '' || isIsoTime(typed[field]) || wrong.includes(field)) return
      setWrong((old) => [...old, field])
      showFault('invalid')
    },
    apply: () => {
      if (isRight()) applyNow(readRange(typed, needsBoth))
    },
    /** Time of day that a picked day gets. */
    timeOf: (field: Field) => (isIsoTime(typed[field]) ? typed[field].slice(11, 19) : DEFAULT_TIMES[field]),
  }
}

type Draft = ReturnType<typeof useRangeDraft>

/** Ranges that end now; choosing one applies it. Spec 1, section 9. */
function RelativeRanges({ applied, onApply }: Pick<DateRangePickerProps, 'applied' | 'onApply'>) {
  const translate = useTranslate()
  const active = applied && 'relative' in applied ? applied.relative : undefined
  return (
    <Box
      role="group"
      aria-label={translate('table.date.ranges')}
      sx={{
        display: 'flex',
        flexDirection: { sm: 'column' },
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        gap: 0.5,
      }}
    >
      <Typography variant="body2" color="text.secondary" sx={{ width: { xs: '100%', sm: 'auto' }, px: 1 }}>
        {translate('table.date.ranges')}
      </Typography>
      {RELATIVE_RANGES.map((relative) => (
        <Button
          key={relative}
          size="small"
          color={relative === active ? 'primary' : 'inherit'}
          aria-pressed={relative === active}
          sx={{
            justifyContent: 'flex-start',
            whiteSpace: 'nowrap',
            fontWeight: relative === active ? 600 : 400,
          }}
          onClick={() => onApply({ relative })}
        >
          {relativeText(relative, translate)}
        </Button>
      ))}
    </Box>
  )
}

function TypedTime({ field, typed, wrong, active, setActive, type, check, apply }: Draft & { field: Field }) {
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

/** Calendar and time of day of the field that had the focus last. */
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

/** Chooses a range of time: relative, in the calendar, or typed. All times are in UTC. Spec 1, sections 5 and 9. */
export default function DateRangePicker(props: DateRangePickerProps) {
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
        <RelativeRanges applied={props.applied} onApply={draft.applyNow} />
        <Divider orientation="vertical" flexItem sx={{ display: { xs: 'none', sm: 'block' } }} />
        <Box sx={{ width: { xs: '100%', sm: 320 } }}>
          <TypedTime field="start" {...draft} />
          <TypedTime field="end" {...draft} />
          <DayAndTime {...draft} />
          <Typography variant="caption" color="text.secondary" component="p">
            {translate('table.date.utc')}
          </Typography>
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mt: 1 }}>
            <Button onClick={() => draft.applyNow(undefined)}>{translate('table.filter.clearText')}</Button>
            <Button variant="contained" onClick={draft.apply}>
              {translate('table.filter.apply')}
            </Button>
          </Box>
        </Box>
      </Box>
    </LocalizationProvider>
  )
}
