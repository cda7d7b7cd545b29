import { foldText, isObject, ownOf } from '../common'
import { PART } from '../series/names'

/** Operators between a path and a value. */
const OPERATORS = ['=', '!=', '<', '<=', '>', '>='] as const
type Comparison = (typeof OPERATORS)[number]
type Operator = Comparison | 'contains'

/** A part of a path: a name, an item by its index, or by one of its fields. */
type PathPart = { name: string } | { index: number } | { field: string; value: string }

/** What a search looks for: a word anywhere, or a value. */
export type MessageCondition =
  | { kind: 'word'; word: string }
  | { kind: 'value'; path: readonly PathPart[]; operator: Operator; value: string }

/** Faults of a search. */
export const SEARCH_FAULTS = {
  noPath: 'text has no path before the operator, such as thermometer.temperature > 30',
  noValue: 'text has no value after the operator, such as thermometer.temperature > 30',
  noNumber: 'text compares with <, <=, > and >= only numbers, such as thermometer.temperature > 30',
  badPath: 'text has a path that cannot be read, such as sensors[0].level = 1',
} as const
export type SearchFault = keyof typeof SEARCH_FAULTS

const unquoted = (text: string): string => {
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(text)?.[1]
  return inner === undefined ? text : inner.replaceAll(/\\(.)/gs, '$1')
}

function partOf(text: string): PathPart {
  if (!text.startsWith('[')) return { name: text }
  const inner = text.slice(1, -1)
  const [, field, value] = /^("(?:[^"\\]|\\.)*"|[^"=]*)=(.*)$/s.exec(inner) ?? []
  if (field !== undefined && value !== undefined) return { field: unquoted(field), value: unquoted(value) }
  return /^\d+$/.test(inner) ? { index: Number(inner) } : { name: unquoted(inner) }
}

function pathOf(text: string): PathPart[] | null {
  const parts = text.match(PART) ?? []
  const rest = text.replaceAll(PART, '').replaceAll('.', '')
  return parts.length > 0 && rest === '' ? parts.map(partOf) : null
}

/** An operator outside of brackets and quotes. */
const OPERATOR =
  /^((?:\[(?:"(?:[^"\\]|\\.)*"|[^"\]])*\]|[^[\]"<>=!\s])*)\s*(!=|<=|>=|=|<|>|(?<=\s)contains(?=\s|$))\s*(.*)$/s

/**
 * Parses what somebody looks for: `path operator value`, otherwise a word; in quotes it is always a word.
 * @returns a fault by its name for what is neither
 */
export function parseSearch(text: string): MessageCondition | SearchFault {
  const typed = text.trim()
  const [, path, operator, value] = OPERATOR.exec(typed) ?? []
  if (path === undefined || operator === undefined || value === undefined)
    return { kind: 'word', word: foldText(unquoted(typed)) }
  if (path === '') return 'noPath'
  const parts = pathOf(path)
  if (!parts) return 'badPath'
  if (value === '') return 'noValue'
  if (/^[<>]/.test(operator) && !Number.isFinite(Number(value))) return 'noNumber'
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the expression has no other operators
  return { kind: 'value', path: parts, operator: operator as Operator, value: unquoted(value) }
}

/** A step on the way to a value: the key in what holds it, and the value there. */
interface Step {
  key: string | number
  value: unknown
}

const isStep = (part: PathPart, { key, value }: Step): boolean => {
  if ('name' in part) return key === part.name
  if ('index' in part) return key === part.index
  const own = isObject(value) ? ownOf(value, part.field) : undefined
  const isPlain = typeof own === 'string' || typeof own === 'number' || typeof own === 'boolean'
  return typeof key === 'number' && isPlain && String(own) === part.value
}

/** Whether a way ends with the path. Items that the path does not name count as any item. */
function endsWith(way: readonly Step[], path: readonly PathPart[]): boolean {
  let place = way.length - 1
  for (const part of path.toReversed()) {
    for (;;) {
      const step = way[place]
      if (!step) return false
      place -= 1
      if (isStep(part, step)) break
      if (typeof step.key !== 'number') return false
    }
  }
  return true
}

function isMet(found: unknown, operator: Operator, value: string): boolean {
  if (operator === 'contains') return typeof found === 'string' && foldText(found).includes(foldText(value))
  const number = Number(value)
  if (operator === '=' || operator === '!=') {
    const isSame = typeof found === 'number' ? found === number : foldText(String(found)) === foldText(value)
    return isSame === (operator === '=')
  }
  if (typeof found !== 'number') return false
  if (operator === '<') return found < number
  if (operator === '<=') return found <= number
  return operator === '>' ? found > number : found >= number
}

/** Levels below which a body is not searched. */
const DEPTH_MAX = 100

/** Whether a body has a value under a path, wherever the path begins. */
function hasValue(body: unknown, { path, operator, value }: MessageCondition & { kind: 'value' }): boolean {
  const way: Step[] = []
  const visit = (found: unknown): boolean => {
    if (way.length > DEPTH_MAX) return false
    if (typeof found !== 'object' || found === null)
      return endsWith(way, path) && isMet(found, operator, value)
    const entries: [string | number, unknown][] = Array.isArray(found)
      ? [...found.entries()]
      : Object.entries(found)
    return entries.some(([key, inner]) => {
      way.push({ key, value: inner })
      const isFound = visit(inner)
      way.pop()
      return isFound
    })
  }
  return visit(body)
}

const ESCAPES = /\\(?:u([\da-f]{4})|(.))/gis
const CONTROLS = new Map(Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }))

/** A JSON text with what its escapes stand for. */
const withoutEscapes = (json: string): string =>
  json.replaceAll(ESCAPES, (_, code: string | undefined, character: string) =>
    code === undefined
      ? (CONTROLS.get(character) ?? character)
      : String.fromCharCode(Number.parseInt(code, 16)),
  )

/** Whether a text has a word as it is written, or as what its escapes stand for. */
const hasWord = (body: string, word: string): boolean =>
  foldText(body).includes(word) || (body.includes('\\') && foldText(withoutEscapes(body)).includes(word))

/** Whether the body of a message, a JSON text, is what a search looks for. Accents and case do not count. */
export function isFound(body: string, condition: MessageCondition): boolean {
  if (condition.kind === 'word') return hasWord(body, condition.word)
  try {
    return hasValue(JSON.parse(body), condition)
  } catch {
    return false
  }
}

/** The name that must be in a body for the path of a condition to be there. */
export const nameOf = ({ path }: MessageCondition & { kind: 'value' }): string | undefined =>
  path.flatMap((part) => ('name' in part ? [part.name] : [])).at(-1)
