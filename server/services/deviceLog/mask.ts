/** Stands for a secret. */
export const MASK = '***'

/** Names of fields and settings whose values are secrets. */
const SECRET_NAME = /key|token|secret|passw|psk|credential/i

/** A member of an object with a value that is no object or list. */
const MEMBER = /"((?:[^"\\]|\\.)*)"(\s*:\s*)(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false)/g

/** A JSON text without the values whose names say that they are secret. Everything else stays to the letter. */
export const maskNamed = (json: string): string =>
  json.replaceAll(MEMBER, (member: string, name: string, colon: string) =>
    SECRET_NAME.test(name) ? `"${name}"${colon}"${MASK}"` : member,
  )

/** How a text may be written: as it is, as part of a JSON text, and as part of one within another. */
function formsOf(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1)
  return [...new Set([text, once, JSON.stringify(once).slice(1, -1)])]
}

/** A text without these values, wherever they are. */
export function maskValues(text: string, values: readonly string[]): string {
  let masked = text
  for (const value of values.toSorted((a, b) => b.length - a.length))
    for (const form of formsOf(value)) masked = masked.replaceAll(form, MASK)
  return masked
}
