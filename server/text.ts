import { excessOf, hasTooExtreme, JSON_MAX } from '#contract/common'
import { ApiError } from './errors'

const UNSTORABLE = /\0|\p{Surrogate}/u

/** How JSON in UTF-8 writes a NUL character, or half of a surrogate pair. */
const ESCAPED = /\\u(0000|d[89a-f])/i

/** Whether the database can store a text: it has no NUL character and no unpaired surrogate. */
export const isStorable = (text: string) => !UNSTORABLE.test(text)

/** Characters of a name that an answer shows. */
export const NAME_SHOWN = 60

/** A name that the caller chose, shortened and made printable. */
export const shownName = (name: string): string =>
  name.replace(/[^\x20-\x7e\u00a0-\ud7ff]/g, '?').slice(0, NAME_SHOWN)

/** The answer to text that cannot be stored. */
export const unstorable = (field: string) =>
  new ApiError(400, `${field} contains a NUL character or an unpaired surrogate, which cannot be stored`)

/**
 * Parses JSON of a caller. `whole` names it in error sentences.
 * @throws ApiError 400 if it is not JSON, has too many levels or values, a number that is infinite or zero as a 64-bit number, or text that
 * cannot be stored
 */
export function parseJson(text: string, whole: string): unknown {
  checkShape(text, whole)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError(400, `${whole} is not valid JSON`)
  }
  if (hasTooExtreme(text))
    throw new ApiError(
      400,
      `${whole} has a number that is larger, or closer to zero, than a 64-bit number can be`,
    )
  if (ESCAPED.test(text)) inspect(value, whole, true)
  return value
}

/** A JSON value and its text, which keeps what the value loses: digits of large numbers. */
export class ParsedJson {
  constructor(
    readonly text: string,
    readonly value: unknown,
  ) {}
}

const WORDS = { levels: 'levels of lists and objects', marks: 'commas and opening brackets' }

/** @throws ApiError 400 */
function checkShape(text: string, whole: string) {
  const excess = excessOf(text, JSON_MAX)
  if (excess) throw new ApiError(400, `${whole} must have at most ${JSON_MAX[excess]} ${WORDS[excess]}`)
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
