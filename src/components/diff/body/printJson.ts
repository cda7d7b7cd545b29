import { isContainer, type JsonDocument, type JsonNode, textOf } from '../../json/document'
import { isVolatile } from './volatile'

/** What a comparison leaves aside. */
export interface CompareOptions {
  /** Times, sequence numbers and ids. */
  ignoreVolatile: boolean
  /** The order of keys. */
  sortKeys: boolean
}

/** What stands in place of a value that is left aside. */
const IGNORED = '…'

/** Levels that are indented; without an end to them deep JSON would be mostly spaces. */
const MAX_INDENT = 40

/** A line, or a value whose lines are still to be made. `name` is its key, or that of the list it is in. */
type Work = string | { index: number; node: JsonNode; name: string; comma: string }

const indentation = (level: number) => '  '.repeat(Math.min(level, MAX_INDENT))
const startOf = ({ depth, key }: JsonNode) =>
  indentation(depth) + (key === null ? '' : `${JSON.stringify(key)}: `)

const byKey = ([, a]: [number, JsonNode], [, b]: [number, JsonNode]) => {
  const [first, second] = [a.key ?? '', b.key ?? '']
  return first < second ? -1 : Number(first > second)
}

/** What stands directly in a value, with the indexes. */
function childrenOf({ nodes }: JsonDocument, parent: number): [number, JsonNode][] {
  const children: [number, JsonNode][] = []
  const end = nodes[parent]?.next ?? 0
  for (let index = parent + 1, node = nodes[index]; node && index < end; node = nodes[index]) {
    children.push([index, node])
    index = node.next
  }
  return children
}

/** Text of a value that nothing stands in; a string is written in one way only, a number keeps every digit. */
function scalarOf(document: JsonDocument, node: JsonNode): string {
  if (isContainer(node)) return node.kind === 'object' ? '{}' : '[]'
  return node.kind === 'string' ? JSON.stringify(textOf(document, node)) : textOf(document, node)
}

/** The lines of a JSON text, two spaces a level, one scalar or bracket a line; however deep it is. */
export function printJson(document: JsonDocument, { ignoreVolatile, sortKeys }: CompareOptions): string[] {
  const lines: string[] = []
  const [root] = document.nodes
  const waiting: Work[] = root ? [{ index: 0, node: root, name: '', comma: '' }] : []
  for (let work = waiting.pop(); work !== undefined; work = waiting.pop()) {
    if (typeof work === 'string') {
      lines.push(work)
      continue
    }
    const { index, node, name, comma } = work
    if (node.size === 0) {
      const value = scalarOf(document, node)
      lines.push(startOf(node) + (ignoreVolatile && isVolatile(name, value) ? IGNORED : value) + comma)
      continue
    }
    const isObject = node.kind === 'object'
    lines.push(startOf(node) + (isObject ? '{' : '['))
    waiting.push(indentation(node.depth) + (isObject ? '}' : ']') + comma)
    const children = childrenOf(document, index)
    const ordered = isObject && sortKeys ? children.toSorted(byKey) : children
    for (const [i, [child, inner]] of [...ordered.entries()].toReversed()) {
      // A list is called like its items: what holds for `ids` holds for each of them.
      const comma = i < ordered.length - 1 ? ',' : ''
      waiting.push({ index: child, node: inner, name: inner.key ?? name, comma })
    }
  }
  return lines
}
