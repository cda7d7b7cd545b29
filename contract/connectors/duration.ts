const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
] as const
const SECONDS = new Map<string, number>(UNITS)

const PART = /(-?\d+(?:[.,]\d+)?)\s*([dhms]?)/gi
/** One number, or numbers that each have a suffix. */
const WHOLE = /^(?:-?\d+(?:[.,]\d+)?|(?:-?\d+(?:[.,]\d+)?\s*[dhms]\s*)+)$/i

/**
 * Seconds of a typed duration: `90`, `10s`, `5 m`, `1.5h`, `1d 12h`; without a suffix they are seconds. Negative values become 0. Undefined
 * if the text is not a duration. Rules, "Connectors".
 */
export function parseDuration(text: string): number | undefined {
  if (!WHOLE.test(text.trim())) return undefined
  const parts = [...text.matchAll(PART)].map(
    ([, amount = '', unit = '']) => Number(amount.replace(',', '.')) * (SECONDS.get(unit.toLowerCase()) ?? 1),
  )
  return Math.max(0, Math.round(parts.reduce((sum, part) => sum + part, 0)))
}

/** Seconds as people read and type them: `10s`, `1h 30m`, `1d`. */
export function formatDuration(seconds: number): string {
  let rest = seconds
  const parts = UNITS.flatMap(([unit, size]) => {
    const amount = Math.floor(rest / size)
    rest -= amount * size
    return amount > 0 ? [`${amount}${unit}`] : []
  })
  return parts.join(' ') || '0s'
}
