import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import { serverNow } from '../clock/server'
import { startOfDay } from '../clock/wall'
import { currentZone } from '../clock/zone'

const UNITS = { m: MINUTE, h: HOUR, d: DAY } as const

/** A period between two times; ISO times in UTC. */
export interface FixedRange {
  start?: string
  end?: string
}

/** A period that ends now: `15m`, `6h` or `10d`. */
export interface RelativeRange {
  relative: string
}

/** A number of minutes, hours or days. */
interface RelativeParts {
  count: number
  unit: keyof typeof UNITS
}

const PATTERN = /^([1-9]\d{0,3})([mhd])$/

/** The parts of `15m`, `6h` or `10d`; null for any other text. */
export function parseRelative(text: string): RelativeParts | null {
  const [, count, unit] = PATTERN.exec(text) ?? []
  if (unit !== 'm' && unit !== 'h' && unit !== 'd') return null
  return { count: Number(count), unit }
}

/** An ISO time, to the second. */
export const toIsoTime = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}.000Z`

/** Start of a relative range, in ISO; ranges in days start at 00:00:00 of the person's clock. Rules, "Date ranges". */
export function startOfRelative({ count, unit }: RelativeParts, now: Date, zone = currentZone()): string {
  const time = now.getTime()
  return toIsoTime(unit === 'd' ? startOfDay(time, count, zone) : time - count * UNITS[unit])
}

function resolveRange(value: unknown, now: Date): unknown {
  if (typeof value !== 'object' || value === null || !('relative' in value)) return value
  const parts = typeof value.relative === 'string' ? parseRelative(value.relative) : null
  return parts ? { start: startOfRelative(parts, now) } : undefined
}

/** Replaces the relative ranges of a filter with their current start. */
export const resolveRanges = (
  filter: Record<string, unknown>,
  now = new Date(serverNow()),
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filter).map(([source, value]) => [source, resolveRange(value, now)]))
