import { STATISTICS_HOURS, type Summary } from '#contract/connectors'

const HOUR = 3_600_000

const hourOf = (time: number) => Math.floor(time / HOUR)

/** One column of the heatmap. */
export interface Hour extends Omit<Summary, 'time'> {
  /** Its first and last millisecond, in ms since 1970. */
  start: number
  end: number
}

/**
 * The last 24 hours, oldest first; what the server left out is an hour without deliveries. Spec 1, section 4.
 * @param now in ms since 1970; a server whose clock is ahead decides which hour is the last
 */
export function lastHours(summaries: readonly Summary[], now: number): Hour[] {
  const byHour = new Map(summaries.map((summary) => [hourOf(Date.parse(summary.time)), summary]))
  const last = Math.max(hourOf(now), ...byHour.keys())
  return Array.from({ length: STATISTICS_HOURS }, (_, index) => {
    const hour = last - STATISTICS_HOURS + 1 + index
    const { success = 0, failed = 0, attempts = [] } = byHour.get(hour) ?? {}
    return { start: hour * HOUR, end: (hour + 1) * HOUR - 1, success, failed, attempts }
  })
}
