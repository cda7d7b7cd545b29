import { DAY, HOUR, WEEK } from '#contract/common/durations'
import { serverNow } from './server'
import { timeAt, wallAt } from './wall'

/** The start of the working day. */
const MORNING = 8 * HOUR

/** 8:00 of the next day, by the clocks of a zone; in milliseconds. */
export const nextMorning = (time: number, zone: string): number =>
  timeAt((Math.floor(wallAt(time, zone) / DAY) + 1) * DAY + MORNING, zone)

/** How long one click snoozes something. */
export const SPANS = ['hour', 'tomorrow', 'week'] as const
export type Span = (typeof SPANS)[number]

/** When a snooze that starts now ends, by the person's clock. */
export function untilOf(span: Span, zone: string): number {
  const now = serverNow()
  return { hour: now + HOUR, tomorrow: nextMorning(now, zone), week: now + WEEK }[span]
}
