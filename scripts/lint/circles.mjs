import { targetOf } from './rooms.mjs'

const IMPORT = /^(?:import|export)\s[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm
const ENDINGS = ['.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx']

/**
 * The circles among files that import each other, for types or when they are needed as well (`import()`, which the rule
 * `import/no-cycle` does not see): of each the files in their order, the first one again at its end.
 *
 * @param {ReadonlyMap<string, string>} texts of the files by path
 */
export function circlesIn(texts) {
  /** @param {string} file */
  const importsOf = (file) =>
    [...(texts.get(file) ?? '').matchAll(IMPORT)].flatMap(([, from, effect, late]) => {
      const target = targetOf(file, from ?? effect ?? late ?? '').replace(/\/$/, '')
      return [target, ...ENDINGS.map((ending) => target + ending)].find((path) => texts.has(path)) ?? []
    })

  /** @type {Set<string>} */
  const done = new Set()
  /** @type {string[][]} */
  const circles = []
  /** @param {string} file @param {string[]} path that leads to it */
  const walk = (file, path) => {
    const start = path.indexOf(file)
    if (start >= 0) circles.push([...path.slice(start), file])
    if (start >= 0 || done.has(file)) return
    for (const next of importsOf(file)) walk(next, [...path, file])
    done.add(file)
  }
  for (const file of texts.keys()) walk(file, [])
  return circles
}
