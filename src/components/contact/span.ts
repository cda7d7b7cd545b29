const UNITS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1000],
] as const

/** Largest part of a span that rounding may change. */
const TOLERANCE = 0.05

/** A span of time in whole units, at least one. */
export interface Span {
  unit: (typeof UNITS)[number][0]
  count: number
}

/** A span (in milliseconds) in the largest unit that tells it well: 30 minutes, 90 minutes, 2 hours. */
export function spanOf(milliseconds: number): Span {
  for (const [unit, size] of UNITS) {
    const count = Math.round(milliseconds / size)
    if (Math.abs(count * size - milliseconds) <= TOLERANCE * milliseconds) return { unit, count }
  }
  return { unit: 'seconds', count: Math.max(1, Math.round(milliseconds / 1000)) }
}
