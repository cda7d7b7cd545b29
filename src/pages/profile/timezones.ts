import { browserTimezone } from '../../clock'

/** A time zone to choose from. */
export interface Timezone {
  /** Its IANA name. */
  id: string
  /** With its current offset, as people read it. */
  name: string
  /** How far its clocks are ahead of UTC now, in minutes. */
  offset: number
}

/** What people call places, beside what the IANA names call them: Czech names, and newer ones. */
const ALIASES: Record<string, string> = {
  'America/Godthab': 'Nuuk Gronsko',
  'America/Mexico_City': 'Mexiko',
  'America/Havana': 'Havana',
  'Africa/Algiers': 'Alzir',
  'Africa/Cairo': 'Kahira',
  'Asia/Baghdad': 'Bagdad',
  'Asia/Calcutta': 'Kolkata Kalkata Mumbai Delhi Dilli',
  'Asia/Damascus': 'Damasek',
  'Asia/Dubai': 'Dubaj',
  'Asia/Hong_Kong': 'Hongkong',
  'Asia/Jerusalem': 'Jeruzalem Tel Aviv',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Riyadh': 'Rijad',
  'Asia/Saigon': 'Ho Chi Minh',
  'Asia/Seoul': 'Soul',
  'Asia/Shanghai': 'Sanghaj Beijing Peking',
  'Asia/Singapore': 'Singapur',
  'Asia/Tashkent': 'Taskent',
  'Asia/Tbilisi': 'Tbilisi',
  'Asia/Tehran': 'Teheran',
  'Asia/Tokyo': 'Tokio',
  'Asia/Yerevan': 'Jerevan',
  'Atlantic/Canary': 'Kanarske ostrovy',
  'Atlantic/Faeroe': 'Faroe Faerske ostrovy',
  'Europe/Athens': 'Atheny',
  'Europe/Belgrade': 'Belehrad',
  'Europe/Berlin': 'Berlin',
  'Europe/Brussels': 'Brusel',
  'Europe/Bucharest': 'Bukurest',
  'Europe/Budapest': 'Budapest',
  'Europe/Chisinau': 'Kisinev',
  'Europe/Copenhagen': 'Kodan',
  'Europe/Istanbul': 'Istanbul',
  'Europe/Kiev': 'Kyiv Kyjev',
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

/** A part that `Intl` writes for a zone now; null for a zone that the browser does not know. */
function partOf(timeZone: string, locale: string, timeZoneName: 'longOffset' | 'shortGeneric') {
  try {
    const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts()
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? null
  } catch {
    return null
  }
}

const OFFSET = /^(?:utc|gmt)?\s*([+\-−])(\d{1,2})(?::?(\d{2}))?$/i

/** The minutes of an offset as people write it, `+02:00`, `UTC+2`, `-3:30`; null when it is none. */
export function readOffset(text: string): number | null {
  const [found, sign, hours, minutes = '0'] = OFFSET.exec(text.trim()) ?? []
  if (found === undefined) return null
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes))
}

/** How far the clocks of a zone are ahead of UTC now, in minutes; null for a zone that the browser does not know. */
function offsetOf(name: string): number | null {
  const written = partOf(name, 'en', 'longOffset')
  return written === null ? null : (readOffset(written) ?? 0)
}

/** `UTC+02:00` */
function offsetText(offset: number): string {
  const minutes = Math.abs(offset)
  const digits = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `UTC${offset < 0 ? '−' : '+'}${digits.join(':')}`
}

function timezoneOf(id: string): Timezone {
  const offset = offsetOf(id)
  return { id, offset: offset ?? 0, name: offset === null ? id : `${id} (${offsetText(offset)})` }
}

/** A zone with its current offset; the name alone when the browser does not know the zone. */
export const timezoneText = (id: string) => timezoneOf(id).name

/** The zones to choose from: the browser's, then UTC, then all others by name; `current` is among them in any case. */
export function timezones(current: string | null): Timezone[] {
  const first = [browserTimezone(), 'UTC']
  const names = new Set([...first, ...[...Intl.supportedValuesOf('timeZone'), current ?? 'UTC'].toSorted()])
  return [...names].map(timezoneOf)
}

/** Small letters without diacritics; what names and people write between words is a space. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9+]+/g, ' ')
    .trim()

const words = new Map<string, string>()

/** What a zone can be found by, in a language: its name, what else its place is called, and its country. */
function wordsOf(id: string, locale: string): string {
  const key = `${locale} ${id}`
  const found =
    words.get(key) ?? ` ${plain(`${id} ${ALIASES[id] ?? ''} ${partOf(id, locale, 'shortGeneric') ?? ''}`)}`
  words.set(key, found)
  return found
}

/** Whether a zone is what was typed: its offset, or the beginnings of its words. */
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
