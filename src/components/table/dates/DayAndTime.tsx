import { Box, styled } from '@mui/material'
import { DateCalendar, PickerDay, type PickerDayProps, TimeField } from '@mui/x-date-pickers'
import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc'
import { createContext, useContext, useMemo } from 'react'
import { DAY } from '#contract/common/durations'
import { hasTwelveHours, useClock } from '../../../clock'
import { wallAt } from '../../../clock/wall'
import { useTranslate } from '../../../i18n/translate'
import { touchSpace } from '../../../theme/theme'
import { useNow } from '../../value/TimeText'
import { type Bound, isIsoTime } from './ranges'
import { typedAt, wallOf } from './typed'

dayjs.extend(utc)

/** How often to check which day it is, in milliseconds. */
export const LOOK_EVERY = 60_000
/** The day of a wall time, counted from 1970. */
const dayNumber = (wall: number) => Math.floor(wall / DAY)

/** Days that the calendar marks, counted from 1970. */
interface Marks {
  today: number
  /** Null while unknown. */
  start: number | null
  end: number | null
}

const MarksContext = createContext<Marks>({ today: 0, start: null, end: null })

/** A day of the range lies on a band from start to end. */
const Cell = styled('div')(({ theme }) => ({
  flex: 'none',
  position: 'relative',
  '&[data-in-range]::before': {
    content: '""',
    position: 'absolute',
    inset: '2px 0',
    backgroundColor: theme.palette.primary.main,
    opacity: 0.2,
  },
  '&[data-in-range="start"]::before': { left: '50%' },
  '&[data-in-range="end"]::before': { right: '50%' },
  '&[data-in-range="both"]::before': { left: '50%', right: '50%' },
  '& > *': { position: 'relative', ...touchSpace },
  '&[data-edge] > :not(.Mui-selected)': {
    border: `2px solid ${theme.palette.primary.main}`,
    backgroundColor: theme.palette.background.paper,
  },
}))

/** The position of a day within the range. */
function placeOf(day: number, { start, end }: Marks) {
  if (start === null || end === null || day < start || day > end) return undefined
  if (start === end) return 'both'
  if (day === start) return 'start'
  return day === end ? 'end' : 'inside'
}

function Day(props: PickerDayProps) {
  const marks = useContext(MarksContext)
  const day = dayNumber(props.day.valueOf())
  const isToday = day === marks.today
  const place = props.outsideCurrentMonth ? undefined : placeOf(day, marks)
  return (
    <Cell
      role="presentation"
      data-in-range={place}
      data-edge={(!props.outsideCurrentMonth && (day === marks.start || day === marks.end)) || undefined}
    >
      <PickerDay {...props} today={isToday} aria-current={isToday ? 'date' : undefined} />
    </Cell>
  )
}

const SLOTS = { day: Day }

/** Today and the days of a typed range, by the clocks of a zone. */
function useMarks({ start, end }: Record<Bound, string>, zone: string): Marks {
  const today = dayNumber(wallAt(useNow(LOOK_EVERY), zone))
  return useMemo(() => {
    const dayIn = (text: string) => (isIsoTime(text) ? dayNumber(wallOf(text, zone)) : null)
    return { today, start: dayIn(start), end: dayIn(end) }
  }, [today, start, end, zone])
}

interface DayAndTimeProps {
  /** The active bound. */
  active: Bound
  typed: Record<Bound, string>
  /** Called with a picked day: the wall time of its midnight, as `wallAt` returns it. */
  onPick: (day: number) => void
  /** Called with a typed time of day. */
  onType: (text: string) => void
}

/**
 * Calendar and time of day for one bound of a range, by the person's clock. They get the wall time as if it were UTC,
 * so that the console handles clock changes.
 */
export function DayAndTime({ active, typed, onPick, onType }: DayAndTimeProps) {
  const translate = useTranslate()
  const { zone, locale } = useClock()
  const wall = isIsoTime(typed[active]) ? wallOf(typed[active], zone) : null
  const marks = useMarks(typed, zone)
  const value = useMemo(() => (wall === null ? null : dayjs.utc(wall)), [wall])
  const label = translate(`table.date.${active}`)
  return (
    <MarksContext.Provider value={marks}>
      <Box>
        <DateCalendar
          aria-label={label}
          timezone="UTC"
          referenceDate={dayjs.utc(marks.today * DAY)}
          value={value}
          onChange={(day) => day && onPick(day.valueOf())}
          slots={SLOTS}
          sx={{ mx: 'auto' }}
        />
      </Box>
      <TimeField
        key={active}
        size="small"
        timezone="UTC"
        ampm={hasTwelveHours(locale)}
        format={hasTwelveHours(locale) ? 'hh:mm:ss A' : 'HH:mm:ss'}
        label={translate('table.date.time', { label })}
        value={value}
        disabled={!value}
        onChange={(time) => time?.isValid() && onType(typedAt(time.valueOf(), active, zone))}
        sx={{ mb: 1 }}
      />
    </MarksContext.Provider>
  )
}
