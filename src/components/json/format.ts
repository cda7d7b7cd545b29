import { isContainer, type JsonDocument, type JsonNode, readDocument } from './document'

/** Deeper values are not indented further, or the spaces before them would outgrow the text a thousand times. */
const MAX_INDENTED_DEPTH = 40

interface FormatOptions {
  /** Leaves out the members of objects with such names. */
  omit?: (key: string) => boolean
  /** Index of the value to begin with; the outermost unless given. */
  from?: number
}

interface Open {
  node: JsonNode
  isFilled: boolean
}

/** The lines of a JSON text, two spaces for each level; made as they are taken. Names and numbers stay as they were. */
export function* formatLines(document: JsonDocument, { omit, from = 0 }: FormatOptions = {}) {
  const { text, nodes } = document
  const top = nodes[from]
  if (!top) return
  const indent = (depth: number) => '  '.repeat(Math.min(depth - top.depth, MAX_INDENTED_DEPTH))
  const open: Open[] = []
  // The line that was not given yet: what follows decides whether it ends with a comma.
  let line = ''

  for (let index = from; index <= top.next; ) {
    for (
      let last = open.at(-1);
      last && (index >= last.node.next || index === top.next);
      last = open.at(-1)
    ) {
      const bracket = last.node.kind === 'object' ? '}' : ']'
      if (last.isFilled) {
        yield line
        line = indent(last.node.depth) + bracket
      } else line += bracket
      open.pop()
    }
    const node = nodes[index]
    if (index === top.next || !node) break
    if (index > from && node.key !== null && omit?.(node.key)) {
      index = node.next
      continue
    }
    const around = open.at(-1)
    if (around) {
      yield around.isFilled ? `${line},` : line
      around.isFilled = true
    }
    const name = index > from && node.key !== null ? `${JSON.stringify(node.key)}: ` : ''
    line = indent(node.depth) + name
    if (isContainer(node)) {
      line += node.kind === 'object' ? '{' : '['
      open.push({ node, isFilled: false })
    } else line += text.slice(node.start, node.end)
    index += 1
  }
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
