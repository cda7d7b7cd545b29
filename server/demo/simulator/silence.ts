import { between, uniform } from './random'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A device is silent at most once in each window of this length. */
const WINDOW = 5 * DAY

/** A time in which nothing is heard of a device, in Unix milliseconds. */
interface Silence {
  from: number
  to: number
}

/**
 * The silence that covers the time, if any: in one window of four, mostly for some hours, sometimes for days.
 */
export function silenceAt(serialNumber: string, time: number): Silence | null {
  const start = Math.floor(time / WINDOW) * WINDOW
  if (uniform(serialNumber, 'silent', start) > 0.25) return null
  const length =
    uniform(serialNumber, 'long', start) < 0.25
      ? between(DAY, 3 * DAY, serialNumber, 'length', start)
      : between(HOUR, 9 * HOUR, serialNumber, 'length', start)
  const from = Math.floor(start + between(0, WINDOW - length, serialNumber, 'from', start))
  const to = Math.floor(from + length)
  return from <= time && time < to ? { from, to } : null
}
