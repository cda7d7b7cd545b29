/** The least and the greatest that can follow the time in a UUID of version 7. */
const TAILS = { first: '7000-8000-000000000000', last: '7fff-bfff-ffffffffffff' }

/** The first or the last id of a time, in Unix ms, for finding rows between two times by their ids. */
export function boundOf(time: number, which: keyof typeof TAILS): string {
  const msecs = Math.min(Math.max(time, 0), 2 ** 48 - 1)
  const hex = msecs.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${TAILS[which]}`
}
