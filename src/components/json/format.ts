import { isContainer, type JsonDocument, type JsonNode, readDocument } from './document'

/** Deeper values are not indented further: their indentation would be a thousand times longer than the text. */
const MAX_INDENTED_DEPTH = 40

interface FormatOptions {
  /** Index of the value to print; the outermost by default. */
  from?: number
  /** Leaves out the members of objects with such keys. */
  omit?: (key: string) => boolean
  /** Prints the members of objects in the order of their keys. */
  sortKeys?: boolean
  /** Changes the JSON text of a value without members. `name` is its key, or that of the list around it. */
  print?: (value: string, name: string) => string
}

/** A value to print, and what follows it. */
interface Item {
  node: JsonNode
  index: number
  name: string
  comma: string
}

const byKey = ({ node: a }: Item, { node: b }: Item) => {
  const [first, second] = [a.key ?? '', b.key ?? '']
  return first < second ? -1 : Number(first > second)
}

/** The lines of a JSON text, two spaces for each level, made one by one. However deep it is, there is no recursion. */
export function* formatLines({ text, nodes }: JsonDocument, options: FormatOptions = {}): Generator<string> {
  const { from = 0, omit, sortKeys = false, print = (value) => value } = options
  const top = nodes[from]
  if (!top) return

  const membersOf = ({ index, node, name }: Item) => {
    const members: Item[] = []
    for (let at = index + 1, next = nodes[at]; next && at < node.next; next = nodes[at]) {
      if (next.key === null || !omit?.(next.key))
        members.push({ node: next, index: at, name: next.key ?? name, comma: ',' })
      at = next.next
    }
    const ordered = sortKeys && node.kind === 'object' ? members.toSorted(byKey) : members
    const last = ordered.at(-1)
    if (last) last.comma = ''
    return ordered
  }

  // What is still to print, the next one last; a string is a line with a closing bracket.
  const waiting: (Item | string)[] = [{ node: top, index: from, name: '', comma: '' }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') {
      yield next
      continue
    }
    const { node, index, name, comma } = next
    const indent = '  '.repeat(Math.min(node.depth - top.depth, MAX_INDENTED_DEPTH))
    const line = indent + (node.key === null || index === from ? '' : `${JSON.stringify(node.key)}: `)
    const brackets = node.kind === 'object' ? '{}' : '[]'
    const members = membersOf(next)
    if (members.length > 0) {
      yield line + brackets.charAt(0)
      waiting.push(indent + brackets.charAt(1) + comma)
      for (const member of members.toReversed()) waiting.push(member)
    } else {
      yield line + print(isContainer(node) ? brackets : text.slice(node.start, node.end), name) + comma
    }
  }
}

/** A value of a document, indented. */
export const formatDocument = (document: JsonDocument, options?: FormatOptions) =>
  [...formatLines(document, options)].join('\n')

/**
 * A JSON text, indented; however deep it is. Keys keep their order, numbers their digits.
 * A text that is not JSON is returned as it is.
 */
export function formatJson(text: string, options?: Pick<FormatOptions, 'omit'>): string {
  const document = readDocument(text)
  return document ? formatDocument(document, options) : text
}
