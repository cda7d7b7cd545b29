import 'dayjs/locale/cs'
import 'dayjs/locale/en-gb'
import CheckIcon from '@mui/icons-material/Check'
import { Box, Button, Divider, TextField } from '@mui/material'
import { LocalizationProvider } from '@mui/x-date-pickers'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { csCZ } from '@mui/x-date-pickers/locales'
import { useState } from 'react'
import { useLocale } from 'react-admin'
import { formatDateTime, offsetText, serverNow, useClock } from '../../../clock'
import { useTranslate } from '../../../i18n/translate'
import { toast } from '../../toast/toasts'
import { useNow } from '../../value/TimeText'
import { ZoneNote } from '../../value/ZoneNote'
import { usePending } from '../filters/pending'
import { DayAndTime, LOOK_EVERY } from './DayAndTime'
import {
  type Bound,
  type DateRange,
  faultOf,
  isIsoTime,
  type RangeFault,
  RELATIVE_RANGES,
  readRange,
  relativeText,
} from './ranges'
import { defaultRange, rangeFrom, rangeOfDays, typedRange, wallOf, wholeDay } from './typed'

const czech = csCZ.components.MuiLocalizationProvider.defaultProps.localeText

interface DateRangePickerProps {
  applied: DateRange | undefined
  /** The applied range is a default, not a person's choice. */
  isFallback?: boolean
  /** Key of the range among the values applied when the surrounding sheet or popover closes. */
  source: string
  /** The range needs both a start and an end. */
  needsBoth?: boolean
  /** Called with the chosen range; undefined if it was cleared. */
  onApply: (range: DateRange | undefined) => void
}

/** The range while a person edits it. Toasts report its errors. Rules, "Date ranges". */
function useRangeDraft(props: DateRangePickerProps) {
  const { applied, isFallback, source, needsBoth = false, onApply } = props
  const translate = useTranslate()
  const { zone } = useClock()
  const [typed, setTyped] = useState(() =>
    applied && !isFallback
      ? typedRange(applied, new Date(serverNow()), zone)
      : defaultRange(new Date(serverNow()), zone),
  )
  const [isChanged, setChanged] = useState(false)
  const [wrong, setWrong] = useState<readonly Bound[]>([])
  const [active, setActive] = useState<Bound>('start')
  /** The first picked day, while the second is still missing. */
  const [first, setFirst] = useState<number | null>(null)
  const showFault = (fault: RangeFault['fault']) =>
    toast({ kind: 'error', title: translate(`table.date.${fault}`) })

  const applyNow = (range: DateRange | undefined) => {
    setTyped(typedRange(range, new Date(serverNow()), zone))
    setWrong([])
    setChanged(false)
    setFirst(null)
    onApply(range)
  }
  const isRight = () => {
    const found = faultOf(typed, needsBoth)
    setWrong(found?.fault === 'invalid' ? found.fields : [])
    if (found) showFault(found.fault)
    return !found
  }
  usePending(() => {
    if (!isChanged) return {}
    return isRight() ? { [source]: readRange(typed, needsBoth) } : null
  })
  /** Picked days replace the days of a relative range, not its times. */
  const before = () =>
    !isChanged && applied && 'relative' in applied
      ? rangeOfDays([wallOf(typed.start, zone), wallOf(typed.end, zone)], { start: '', end: '' }, zone)
      : typed
  /** The first day starts a range and the second completes it; with the end focused, one day sets the end. */
  const pick = (day: number) => {
    const isSecond = first !== null
    const isEnd = active === 'end'
    const other = isSecond ? first : isIsoTime(typed.start) ? wallOf(typed.start, zone) : day
    setTyped(isSecond || isEnd ? rangeOfDays([other, day], before(), zone) : rangeFrom(day, before(), zone))
    setChanged(true)
    setWrong([])
    setFirst(isSecond || isEnd ? null : day)
    setActive(isSecond || isEnd ? 'start' : 'end')
  }
  return {
    pick,
    typed,
    /** Fields without a valid time. */
    wrong,
    /** The field that the calendar fills. */
    active,
    focus: (field: Bound) => {
      setActive(field)
      setFirst(null)
    },
    applyNow,
    type: (field: Bound, text: string) => {
      setTyped((old) => ({ ...old, [field]: text }))
      setChanged(true)
      setWrong((old) => old.filter((other) => other !== field))
    },
    /** Validates a field when it loses the focus. */
    check: (field: Bound) => {
      if (typed[field] === '' || isIsoTime(typed[field]) || wrong.includes(field)) return
      setWrong((old) => [...old, field])
      showFault('invalid')
    },
    apply: () => {
      // An unchanged relative range stays relative.
      if (applied && !isChanged) applyNow(applied)
      else if (isRight()) applyNow(readRange(typed, needsBoth))
    },
  }
}

type Draft = ReturnType<typeof useRangeDraft>

interface PresetProps {
  text: string | undefined
  isActive: boolean
  onChoose: () => void
}

function Preset({ text, isActive, onChoose }: PresetProps) {
  return (
    <Button
      size="small"
      color={isActive ? 'primary' : 'inherit'}
      aria-pressed={isActive}
      startIcon={<CheckIcon />}
      sx={{
        justifyContent: 'flex-start',
        whiteSpace: 'nowrap',
        fontWeight: 400,
        '&[aria-pressed="false"] .MuiButton-startIcon': {
          visibility: 'hidden',
          display: { xs: 'none', sm: 'inherit' },
        },
        '&[aria-pressed="true"]': { fontWeight: 600, backgroundColor: 'action.selected' },
      }}
      onClick={onChoose}
    >
      {text}
    </Button>
  )
}

/** Whole days to choose from, by number of days ago. */
const DAYS = [
  { text: 'table.date.today', ago: 0 },
  { text: 'table.date.yesterday', ago: 1 },
] as const

/** Today, yesterday, and ranges up to now; choosing one applies it. Rules, "Date ranges". */
function Presets({ applied, onApply }: Pick<DateRangePickerProps, 'applied' | 'onApply'>) {
  const translate = useTranslate()
  const { zone } = useClock()
  const now = new Date(useNow(LOOK_EVERY))
  const active = applied && 'relative' in applied ? applied.relative : undefined
  const isOther = active !== undefined && !RELATIVE_RANGES.some((relative) => relative === active)
  const offered = isOther ? [active, ...RELATIVE_RANGES] : RELATIVE_RANGES
  const isDay = (ago: number) => {
    const { start, end } = wholeDay(now, ago, zone)
    return applied !== undefined && !('relative' in applied) && applied.start === start && applied.end === end
  }
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
      {DAYS.map(({ text, ago }) => (
        <Preset
          key={ago}
          text={translate(text)}
          isActive={isDay(ago)}
          onChoose={() => onApply(wholeDay(new Date(serverNow()), ago, zone))}
        />
      ))}
      {offered.map((relative) => (
        <Preset
          key={relative}
          text={relativeText(relative, translate)}
          isActive={relative === active}
          onChoose={() => onApply({ relative })}
        />
      ))}
    </Box>
  )
}

function TypedTime({ field, typed, wrong, active, focus, type, check, apply }: Draft & { field: Bound }) {
  const translate = useTranslate()
  const clock = useClock()
  const time = isIsoTime(typed[field]) ? Date.parse(typed[field]) : null
  return (
    <TextField
      fullWidth
      sx={{ mt: 1 }}
      label={translate(`table.date.${field}`)}
      value={typed[field]}
      error={wrong.includes(field)}
      focused={active === field || undefined}
      placeholder="YYYY-MM-DDTHH:MM:SS.000Z"
      helperText={time === null ? ' ' : `${formatDateTime(time, clock)} ${offsetText(time, clock.zone)}`}
      onFocus={() => focus(field)}
      onBlur={() => check(field)}
      onChange={(event) => type(field, event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
}

/**
 * Selects a time range: relative, in the calendar, or typed. Typed times are in UTC, others by the person's clock.
 * Rules, "Date ranges".
 */
export default function DateRangePicker(props: DateRangePickerProps) {
  const draft = useRangeDraft(props)
  const { active, typed, type, pick } = draft
  const translate = useTranslate()
  const isCzech = useLocale() === 'cs'
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={isCzech ? 'cs' : 'en-gb'}
      localeText={isCzech ? czech : undefined}
    >
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 2 }}>
        <Presets applied={props.applied} onApply={draft.applyNow} />
        <Divider orientation="vertical" flexItem sx={{ display: { xs: 'none', sm: 'block' } }} />
        <Box sx={{ width: { xs: '100%', sm: 320 } }}>
          <DayAndTime active={active} typed={typed} onPick={pick} onType={(text) => type(active, text)} />
          <TypedTime field="start" {...draft} />
          <TypedTime field="end" {...draft} />
          <ZoneNote text="table.date.zone" />
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
