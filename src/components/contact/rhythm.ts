/** Messages within this many milliseconds of a contact's first one belong to that contact. */
export const BURST = 5_000

/** Fewest contacts that have a rhythm. */
export const CONTACTS_MIN = 4

/** How regularly a device sends. Times in milliseconds since 1970, spans in milliseconds. */
export interface Rhythm {
  /** Median of the spans between contacts. */
  usual: number
  /** Longest span between two contacts. */
  longest: number
  /** When the next contact is due; in the past when it did not come. */
  expected: number
  /** Whole usual spans that the device is overdue; 0 unless it has been silent for longer than ever before. */
  late: number
}

/** Times of the distinct contacts, oldest first. */
function contactsOf(times: readonly number[]): number[] {
  const contacts: number[] = []
  for (const time of times.toSorted((a, b) => a - b)) {
    if (time - (contacts.at(-1) ?? Number.NEGATIVE_INFINITY) > BURST) contacts.push(time)
  }
  return contacts
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length / 2
  const [low = 0, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return (low + high) / 2
}

/**
 * The latest times, newest first.
 * @param found by a request for times from the newest known one on
 * @param most limit of that request, and of what is kept
 */
export function latestTimes(known: readonly number[], found: readonly number[], most: number): number[] {
  // A full answer may have left some out, so there may be a gap before the known times.
  if (found.length === most) return [...found]
  // Each request finds the newest known time again.
  return [...new Set([...found, ...known])].slice(0, most)
}

/**
 * The rhythm of the contacts that these messages made, in any order; null when there are too few.
 * @param times of the messages, in milliseconds since 1970
 */
export function rhythmOf(times: readonly number[], now: number): Rhythm | null {
  const contacts = contactsOf(times)
  if (contacts.length < CONTACTS_MIN) return null
  const spans = contacts.slice(1).map((time, index) => time - (contacts[index] ?? time))
  const sorted = spans.toSorted((a, b) => a - b)
  const [usual, longest] = [medianOf(sorted), sorted.at(-1) ?? 0]
  const last = contacts.at(-1) ?? 0
  const silence = now - last
  const late = silence > longest ? Math.max(0, Math.floor(silence / usual) - 1) : 0
  return { usual, longest, expected: last + usual, late }
}

const UNITS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1000],
] as const

/** Largest part of a span that rounding may change. */
const TOLERANCE = 0.05

/** A span (in milliseconds) as whole units, at least one, of the largest that is close enough: 90 minutes, 2 hours. */
export function spanOf(milliseconds: number): { unit: (typeof UNITS)[number][0]; count: number } {
  for (const [unit, size] of UNITS) {
    const count = Math.round(milliseconds / size)
    if (Math.abs(count * size - milliseconds) <= TOLERANCE * milliseconds) return { unit, count }
  }
  return { unit: 'seconds', count: Math.max(1, Math.round(milliseconds / 1000)) }
}
