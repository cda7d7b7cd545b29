import { isObject, ONE_LINE } from '../common'

/** A name that objects of JSON lose. */
const NO_NAME = '__proto__'

/** The keys that lead to a member; a dot in a key has a backslash. */
const keysOf = (name: string): string[] =>
  [...name.matchAll(/(?:^|\.)((?:[^.\\]|\\.|\\$)*)/g)].map(([, key = '']) => key.replace(/\\(.)/g, '$1'))

const segment = (key: string) => key.replace(/[.\\]/g, '\\$&')

/** Whether a text names a member of JSON, by the keys that lead to it. */
export const isJsonName = (name: string): boolean =>
  name !== '' && name === name.trim() && ONE_LINE.test(name) && !keysOf(name).includes(NO_NAME)

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

/** A value of JSON as text, in one line: text as it is, unless it would be read as another value. */
function textOfValue(value: unknown): string {
  const isPlain = typeof value === 'string' && value === value.trim() && ONE_LINE.test(value)
  return isPlain && value !== '' && !parsed(value) ? value : JSON.stringify(value)
}

/** The value that a text stands for. */
const valueOf = (text: string): unknown => (parsed(text) ?? { value: text }).value

/** A text of a value in the form that reports have. */
export const plainValue = (text: string): string => textOfValue(valueOf(text))

/** The members of an object by name, also those of objects in it; a list is one value. */
export function* membersOf(object: object, before = ''): Generator<[name: string, value: string]> {
  for (const [key, value] of Object.entries(object) as [string, unknown][]) {
    const name = before + segment(key)
    if (isObject(value) && Object.keys(value).length > 0) yield* membersOf(value, `${name}.`)
    else yield [name, textOfValue(value)]
  }
}

type Json = { [key: string]: unknown }

/** An object with just these members. */
export function objectOf(members: readonly (readonly [name: string, value: string])[]): Json {
  const whole: Json = {}
  for (const [name, text] of members) {
    const keys = keysOf(name)
    const last = keys.pop() ?? ''
    let inner = whole
    for (const key of keys) {
      const known = Object.hasOwn(inner, key) ? inner[key] : undefined
      const next = isObject(known) ? known : {}
      inner[key] = next
      inner = next
    }
    inner[last] = valueOf(text)
  }
  return whole
}
