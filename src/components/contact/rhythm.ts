/** Messages that come within this many milliseconds of a contact's first one belong to that contact. */
export const BURST = 5_000

/** Fewest contacts that tell a rhythm. */
export const CONTACTS_MIN = 4

/** How regularly a device is heard of. Times in milliseconds since 1970, spans in milliseconds. */
export interface Rhythm {
  /** Median of the spans between contacts. */
  usual: number
  /** Longest span between two contacts. */
  longest: number
  /** When the next contact is due; in the past when it did not come. */
  expected: number
  /** Whole usual spans that the device is overdue; 0 unless it is silent for longer than it ever was. */
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
 * The latest times, newest first, when a look finds some that are not older than the newest known one.
 * @param most number that a look finds, and that is kept, at most
 */
export function latestTimes(known: readonly number[], found: readonly number[], most: number): number[] {
  // A full look may leave some out: what was known is then too far away to go on from.
  if (found.length === most) return [...found]
  // Each look finds the newest known one again.
  return [...new Set([...found, ...known])].slice(0, most)
}

/**
 * The rhythm of the contacts that these messages made, in any order; null when they are too few to tell.
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
