/** Replaces react-admin's package for query strings with what the browser has. */

/** @param {string} search */
export function parse(search) {
  const found = new URLSearchParams(search)
  return Object.fromEntries(
    Array.from(new Set(found.keys()), (name) => {
      const [first, ...more] = found.getAll(name)
      return [name, more.length > 0 ? [first, ...more] : first]
    }),
  )
}

/** @param {Record<string, unknown>} values */
export const stringify = (values) =>
  Object.keys(values)
    .toSorted()
    .flatMap((name) => [values[name]].flat().map((value) => [name, value]))
    .filter(([, value]) => value !== undefined)
    .map((pair) => pair.map((part) => encodeURIComponent(String(part))).join('='))
    .join('&')
