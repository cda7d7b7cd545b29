import { startOfDay } from './wall'

const HOUR = 3_600_000

/** For how long things are put off, at a click. */
export const SPANS = ['hour', 'tomorrow', 'week'] as const
export type Span = (typeof SPANS)[number]

/** Until when a span puts off what is put off now. The day begins by the clock of the person. */
export function untilOf(span: Span, zone: string): number {
  const now = Date.now()
  return { hour: now + HOUR, tomorrow: startOfDay(now, -1, zone), week: now + 7 * 24 * HOUR }[span]
}
