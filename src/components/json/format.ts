import { isContainer, type JsonDocument, type JsonNode, readDocument } from './document'

/** Deeper values are not indented further, or the spaces before them would outgrow the text a thousand times. */
const MAX_INDENTED_DEPTH = 40

interface FormatOptions {
  /** Leaves out the members of objects with such names. */
  omit?: (key: string) => boolean
  /** Index of the value to begin with; the outermost unless given. */
  from?: number
}

/** The lines of a JSON text, two spaces for each level; made as they are taken. Names and numbers stay as they were. */
export function* formatLines({ text, nodes }: JsonDocument, { omit, from = 0 }: FormatOptions = {}) {
  const top = nodes[from]
  if (!top) return
  const indent = ({ depth }: JsonNode) => '  '.repeat(Math.min(depth - top.depth, MAX_INDENTED_DEPTH))
  const open: { node: JsonNode; isFilled: boolean }[] = []
  // The line that was not given yet: what follows decides how it ends.
  let line = ''

  function* closeBefore(index: number) {
    for (let last = open.at(-1); last && last.node.next <= index; last = open.at(-1)) {
      const bracket = last.node.kind === 'object' ? '}' : ']'
      if (last.isFilled) yield line
      line = last.isFilled ? indent(last.node) + bracket : line + bracket
      open.pop()
    }
  }

  for (let index = from; index < top.next; ) {
    const node = nodes[index]
    if (!node) break
    const name = index === from ? null : node.key
    if (name !== null && omit?.(name)) {
      index = node.next
      continue
    }
    yield* closeBefore(index)
    const around = open.at(-1)
    if (around) {
      yield around.isFilled ? `${line},` : line
      around.isFilled = true
    }
    line = indent(node) + (name === null ? '' : `${JSON.stringify(name)}: `)
    if (isContainer(node)) {
      line += node.kind === 'object' ? '{' : '['
      open.push({ node, isFilled: false })
    } else line += text.slice(node.start, node.end)
    index += 1
  }
  yield* closeBefore(top.next)
  yield line
}

/** A value of a document, indented. */
export const formatDocument = (document: JsonDocument, options?: FormatOptions) =>
  [...formatLines(document, options)].join('\n')

/**
 * A JSON text, indented for people; however deep it is. Names and numbers stay exactly as they were.
 * A text that is not JSON is answered as it is.
 */
export function formatJson(text: string, options?: Pick<FormatOptions, 'omit'>): string {
  const document = readDocument(text)
  return document ? formatDocument(document, options) : text
}
