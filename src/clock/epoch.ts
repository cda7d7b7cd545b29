const FROM = Date.UTC(2000, 0)
const TO = Date.UTC(2100, 0)

/**
 * The time of a number that counts seconds or milliseconds since 1970 and lies in this century, in ms since 1970. Null
 * for any other number.
 */
export function epochTime(value: number): number | null {
  for (const time of [value * 1000, value]) if (time >= FROM && time < TO) return time
  return null
}
