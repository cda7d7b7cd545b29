import { JSON_LEVELS_MAX, JSON_MARKS_MAX } from '#contract/common'
import { ApiError } from './errors'

const UNSTORABLE = /\0|\p{Surrogate}/u

/** What JSON that came as UTF-8 writes a NUL character, or half of a surrogate pair, with. */
const ESCAPED = /\\u(0000|d[89a-f])/i

/** Whether the database can store a text: it has no NUL character and no unpaired surrogate. */
export const isStorable = (text: string) => !UNSTORABLE.test(text)

/** The answer to text that cannot be stored. */
export const unstorable = (field: string) =>
  new ApiError(400, `${field} contains a NUL character or an unpaired surrogate, which cannot be stored`)

/**
 * Parses JSON of a caller. `whole` names it in error sentences.
 * @throws ApiError 400 when it is not JSON, has too many levels or values, or contains text that cannot be stored
 */
export function parseJson(text: string, whole: string): unknown {
  checkShape(text, whole)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError(400, `${whole} is not valid JSON`)
  }
  if (ESCAPED.test(text)) inspect(value, whole, true)
  return value
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Counts before anything is parsed, because anybody may send bodies.
 * @throws ApiError 400
 */
function checkShape(text: string, whole: string) {
  let levels = 0
  let marks = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = endOfString(text, at)
    else if (character === LIST_END || character === OBJECT_END) levels--
    else if (character === COMMA || character === LIST || character === OBJECT) {
      if (character !== COMMA && ++levels > JSON_LEVELS_MAX)
        throw new ApiError(400, `${whole} must have at most ${JSON_LEVELS_MAX} levels of lists and objects`)
      if (++marks > JSON_MARKS_MAX)
        throw new ApiError(400, `${whole} must have at most ${JSON_MARKS_MAX} commas and opening brackets`)
    }
  }
}

/** The place of the quotation mark that ends a string; the end of the text without one. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

/** @throws ApiError 400 that names the field of the outermost object */
function inspect(value: unknown, field: string, isOutermost = false) {
  if (typeof value === 'string' && !isStorable(value)) throw unstorable(field)
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    if (!isStorable(key)) throw unstorable(field)
    inspect(child, isOutermost && !Array.isArray(value) ? key : field)
  }
}
