import { tagOf } from '../../../components/page/TimeText'

/** Writes a number of a reading: as many digits as it has, up to 8. */
export const formatValue = (value: number, locale: string) =>
  new Intl.NumberFormat(locale, {
    maximumSignificantDigits: 8,
    ...(Math.abs(value) >= 1e12 && { notation: 'scientific', maximumSignificantDigits: 4 }),
  }).format(value)

/** Writes a number beside an axis: short. */
export const formatTick = (value: number, locale: string) =>
  new Intl.NumberFormat(locale, {
    maximumSignificantDigits: 5,
    ...(Math.abs(value) >= 1e5 && { notation: Math.abs(value) >= 1e15 ? 'scientific' : 'compact' }),
  }).format(value)

/** Writes a time below an axis, in local time: the day where one begins, else the time of day. */
export function formatTimeTick(time: Date, locale: string): string {
  const tag = tagOf(locale)
  const isDay = time.getHours() === 0 && time.getMinutes() === 0 && time.getSeconds() === 0
  if (isDay) return new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short' }).format(time)
  const timeStyle = time.getSeconds() === 0 ? 'short' : 'medium'
  return new Intl.DateTimeFormat(tag, { timeStyle }).format(time)
}
