import { DAY, HOUR, MINUTE, SECOND } from '#contract/common/durations'
import { type Clock, formatClock, formatDay, formatMonth, formatSeconds } from '../../../clock'
import { timeAt, wallAt } from '../../../clock/wall'
import type { Span } from '../series'

/** Readable distances between ticks, in milliseconds. */
const STEPS = [
  ...[0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.2, 0.5, 1, 5, 15, 30].map((count) => count * SECOND),
  ...[1, 5, 15, 30].map((count) => count * MINUTE),
  ...[1, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14].map((count) => count * DAY),
]

/** Readable distances in months. */
const MONTH_STEPS = [1, 3, 6, 12, 60, 120]
const MONTH = 30.4 * DAY

/** First days of months between two moments of the wall clock, `step` months apart. */
function monthsIn([start, end]: Span, step: number): number[] {
  const first = new Date(start)
  const month = first.getUTCFullYear() * 12 + first.getUTCMonth()
  const count = Math.ceil((end - start) / MONTH / step) + 2
  const from = Math.ceil(month / step) * step
  return Array.from({ length: count }, (_, index) => {
    const each = from + index * step
    return Date.UTC(Math.floor(each / 12), each % 12)
  })
}

function stepsIn([start, end]: Span, step: number): number[] {
  const first = Math.ceil(start / step) * step
  return Array.from({ length: Math.floor((end - first) / step) + 1 }, (_, index) => first + index * step)
}

/** About `count` moments of a span at which the person's clock shows a round time, in ms since 1970. */
export function ticksOf(span: Span, count: number, zone: string): number[] {
  const wall: Span = [wallAt(span[0], zone), wallAt(span[1], zone)]
  const least = (wall[1] - wall[0]) / Math.max(1, count)
  const step = STEPS.find((each) => each >= least)
  const months = MONTH_STEPS.find((each) => each * MONTH >= least) ?? Math.ceil(least / MONTH / 120) * 120
  const shown = step === undefined ? monthsIn(wall, months) : stepsIn(wall, step)
  const times = shown.map((each) => timeAt(each, zone)).filter((time) => time >= span[0] && time <= span[1])
  return [...new Set(times)]
}

/** Formats a time below an axis: the date at midnight, otherwise the time of day. */
export function formatTick(time: number, span: Span, clock: Clock): string {
  const wall = wallAt(time, clock.zone)
  if (wall % DAY === 0)
    return span[1] - span[0] > 300 * DAY ? formatMonth(time, clock) : formatDay(time, clock)
  return wall % MINUTE === 0 ? formatClock(time, clock) : formatSeconds(time, clock)
}
