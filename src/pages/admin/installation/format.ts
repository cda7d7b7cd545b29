import { HOUR } from '#contract/common/durations'
import {
  formatClock,
  formatDate,
  formatDay,
  formatRelative,
  formatSpan,
  tagOf,
  useClock,
} from '../../../clock'
import { formatBytes } from '../../../numbers'

/** Formats for the numbers and times of this page. */
export function useFormats() {
  const clock = useClock()
  const { locale } = clock
  const tag = tagOf(locale)
  return {
    number: (value: number) => new Intl.NumberFormat(tag).format(value),
    percent: (share: number) =>
      new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 }).format(share),
    bytes: (value: number) => formatBytes(value, locale),
    /** "12 minutes ago", "in 5 months". */
    relative: (time: string, now: number) => formatRelative(Date.parse(time), now, clock),
    date: (time: string) => formatDate(Date.parse(time), clock),
    /** A day of the database's clock, which is UTC. */
    day: (day: string) => formatDay(Date.parse(day), { locale, zone: 'UTC' }),
    clock: (time: string) => formatClock(Date.parse(time), clock),
    hour: (time: string) => {
      const start = Date.parse(time)
      return formatSpan(start, start + HOUR, clock)
    },
  }
}
export type Formats = ReturnType<typeof useFormats>
