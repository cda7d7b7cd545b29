import { DAY, HOUR, WEEK } from '#contract/common/durations'
import { serverNow } from './server'
import { timeAt, wallAt } from './wall'

/** When people begin to work. */
const MORNING = 8 * HOUR

/** 8:00 of the day after a time, by the clocks of a zone; in milliseconds. */
export const nextMorning = (time: number, zone: string): number =>
  timeAt((Math.floor(wallAt(time, zone) / DAY) + 1) * DAY + MORNING, zone)

/** For how long things are snoozed, at a click. */
export const SPANS = ['hour', 'tomorrow', 'week'] as const
export type Span = (typeof SPANS)[number]

/** Until when a span snoozes what is snoozed now, by the clock of the person. */
export function untilOf(span: Span, zone: string): number {
  const now = serverNow()
  return { hour: now + HOUR, tomorrow: nextMorning(now, zone), week: now + WEEK }[span]
}
