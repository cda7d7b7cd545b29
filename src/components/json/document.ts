import { parseJson } from './parseJson'

/** One value of a JSON text. Nodes are in text order: a value is followed by its descendants. */
export interface JsonNode {
  kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'
  /** Number of ancestors; 0 for the outermost value. */
  depth: number
  /** Index of its parent; -1 for the outermost value. */
  parent: number
  /** Key in an object; null in an array and for the outermost value. */
  key: string | null
  /** Position within its parent, from 0. */
  place: number
  /** Number of direct members. */
  size: number
  /** Index of the first node after its descendants. */
  next: number
  /** Offset of the first character in the text. */
  start: number
  /** Offset after the last character. */
  end: number
}

/** A parsed JSON text. It keeps the order of keys, duplicate keys and all digits, which JavaScript values lose. */
export interface JsonDocument {
  text: string
  nodes: readonly JsonNode[]
  /** Depth of the deepest node. */
  depth: number
}

const isSpaceOrMark = (char: string) => char <= ' ' || char === ',' || char === ':'

/** The offset after a string that begins at `start`. The text must be valid JSON. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

/** The offset after a number, true, false or null that begins at `start`. */
function endOfLiteral(text: string, start: number): number {
  let at = start
  while (at < text.length && !isSpaceOrMark(text.charAt(at)) && text[at] !== ']' && text[at] !== '}') at += 1
  return at
}

function literalKind(first: string): JsonNode['kind'] {
  if (first === 't' || first === 'f') return 'boolean'
  return first === 'n' ? 'null' : 'number'
}

/** The decoded JSON string between `start` and `end`, which include its quotes. */
function decodeString(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1)
  return inner.includes('\\') ? String(JSON.parse(text.slice(start, end))) : inner
}

/** Parses a JSON text without recursion, so that deep nesting cannot overflow the stack; null if it is not JSON. */
export function readDocument(text: string): JsonDocument | null {
  if (parseJson(text) === undefined) return null
  const nodes: JsonNode[] = []
  let deepest = 0
  let parent = -1
  let around: JsonNode | undefined
  let key: string | null = null

  const add = (kind: JsonNode['kind'], start: number, end: number) => {
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

/** Whether a value is an object or array. */
export const isContainer = ({ kind }: JsonNode) => kind === 'object' || kind === 'array'

/** The text of a string, or a number, true, false or null as written; empty for objects and arrays. */
export function textOf({ text }: JsonDocument, node: JsonNode): string {
  if (isContainer(node)) return ''
  if (node.kind === 'string') return decodeString(text, node.start, node.end)
  return text.slice(node.start, node.end)
}

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u
const ESCAPES: Record<string, string> = { "'": "\\'", '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const quote = (name: string) => `['${name.replaceAll(/['\\\n\r\t]/g, (char) => ESCAPES[char] ?? char)}']`
const segment = (name: string) => (PLAIN_NAME.test(name) ? `.${name}` : quote(name))

/** The path of a value, as a JSONPath (RFC 9535): `$.system.voltage_rest`, `$.list[0]`, `$['a name']`. */
export function pathOf({ nodes }: JsonDocument, index: number): string {
  const segments: string[] = []
  for (let node = nodes[index]; node && node.parent >= 0; node = nodes[node.parent])
    segments.push(node.key === null ? `[${node.place}]` : segment(node.key))
  return `$${segments.toReversed().join('')}`
}

/** The keys and indexes on the path of a value. */
export function keysOf({ nodes }: JsonDocument, index: number): (string | number)[] {
  const keys: (string | number)[] = []
  for (let node = nodes[index]; node && node.parent >= 0; node = nodes[node.parent])
    keys.push(node.key ?? node.place)
  return keys.toReversed()
}

/** Maximum depth of indentation: deeper, indentation would be a thousand times longer than the text. */
const MAX_INDENTED_DEPTH = 40

/**
 * The indentation of a line.
 * @param depth of its value
 */
export const indentOf = (depth: number) => '  '.repeat(Math.min(depth, MAX_INDENTED_DEPTH))

interface FormatOptions {
  /** Index of the value to print; the outermost by default. */
  from?: number
  /** Prints the members of objects in key order. */
  sortKeys?: boolean
  /** Changes the JSON text of a scalar. `name` is its key, or that of the list around it. */
  print?: (value: string, name: string) => string
}

/** A value to print, with its label and comma. */
export interface Member {
  node: JsonNode
  index: number
  /** Its key, or that of the list around it. */
  name: string
  /** The key as printed; empty in a list. */
  label: string
  /** The comma after it, if any. */
  comma: string
}

const byKey = ({ node: a }: Member, { node: b }: Member) => {
  const [first, second] = [a.key ?? '', b.key ?? '']
  return first < second ? -1 : Number(first > second)
}

/** The value at an index, the outermost by default, to print by itself. */
export const memberAt = ({ nodes }: JsonDocument, index = 0): Member | null => {
  const node = nodes[index]
  return node ? { node, index, name: '', label: '', comma: '' } : null
}

/** The members of an object or list, to print; empty for other values. */
export function membersOf({ nodes }: JsonDocument, of: Omit<Member, 'comma'>, sortKeys: boolean): Member[] {
  const members: Member[] = []
  for (let at = of.index + 1, node = nodes[at]; node && at < of.node.next; node = nodes[at]) {
    const label = node.key === null ? '' : `${JSON.stringify(node.key)}: `
    members.push({ node, index: at, name: node.key ?? of.name, label, comma: ',' })
    at = node.next
  }
  const ordered = sortKeys && of.node.kind === 'object' ? members.toSorted(byKey) : members
  const last = ordered.at(-1)
  if (last) last.comma = ''
  return ordered
}

/** The brackets of an object, else those of a list. */
export const bracketsOf = ({ kind }: JsonNode) => (kind === 'object' ? '{}' : '[]')

/** The lines of a JSON text, indented by two spaces per level, generated one by one without recursion. */
export function* formatLines(document: JsonDocument, options: FormatOptions = {}): Generator<string> {
  const { from = 0, sortKeys = false, print = (value) => value } = options
  const top = memberAt(document, from)
  if (!top) return

  // A stack of values and closing lines; the last is the next.
  const waiting: (Member | string)[] = [top]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') {
      yield next
      continue
    }
    const { node, name, label, comma } = next
    const indent = indentOf(node.depth - top.node.depth)
    const brackets = bracketsOf(node)
    const members = membersOf(document, next, sortKeys)
    if (members.length > 0) {
      yield indent + label + brackets.charAt(0)
      waiting.push(indent + brackets.charAt(1) + comma)
      for (const member of members.toReversed()) waiting.push(member)
    } else {
      const text = isContainer(node) ? brackets : print(document.text.slice(node.start, node.end), name)
      yield indent + label + text + comma
    }
  }
}

/** A value of a document, indented; the outermost by default. */
export const formatDocument = (document: JsonDocument, from?: number) =>
  [...formatLines(document, { from })].join('\n')

/**
 * A JSON text, indented, at any depth. Keys keep their order, numbers their digits.
 * A text that is not JSON is returned unchanged.
 */
export function formatJson(text: string): string {
  const document = readDocument(text)
  return document ? formatDocument(document) : text
}
