import type { JsonDocument } from './document'

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u
const ESCAPES: Record<string, string> = { "'": "\\'", '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const quote = (name: string) => `['${name.replaceAll(/['\\\n\r\t]/g, (char) => ESCAPES[char] ?? char)}']`
const segment = (name: string) => (PLAIN_NAME.test(name) ? `.${name}` : quote(name))

/** Where a value stands, as a JSONPath (RFC 9535): `$.system.voltage_rest`, `$.list[0]`, `$['a name']`. */
export function pathOf({ nodes }: JsonDocument, index: number): string {
  const segments: string[] = []
  for (let node = nodes[index]; node && node.parent >= 0; node = nodes[node.parent])
    segments.push(node.key === null ? `[${node.place}]` : segment(node.key))
  return `$${segments.toReversed().join('')}`
}
