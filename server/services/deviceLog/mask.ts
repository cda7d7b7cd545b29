import { endOfString, endOfValue, pastSpace } from '#contract/common'
import type { Rest } from '../background/slices'

/** Stands for a secret. */
export const MASK = '***'

/** Values of variables with fewer characters are not masked: they would mask ordinary words. */
export const SECRET_MIN_LENGTH = 4
/** The same for people who may not read values: what is masked must tell them nothing that can be guessed. */
export const GUESSED_MAX_LENGTH = 16

/** Names of fields and settings whose values are secrets. */
const SECRET_NAME = /key|token|secret|passw|psk|credential/i

/** Characters that one step reads; see `inSlices`. */
const STEP = 10
/** Characters, or comparisons, between two rests. */
const BLOCK = 4096

/** The name that a JSON string is, whose letters may be escaped. */
function nameOf(quoted: string): string {
  if (!quoted.includes('\\')) return quoted
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted
  }
}

/**
 * A JSON text, or lines of them, without the values whose names say that they are secret, and all that is in these. Everything else stays to
 * the letter, digits of long numbers too. It takes time in proportion to the text, whoever wrote it.
 */
export async function maskNamed(json: string, rest: Rest): Promise<string> {
  const kept: string[] = []
  let from = 0
  let rested = 0
  for (let at = json.indexOf('"'); at !== -1; at = json.indexOf('"', at)) {
    const end = endOfString(json, at) + 1
    const colon = pastSpace(json, end)
    const start = pastSpace(json, colon + 1)
    const isSecret = json.charAt(colon) === ':' && SECRET_NAME.test(nameOf(json.slice(at, end)))
    at = isSecret ? endOfValue(json, start) : end
    if (isSecret && json.slice(start, at) !== 'null') {
      kept.push(json.slice(from, start), `"${MASK}"`)
      from = at
    }
    if (at - rested < BLOCK) continue
    const pause = rest((at - rested) / STEP)
    rested = at
    if (pause) await pause
  }
  kept.push(json.slice(from))
  return kept.join('')
}

/** How a text may be written: as it is, as part of a JSON text, and as part of one within another. */
function formsOf(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1)
  return [...new Set([text, once, JSON.stringify(once).slice(1, -1)])]
}

/** Forms with the same hash of their first characters, the longest first, and the steps to compare all. */
interface Bucket {
  forms: string[]
  steps: number
}

/** A hash of as many characters as the shortest value has. */
const hashAt = (text: string, at: number) =>
  (text.charCodeAt(at) ^
    (text.charCodeAt(at + 1) << 4) ^
    (text.charCodeAt(at + 2) << 8) ^
    (text.charCodeAt(at + 3) << 12)) &
  0xffff

/**
 * A function that masks these values in a text, wherever they are. Its time depends little on how many they are.
 * @param values each with at least `SECRET_MIN_LENGTH` characters, or it is left as it is
 */
export function maskerOf(values: readonly string[]): (text: string, rest: Rest) => Promise<string> {
  const buckets = new Map<number, Bucket>()
  const secrets = new Set(values.filter(({ length }) => length >= SECRET_MIN_LENGTH))
  const forms = new Set([...secrets].flatMap(formsOf))
  for (const form of [...forms].toSorted((a, b) => b.length - a.length)) {
    const hash = hashAt(form, 0)
    const bucket = buckets.get(hash) ?? { forms: [], steps: 0 }
    bucket.forms.push(form)
    bucket.steps += 1 + form.length / STEP
    buckets.set(hash, bucket)
  }
  return async (text, rest) => {
    if (buckets.size === 0) return text
    const kept: string[] = []
    let from = 0
    let work = 0
    for (let at = 0; at < text.length; at++) {
      const bucket = buckets.get(hashAt(text, at))
      const form = bucket?.forms.find((one) => text.startsWith(one, at))
      if (form !== undefined) {
        // Of values that overlap, nothing is left.
        if (at >= from) kept.push(text.slice(from, at), MASK)
        from = Math.max(from, at + form.length)
      }
      work += bucket ? 1 + bucket.steps * STEP : 1
      if (work < BLOCK) continue
      const pause = rest(work / STEP)
      work = 0
      if (pause) await pause
    }
    kept.push(text.slice(from))
    return kept.join('')
  }
}
