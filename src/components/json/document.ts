type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'

/** One value of a JSON text. Nodes stand in the order of the text, so a value is followed by all that it contains. */
export interface JsonNode {
  kind: JsonKind
  /** Number of values around this one; 0 of the outermost. */
  depth: number
  /** Index of the value around this one; -1 of the outermost. */
  parent: number
  /** Name in an object; null in an array and of the outermost. */
  key: string | null
  /** Place among the values of its parent, from 0. */
  place: number
  /** Number of values directly in it. */
  size: number
  /** Index of the first node after everything that it contains. */
  next: number
  /** Where it begins in the text. */
  start: number
  /** Where it has ended in the text. */
  end: number
}

/**
 * A JSON text that was read. It keeps what JavaScript's values lose: the order of all names, names that occur twice,
 * and every digit of a number.
 */
export interface JsonDocument {
  text: string
  nodes: readonly JsonNode[]
  /** Depth of the deepest node. */
  depth: number
}

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isSpaceOrMark = (char: string) => char <= ' ' || char === ',' || char === ':'

/** Where a string that begins at `start` has ended. The text is known to be JSON. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
}

/** Where a number, true, false or null that begins at `start` has ended. */
function endOfLiteral(text: string, start: number): number {
  let at = start
  while (at < text.length && !isSpaceOrMark(text.charAt(at)) && text[at] !== ']' && text[at] !== '}') at += 1
  return at
}

function literalKind(first: string): JsonKind {
  if (first === 't' || first === 'f') return 'boolean'
  return first === 'n' ? 'null' : 'number'
}

/** The text of a JSON string that stands from `start` to `end`, quotes included. */
function decodeString(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1)
  return inner.includes('\\') ? String(JSON.parse(text.slice(start, end))) : inner
}

/** Reads a JSON text in one walk that no depth can overflow; null when it is not JSON. */
export function readDocument(text: string): JsonDocument | null {
  if (parseJson(text) === undefined) return null
  const nodes: JsonNode[] = []
  let deepest = 0
  let parent = -1
  let around: JsonNode | undefined
  let key: string | null = null

  const add = (kind: JsonKind, start: number, end: number) => {
    const depth = around ? around.depth + 1 : 0
    const place = around?.size ?? 0
    const next = nodes.length + 1
    nodes.push({ kind, depth, parent, key, place, size: 0, next, start, end })
    if (around) around.size += 1
    deepest = Math.max(deepest, depth)
    key = null
  }

  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at)
    if (isSpaceOrMark(char)) at += 1
    else if (char === '{' || char === '[') {
      add(char === '{' ? 'object' : 'array', at, at + 1)
      parent = nodes.length - 1
      around = nodes[parent]
      at += 1
    } else if (char === '}' || char === ']') {
      at += 1
      if (!around) break
      around.end = at
      around.next = nodes.length
      parent = around.parent
      around = nodes[parent]
    } else if (char === '"') {
      const end = endOfString(text, at)
      if (around?.kind === 'object' && key === null) key = decodeString(text, at, end)
      else add('string', at, end)
      at = end
    } else {
      const end = endOfLiteral(text, at)
      add(literalKind(char), at, end)
      at = end
    }
  }
  return { text, nodes, depth: deepest }
}

/** Whether values can stand in it. */
export const isContainer = ({ kind }: JsonNode) => kind === 'object' || kind === 'array'

/** What a value reads: the text of a string, every digit of a number; nothing for objects and arrays. */
export function textOf({ text }: JsonDocument, node: JsonNode): string {
  if (isContainer(node)) return ''
  if (node.kind === 'string') return decodeString(text, node.start, node.end)
  return text.slice(node.start, node.end)
}
