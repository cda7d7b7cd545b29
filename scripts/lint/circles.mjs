import { targetOf } from './rooms.mjs'

const IMPORT = /^(?:import|export)\s[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx']

/**
 * The files that a file imports, for types or when they are needed as well (`import()`, which the rule `import/no-cycle`
 * does not see).
 *
 * @param {string} file @param {ReadonlyMap<string, string>} texts of all files by path
 */
export const importsOf = (file, texts) =>
  [...(texts.get(file) ?? '').matchAll(IMPORT)].flatMap(([, from, effect, late]) => {
    const target = targetOf(file, from ?? effect ?? late ?? '').replace(/\/$/, '')
    return ENDINGS.map((ending) => target + ending).find((path) => texts.has(path)) ?? []
  })

/** The circles of a graph: of each what is in it in its order, the first one again at its end. @param {ReadonlyMap<string, Iterable<string>>} graph */
function circlesOf(graph) {
  /** @type {Set<string>} */
  const done = new Set()
  /** @type {string[][]} */
  const circles = []
  /** @param {string} node @param {string[]} path that leads to it */
  const walk = (node, path) => {
    const start = path.indexOf(node)
    if (start >= 0) circles.push([...path.slice(start), node])
    if (start >= 0 || done.has(node)) return
    for (const next of graph.get(node) ?? []) walk(next, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return circles
}

/** The circles among files that import each other. @param {ReadonlyMap<string, string>} texts of the files by path */
export const circlesIn = (texts) =>
  circlesOf(new Map([...texts.keys()].map((file) => [file, importsOf(file, texts)])))

/** Names the messages of all folders, for their types. */
const KNOWS_ALL = 'src/i18n/index.ts'

/**
 * The circles among the folders of a folder, whose own files count as folders: of each the imports, as `from > to`.
 * Tests may import anything.
 *
 * @param {string} base @param {ReadonlyMap<string, string>} texts of all files by path
 */
export function folderCirclesIn(base, texts) {
  /** @param {string} file */
  const nodeOf = (file) => file.slice(base.length + 1).split('/', 1)[0] ?? ''
  /** @type {Map<string, Map<string, string>>} of each folder those that it imports, with one import of each */
  const graph = new Map()
  for (const file of texts.keys()) {
    if (!file.startsWith(`${base}/`) || /\.test\.tsx?$/.test(file) || file === KNOWS_ALL) continue
    for (const target of importsOf(file, texts)) {
      const [from, to] = [nodeOf(file), nodeOf(target)]
      if (!target.startsWith(`${base}/`) || from === to) continue
      const edges = graph.get(from) ?? new Map()
      graph.set(from, edges)
      if (!edges.has(to)) edges.set(to, `${file} > ${target}`)
    }
  }
  return circlesOf(new Map([...graph].map(([node, edges]) => [node, edges.keys()]))).map((circle) =>
    circle.slice(1).map((to, i) => graph.get(circle[i] ?? '')?.get(to) ?? ''),
  )
}
