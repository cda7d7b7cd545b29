import DeliveredIcon from '@mui/icons-material/Done'
import NoneIcon from '@mui/icons-material/HorizontalRule'
import WaitingIcon from '@mui/icons-material/HourglassEmpty'
import PausedIcon from '@mui/icons-material/Pause'
import OffIcon from '@mui/icons-material/PowerSettingsNew'
import FailedIcon from '@mui/icons-material/PriorityHigh'
import RetriedIcon from '@mui/icons-material/Replay'
import StoppedIcon from '@mui/icons-material/Stop'
import { HOUR } from '#contract/common/durations'
import { type Health, type HeldPart, healthOf, STATISTICS_HOURS, type Summary } from '#contract/connectors'
import { formatSpan, useClock } from '../../../clock'
import { useTranslate as useContact } from '../../../components/contact/texts'
import { lasting } from '../../../components/contact/words'
import { useFailureText } from '../../../components/failure/useFailureText'
import type { ThemeMode } from '../../../theme/palette'
import { useTranslate } from '../texts'

const hourOf = (time: number) => Math.floor(time / HOUR)

/** One column of the heatmap. */
export interface Hour extends Required<Omit<Summary, 'time'>> {
  /** First and last millisecond, in ms since 1970. */
  start: number
  end: number
}

export interface HoursProps {
  hours: readonly Hour[]
  /** Address of an hour's deliveries; undefined if the server cannot list them. */
  linkOf: (hour: Hour) => string | undefined
}

/**
 * The last 24 hours, oldest first; an hour that the server omits had no deliveries. Rules, "Delivery heatmap".
 * @param now in ms since 1970; if the server's clock is ahead, its newest hour is the last one
 */
export function lastHours(summaries: readonly Summary[], now: number): Hour[] {
  const byHour = new Map(summaries.map((summary) => [hourOf(Date.parse(summary.time)), summary]))
  const last = Math.max(hourOf(now), ...byHour.keys())
  return Array.from({ length: STATISTICS_HOURS }, (_, index) => {
    const hour = last - STATISTICS_HOURS + 1 + index
    const { success = 0, failed = 0, attempts = [], held = [] } = byHour.get(hour) ?? {}
    return { start: hour * HOUR, end: (hour + 1) * HOUR - 1, success, failed, attempts, held }
  })
}

/**
 * Splits columns into two rows if one would be too narrow; none before the width is known.
 * @param width of the row, in px
 * @param least width of a column, in px
 */
export function rowsOfHours<Column>(
  columns: readonly Column[],
  width: number,
  least: number,
): (readonly Column[])[] {
  if (width === 0) return []
  if (width >= columns.length * least) return [columns]
  const half = Math.ceil(columns.length / 2)
  return [columns.slice(0, half), columns.slice(half)]
}

/** Text of a hold within an hour: "Waiting for the receiver for 20 minutes: the connection was refused". */
function useHeldText() {
  const translate = useTranslate()
  const contact = useContact()
  const failureText = useFailureText()
  return ({ state, seconds, reason }: HeldPart): string => {
    const held = translate(`connectors.heatmap.held.for.${state}`, { span: lasting(seconds * 1000, contact) })
    const why = reason && failureText(reason)
    return why === null ? held : `${held}: ${why}`
  }
}

/** Texts of an hour: its time, health, holds and numbers. */
export function useHourText() {
  const translate = useTranslate()
  const heldText = useHeldText()
  const clock = useClock()
  return (hour: Hour) => ({
    span: formatSpan(hour.start, hour.end + 1, clock),
    health: translate(`connectors.heatmap.health.${healthOf(hour)}`),
    held: hour.held.map(heldText),
    counts: [
      translate('connectors.heatmap.success', { count: hour.success }),
      translate('connectors.heatmap.failed', { count: hour.failed }),
      ...hour.attempts.map((count, index) =>
        translate('connectors.heatmap.attempt', { number: index + 1, count }),
      ),
    ],
  })
}

/** Worst first. Rules, "Delivery heatmap". */
export const HEALTHS = ['failed', 'retried', 'delivered', 'none'] as const satisfies Health[]

/** One icon for each, so that colour is not the only difference. */
export const ICONS = {
  failed: FailedIcon,
  retried: RetriedIcon,
  delivered: DeliveredIcon,
  none: NoneIcon,
} as const

/** Least width of an hour in one row; below it, there are two rows, which are higher for touch. In px. */
export const COLUMN = 26
export const HEIGHT = { one: 64, two: 76 }
/** Chart width below which there are two rows, in px. */
export const TWO_ROWS_BELOW = STATISTICS_HOURS * COLUMN

/** States that hold a connector back, the worst first. */
export const HELDS = ['stopped', 'waiting', 'paused', 'off'] as const satisfies HeldPart['state'][]

/** Icons for hours without deliveries in which the connector was held back. */
export const HELD_ICONS = {
  stopped: StoppedIcon,
  waiting: WaitingIcon,
  paused: PausedIcon,
  off: OffIcon,
} as const

interface Look {
  ground: string
  /** Colour of the icon on the ground; contrast at least 4.5:1. */
  sign: string
}

/** Red, yellow, green and grey, in both themes. */
export const LOOKS: Record<ThemeMode, Record<Health, Look>> = {
  light: {
    failed: { ground: '#c02636', sign: '#ffffff' },
    retried: { ground: '#f2b92c', sign: '#3a2900' },
    delivered: { ground: '#1a753f', sign: '#ffffff' },
    none: { ground: '#e6e9f1', sign: '#566074' },
  },
  dark: {
    failed: { ground: '#ff8b90', sign: '#2a0509' },
    retried: { ground: '#f2cf5b', sign: '#261f00' },
    delivered: { ground: '#4fae74', sign: '#04210f' },
    none: { ground: '#2c3242', sign: '#a6afc3' },
  },
}
