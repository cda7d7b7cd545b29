import {
  type Endpoint,
  endOfString,
  endOfValue,
  isClosing,
  isObject,
  losesDigits,
  pastSpace,
} from '#contract/common'
import { ParsedJson } from '../text'

/** A member of an object, or an item of a list, as it is written: from `start` up to `end`. */
interface Part {
  /** Null for an item of a list. */
  key: string | null
  start: number
  end: number
}

/** The members or items of the object or list that begins there, in a text that is JSON. */
export function* partsOf(text: string, begin: number): Generator<Part> {
  const hasKeys = text.charAt(begin) === '{'
  for (let at = pastSpace(text, begin + 1); at < text.length && !isClosing(text.charAt(at)); ) {
    let key: string | null = null
    if (hasKeys) {
      const end = endOfString(text, at) + 1
      key = String(JSON.parse(text.slice(at, end)))
      // Past the colon.
      at = pastSpace(text, pastSpace(text, end) + 1)
    }
    const end = endOfValue(text, at)
    yield { key, start: at, end }
    at = pastSpace(text, end)
    if (text.charAt(at) === ',') at = pastSpace(text, at + 1)
  }
}

/** The value with its text, if JavaScript cannot represent all digits of a number in it. Strings keep their own digits. */
const whole = (value: unknown, text: string): unknown =>
  typeof value !== 'string' && losesDigits(text) ? new ParsedJson(text, value) : value

/** The same for the values at a path, in all items of the lists on its way. */
function within(value: unknown, text: string, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return whole(value, text)
  const begin = pastSpace(text, 0)
  if (Array.isArray(value)) {
    const parts = Array.from(partsOf(text, begin))
    return value.map((item: unknown, i) =>
      within(item, text.slice(parts[i]?.start, parts[i]?.end), [name, ...rest]),
    )
  }
  if (!isObject(value)) return value
  let found: Part | undefined
  // The last of several members with one name counts, as for `JSON.parse`.
  for (const part of partsOf(text, begin)) if (part.key === name) found = part
  return found ? { ...value, [name]: within(value[name], text.slice(found.start, found.end), rest) } : value
}

/**
 * Gives the bodies of messages in a call their texts back, if `JSON.parse` has lost digits of their numbers.
 * @param value of the text, as the schema of the call has checked it
 */
export const withSources = (
  { messageAt }: Pick<Endpoint, 'messageAt'>,
  value: unknown,
  text: string,
): unknown => (messageAt && losesDigits(text) ? within(value, text.trim(), messageAt) : value)
