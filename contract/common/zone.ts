import { z } from 'zod'
import { MINUTE, SECOND } from './durations'

/** Whether the runtime knows a time zone: people may have set one that it does not. */
export function isTimezone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The name of a time zone. */
export const timezoneSchema = z
  .string()
  .max(64)
  .refine(isTimezone, 'must be the name of a time zone that the server knows, like Europe/Prague')

/** The zone of a person's clocks, or another one where they have set none that the runtime knows. */
export const knownZone = (timezone: string | null, otherwise = 'UTC'): string =>
  timezone !== null && isTimezone(timezone) ? timezone : otherwise

const formats = new Map<string, Intl.DateTimeFormat>()

function offsetFormat(zone: string): Intl.DateTimeFormat {
  const kept =
    formats.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, kept)
  return kept
}

const OFFSET = /([+\-−])(\d\d):(\d\d)(?::(\d\d))?/

/** How far the clocks of a zone are ahead of UTC at a time; both in milliseconds. 0 for a time that could not be read. */
export function offsetAt(time: number, zone: string): number {
  if (Number.isNaN(time)) return 0
  const written = offsetFormat(zone)
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [found, sign, hours, minutes, seconds = '0'] = OFFSET.exec(written ?? '') ?? []
  if (found === undefined) return 0
  const length = (Number(hours) * 60 + Number(minutes)) * MINUTE + Number(seconds) * SECOND
  return sign === '+' ? length : -length
}

/**
 * What the clocks of a zone show at a time, as the milliseconds at which clocks in UTC show the same. Its parts are the
 * UTC parts of a `Date` made of it.
 */
export const wallAt = (time: number, zone: string): number => time + offsetAt(time, zone)
