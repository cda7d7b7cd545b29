import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatDocument,
  formatJson,
  formatLines,
  isContainer,
  type JsonDocument,
  pathOf,
  readDocument,
  textOf,
} from './document'

const DEPTH = 10_000
const deep = '{"a":['.repeat(DEPTH / 2) + '"core"' + ']}'.repeat(DEPTH / 2)

function documentOf(text: string): JsonDocument {
  const document = readDocument(text)
  if (!document) throw new Error(`not JSON: ${text}`)
  return document
}

/** Builds the value of a document from its nodes. */
function valueOf({ text, nodes }: Pick<JsonDocument, 'text' | 'nodes'>, index = 0): unknown {
  const node = nodes[index]
  if (!node || !isContainer(node)) return JSON.parse(text.slice(node?.start, node?.end))
  const members: [string, unknown][] = []
  for (let at = index + 1; at < node.next; at = nodes[at]?.next ?? node.next)
    members.push([nodes[at]?.key ?? '', valueOf({ text, nodes }, at)])
  expect(members).toHaveLength(node.size)
  return node.kind === 'array' ? members.map(([, value]) => value) : Object.fromEntries(members)
}

/** The value at a path. */
function follow(value: unknown, path: string): unknown {
  const segments = path.matchAll(/\.([^.[]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/gu)
  let found = value
  for (const [, name, place, quoted] of segments) {
    const key =
      name ?? place ?? JSON.parse(`"${(quoted ?? '').replaceAll('"', '\\"').replaceAll("\\'", "'")}"`)
    found = Object(found)[key]
  }
  return found
}

// Names without control characters, which have other escapes in a path than in this file's reader.
const json = fc.jsonValue({ noUnicodeString: false })
const spaced = fc.tuple(json, fc.constantFrom(0, 1, '\t', ' \n'))

test('the nodes have exactly the value of JSON.parse', () => {
  fc.assert(
    fc.property(spaced, ([value, space]) => {
      const text = JSON.stringify(value, null, space)
      expect(valueOf(documentOf(text))).toEqual(JSON.parse(text))
    }),
  )
})

test('an indented text has the same value, in the format of JSON.stringify', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = JSON.stringify(value)
      expect(formatJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
    }),
  )
})

test('every path leads to its value', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => !/[\p{C}\\]/u.test(name))
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.integer(),
      fc.array(tie('value')),
      fc.dictionary(name, tie('value')),
    ),
  }))
  fc.assert(
    fc.property(value, (value) => {
      const document = documentOf(JSON.stringify(value))
      document.nodes.forEach((_, index) => {
        expect(follow(JSON.parse(document.text), pathOf(document, index))).toEqual(valueOf(document, index))
      })
    }),
  )
})

test.each([
  ['system.voltage', '{"system":{"voltage":1}}', '$.system.voltage'],
  ['a place in a list', '[[0,1]]', '$[0][0]'],
  ['a name with a space', '{"a b":{"c":1}}', "$['a b'].c"],
  ['a name with a quote', '{"it\'s":{"c\\n":1}}', "$['it\\'s']['c\\n']"],
  ['a name of letters with marks', '{"přístroj":{"מד":1}}', '$.přístroj.מד'],
])('the path of %s', (_what, text, path) => {
  expect(pathOf(documentOf(text), 2)).toBe(path)
})

test('repeated names, digits and the order of names are kept', () => {
  const text = '{"b":1e400,"10":12345678901234567890,"b":-0.0,"__proto__":{"x":1.10}}'
  const document = documentOf(text)
  expect(document.nodes.map((node) => [node.key, textOf(document, node)])).toEqual([
    [null, ''],
    ['b', '1e400'],
    ['10', '12345678901234567890'],
    ['b', '-0.0'],
    ['__proto__', ''],
    ['x', '1.10'],
  ])
  expect(formatDocument(document).replaceAll(/\s/g, '')).toBe(text)
})

test.each(['', ' ', '{', '[1,]', '{"a":1}}', 'hello', "{'a':1}", '\uFEFF{}', 'NaN', '01'])(
  '%j is not JSON',
  (text) => {
    expect(readDocument(text)).toBeNull()
    expect(formatJson(text)).toBe(text)
  },
)

test('ten thousand levels can be read, indented and followed', () => {
  const document = documentOf(deep)
  expect(document.nodes).toHaveLength(DEPTH + 1)
  expect(pathOf(document, DEPTH)).toBe(`$${'.a[0]'.repeat(DEPTH / 2)}`)
  expect(JSON.stringify(formatDocument(document)).length).toBeLessThan(200 * DEPTH)
  expect(formatDocument(document).replaceAll(/\s/g, '')).toBe(deep)
})

test('only the requested lines of a large document are created', () => {
  const lines = formatLines(documentOf(`[${'0,'.repeat(400_000)}0]`))
  expect([lines.next().value, lines.next().value]).toEqual(['[', '  0,'])
})
