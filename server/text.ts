import { ApiError } from './errors'

const UNSTORABLE = /\0|\p{Surrogate}/u
/** Deeper than any device or form nests, and far below where the parsers of zod and the database overflow the stack. */
const DEEPEST = 100

/** Whether the database can store a text: it has no NUL character and no unpaired surrogate. */
export const isStorable = (text: string) => !UNSTORABLE.test(text)

/** The answer to text that cannot be stored. */
export const unstorable = (field: string) =>
  new ApiError(400, `${field} contains a NUL character or an unpaired surrogate, which cannot be stored`)

/**
 * Parses JSON of a caller. `whole` names it in error sentences.
 * @throws ApiError 400 when it is not JSON, nests too deeply, or contains text that cannot be stored
 */
export function parseJson(text: string, whole: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError(400, `${whole} is not valid JSON`)
  }
  inspect(value, whole)
  return value
}

function inspect(root: unknown, whole: string) {
  const waiting = [{ value: root, field: whole, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, field, depth } = next
    if (typeof value === 'string' && !isStorable(value)) throw unstorable(field)
    if (typeof value !== 'object' || value === null) continue
    if (depth > DEEPEST) throw new ApiError(400, `${field} is nested too deeply`)
    for (const [key, child] of Object.entries(value)) {
      if (!isStorable(key)) throw unstorable(field)
      waiting.push({
        value: child,
        field: depth === 0 && !Array.isArray(value) ? key : field,
        depth: depth + 1,
      })
    }
  }
}
