/** A part of a statement as analysed by PostgreSQL, with all names resolved. */
export interface Node {
  /** Such as `QUERY` or `OPEXPR`. */
  kind: string
  fields: Readonly<Record<string, Value>>
}
type Value = string | Node | readonly Value[]

/** A word, a string with its escapes, or a bracket. */
const TOKEN = /[(){}]|"(?:\\.|[^"\\])*"|(?:\\.|[^\s(){}\\])+/gs

/** Parses the output of PostgreSQL's `debug_print_parse` (`nodeToString` in its source). */
export function readNodeTree(text: string): Node {
  const tokens = text.match(TOKEN) ?? []
  let next = 0
  const take = () => {
    const token = tokens[next++]
    if (token === undefined) throw new Error('The tree ends in the middle of a node.')
    return token
  }

  function readValue(): Value {
    const token = take()
    if (token === '{') return readNode()
    if (token !== '(') return token
    const items: Value[] = []
    while (tokens[next] !== ')') items.push(readValue())
    take()
    return items
  }

  function readNode(): Node {
    const kind = take()
    const fields: Record<string, Value> = {}
    for (let name = take(); name !== '}'; name = take()) {
      const values: Value[] = []
      // The bytes of a constant span several words.
      while (!isFieldEnd(tokens[next])) values.push(readValue())
      fields[name.slice(1)] = values.length === 1 && values[0] !== undefined ? values[0] : values
    }
    return { kind, fields }
  }

  const read = readValue()
  if (!isNode(read)) throw new Error('The text is no tree of nodes.')
  return read
}

const isFieldEnd = (token: string | undefined) => token === undefined || token === '}' || /^:\w/.test(token)

const isNode = (value: Value | undefined): value is Node => typeof value === 'object' && 'kind' in value

/** The node in a field; undefined when it is empty. */
export const nodeIn = ({ fields }: Node, name: string): Node | undefined => {
  const value = fields[name]
  return isNode(value) ? value : undefined
}

/** The nodes in a list field. */
export const nodesIn = ({ fields }: Node, name: string): Node[] => {
  const value = fields[name]
  return Array.isArray(value) ? value.filter((item) => isNode(item)) : []
}

/** The word or number in a field. */
export const wordIn = ({ fields }: Node, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

/** All nodes directly below a node. */
export function childrenOf({ fields }: Node): Node[] {
  const nodesOf = (value: Value): Node[] => {
    if (typeof value === 'string') return []
    return isNode(value) ? [value] : value.flatMap(nodesOf)
  }
  return Object.values(fields).flatMap(nodesOf)
}
