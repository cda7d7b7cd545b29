// JavaScript has no integers beyond 2^53: it reads 9007199254740993 as 9007199254740992. A text that was read and is written again keeps
// the digits if it is known which ones were meant.

const LONG = /\d{16}/
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g
/** A number as JavaScript writes a long one, wherever it stands, but not as part of a longer one. */
const WRITTEN = /(?<![\d.])(?:\d{16,}|\d(?:\.\d+)?e\+\d+)(?!\d|\.\d)/g

/** The digits of long integers, by the number that JavaScript writes for them. */
export type Digits = ReadonlyMap<string, ReadonlySet<string>>

const NONE: Digits = new Map()

/** The long integers of JSON text, without their signs. */
export function digitsOf(json: string): Digits {
  if (!LONG.test(json)) return NONE
  const digits = new Map<string, Set<string>>()
  const strings: string[] = []
  for (const [token] of json.matchAll(TOKENS)) {
    if (token.startsWith('"')) {
      if (LONG.test(token)) strings.push(token)
      continue
    }
    const number = token.replace('-', '')
    if (number.length < 16 && !/e/i.test(number)) continue
    const written = String(Number(number))
    digits.set(written, (digits.get(written) ?? new Set<string>()).add(number))
  }
  // A number that also occurs in a string may be meant as it stands there.
  for (const text of strings)
    for (const [written] of text.matchAll(WRITTEN)) digits.get(written)?.add(written)
  return digits
}

const meantBy = (digits: Digits, written: string): string | undefined => {
  const [one, ...others] = digits.get(written) ?? []
  return others.length === 0 && one !== undefined && /^\d+$/.test(one) ? one : undefined
}

/**
 * A text that JavaScript wrote, with the digits of the integers that it read before. If it read several as the same number, that one stays
 * as it is.
 */
export const withDigits = (text: string, digits: Digits): string =>
  digits.size === 0 ? text : text.replaceAll(WRITTEN, (written) => meantBy(digits, written) ?? written)

/** Integers that JavaScript rounds, and that a text does not have with all their digits. @param most how many are returned */
export function lostDigits(text: string, digits: Digits, most: number): string[] {
  if (digits.size === 0) return []
  const kept = new Set(Array.from(text.matchAll(WRITTEN), ([written]) => written))
  const lost: string[] = []
  for (const [written, all] of digits)
    for (const one of all)
      if (lost.length < most && one !== written && /^\d+$/.test(one) && !kept.has(one)) lost.push(one)
  return lost
}
