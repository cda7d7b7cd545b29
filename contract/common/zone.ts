import { z } from 'zod'
import { MINUTE, SECOND } from './durations'

/** By the names in small letters: as many as there are zones, whatever people write. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** What tells the offset of a zone; undefined for a zone that the runtime does not know. */
function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const key = zone.toLowerCase()
  const kept = formats.get(key)
  if (kept) return kept
  try {
    const made = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(key, made)
    return made
  } catch {
    return undefined
  }
}

/** Whether the runtime knows a time zone: people may have set one that it does not. */
export const isTimezone = (name: string): boolean => formatOf(name) !== undefined

/** The name of a time zone. */
export const timezoneSchema = z
  .string()
  .max(64)
  .refine(isTimezone, 'must be the name of a time zone that the server knows, like Europe/Prague')

/** The zone of a person's clocks, or another one where they have set none that the runtime knows. */
export const knownZone = (timezone: string | null, otherwise = 'UTC'): string =>
  timezone !== null && isTimezone(timezone) ? timezone : otherwise

const OFFSET = /([+\-−])(\d\d):(\d\d)(?::(\d\d))?/

/** How far the clocks of a zone are ahead of UTC at a time; both in milliseconds. 0 for a time or a zone that could not be read. */
export function offsetAt(time: number, zone: string): number {
  if (Number.isNaN(time)) return 0
  const written = formatOf(zone)
    ?.formatToParts(time)
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
