import { isTimezone } from '#contract/common'
import { MINUTE } from '#contract/common/durations'
import { offsetAt } from '#contract/common/zone'
import { browserTimezone } from '../../clock'

/** A time zone to choose from. */
export interface Timezone {
  /** Its IANA name. */
  id: string
  /** With its current offset, for people. */
  name: string
  /** Current offset from UTC, in minutes. */
  offset: number
}

/** Browsers use the oldest names of zones; this maps them to the IANA's current names. */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** Names that people use for places, beside the IANA's: mostly Czech ones. */
const ALIASES: Record<string, string> = {
  'America/Nuuk': 'Gronsko',
  'America/Mexico_City': 'Mexiko',
  'America/Havana': 'Havana',
  'Africa/Algiers': 'Alzir',
  'Africa/Cairo': 'Kahira',
  'Asia/Baghdad': 'Bagdad',
  'Asia/Kolkata': 'Kalkata Mumbai Delhi Dilli',
  'Asia/Damascus': 'Damasek',
  'Asia/Dubai': 'Dubaj',
  'Asia/Hong_Kong': 'Hongkong',
  'Asia/Jerusalem': 'Jeruzalem Tel Aviv',
  'Asia/Riyadh': 'Rijad',
  'Asia/Seoul': 'Soul',
  'Asia/Shanghai': 'Sanghaj Beijing Peking',
  'Asia/Singapore': 'Singapur',
  'Asia/Tashkent': 'Taskent',
  'Asia/Tbilisi': 'Tbilisi',
  'Asia/Tehran': 'Teheran',
  'Asia/Tokyo': 'Tokio',
  'Asia/Yerevan': 'Jerevan',
  'Atlantic/Canary': 'Kanarske ostrovy',
  'Atlantic/Faroe': 'Faerske ostrovy',
  'Europe/Athens': 'Atheny',
  'Europe/Belgrade': 'Belehrad',
  'Europe/Berlin': 'Berlin',
  'Europe/Brussels': 'Brusel',
  'Europe/Bucharest': 'Bukurest',
  'Europe/Budapest': 'Budapest',
  'Europe/Chisinau': 'Kisinev',
  'Europe/Copenhagen': 'Kodan',
  'Europe/Istanbul': 'Istanbul',
  'Europe/Kyiv': 'Kyjev',
  'Europe/Lisbon': 'Lisabon',
  'Europe/Ljubljana': 'Lublan',
  'Europe/London': 'Londyn',
  'Europe/Luxembourg': 'Lucembursko Lucemburk',
  'Europe/Madrid': 'Madrid',
  'Europe/Moscow': 'Moskva',
  'Europe/Paris': 'Pariz',
  'Europe/Prague': 'Praha',
  'Europe/Rome': 'Rim',
  'Europe/Sarajevo': 'Sarajevo',
  'Europe/Sofia': 'Sofie',
  'Europe/Tirane': 'Tirana',
  'Europe/Vienna': 'Viden',
  'Europe/Warsaw': 'Varsava',
  'Europe/Zagreb': 'Zahreb',
  'Europe/Zurich': 'Curych',
  'Pacific/Auckland': 'Novy Zeland',
}

/** Country of a zone; empty if the browser does not know the zone. */
function countryOf(timeZone: string, locale: string): string {
  if (!isTimezone(timeZone)) return ''
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'shortGeneric' })
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

const OFFSET = /^(?:utc|gmt)?\s*([+\-−])(\d{1,2})(?::?(\d{2}))?$/i

/** Minutes of a typed offset, `+02:00`, `UTC+2`, `-3:30`; null if it is not an offset. */
export function readOffset(text: string): number | null {
  const [found, sign, hours, minutes = '0'] = OFFSET.exec(text.trim()) ?? []
  if (found === undefined) return null
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes))
}

/** Current offset of a zone from UTC, in minutes; null if the browser does not know the zone. */
const offsetOf = (name: string): number | null =>
  isTimezone(name) ? offsetAt(Date.now(), name) / MINUTE : null

/** `UTC+02:00` */
function offsetText(offset: number): string {
  const minutes = Math.abs(offset)
  const digits = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `UTC${offset < 0 ? '−' : '+'}${digits.join(':')}`
}

/** Current name of a zone, if the browser knows it. */
function todaysName(id: string): string {
  const name = RENAMED[id]
  return name !== undefined && offsetOf(name) !== null ? name : id
}

function timezoneOf(id: string): Timezone {
  const offset = offsetOf(id)
  const name = todaysName(id)
  return { id, offset: offset ?? 0, name: offset === null ? name : `${name} (${offsetText(offset)})` }
}

/** A zone with its current offset; only the name if the browser does not know the zone. */
export const timezoneText = (id: string) => timezoneOf(id).name

/**
 * The zones to choose from: the browser's, then UTC, then all others by name. `current` is always among them, under the
 * name that was saved.
 */
export function timezones(current: string | null): Timezone[] {
  const all = [...Intl.supportedValuesOf('timeZone'), current ?? 'UTC'].map(todaysName).toSorted()
  const names = new Set([todaysName(browserTimezone()), 'UTC', ...all])
  return [...names].map((name) =>
    timezoneOf(current !== null && name === todaysName(current) ? current : name),
  )
}

/** Lower case without diacritics; separators become spaces. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9+]+/g, ' ')
    .trim()

const words = new Map<string, string>()

/** Search words of a zone in a language: its name, other names of its place, and its country. */
function wordsOf(id: string, locale: string): string {
  const key = `${locale} ${id}`
  const known = words.get(key)
  if (known !== undefined) return known
  const name = todaysName(id)
  const old = Object.keys(RENAMED).filter((one) => RENAMED[one] === name)
  const found = ` ${plain([name, ...old, ALIASES[name] ?? '', countryOf(id, locale)].join(' '))}`
  words.set(key, found)
  return found
}

/** Whether a zone matches the typed text: its offset, or the beginnings of its words. */
export function isMatch(
  typed: string,
  { id, offset }: Pick<Timezone, 'id' | 'offset'>,
  locale: string,
): boolean {
  const asked = readOffset(typed)
  if (asked !== null) return asked === offset
  const text = wordsOf(id, locale)
  return plain(typed)
    .split(' ')
    .every((word) => text.includes(` ${word}`))
}
