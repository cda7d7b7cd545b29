const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u
/** Levels that are described; what lies deeper is `any`. */
const MAX_DEPTH = 12
/** Items of a list that are looked at: those of a message are alike. */
const MAX_ITEMS = 20
/** Names of one object that are described: where there are more, they are ids or times. */
const MAX_NAMES = 500

/** A name in an object type; any other than an identifier in quotes. */
const keyText = (key: string) => (IDENTIFIER.test(key) ? key : JSON.stringify(key))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One object type for objects that stand in the same place: what only some of them have is optional. */
function objectType(objects: readonly Record<string, unknown>[], depth: number): string {
  const places = new Map<string, unknown[]>()
  for (const [key, value] of objects.flatMap((object) => Object.entries(object))) {
    const values = places.get(key)
    if (values) values.push(value)
    else places.set(key, [value])
  }
  const members = [...places].slice(0, MAX_NAMES).map(([key, values]) => {
    const mark = values.length < objects.length ? '?' : ''
    return `${keyText(key)}${mark}: ${unionType(values, depth + 1)}`
  })
  return members.length > 0 ? `{ ${members.join('; ')} }` : '{}'
}

function listType(lists: readonly unknown[][], depth: number): string {
  const items = lists.flatMap((list) => list.slice(0, MAX_ITEMS))
  return items.length > 0 ? `Array<${unionType(items, depth + 1)}>` : 'any[]'
}

/**
 * The type of values that stand in the same place. Completions of a union name only what all its types have: where there
 * are objects, they are described alone, and so are lists beside plain values.
 */
function unionType(values: readonly unknown[], depth: number): string {
  if (depth > MAX_DEPTH) return 'any'
  const objects = values.filter(isObject)
  const lists = values.filter((value) => Array.isArray(value))
  const types = new Set<string>()
  if (objects.length > 0) types.add(objectType(objects, depth))
  else if (lists.length > 0) types.add(listType(lists, depth))
  else for (const value of values) if (value !== null) types.add(typeof value)
  if (values.includes(null)) types.add('null')
  return [...types].join(' | ')
}

/**
 * TypeScript's type of JSON values, for the completions of code that is given such values.
 * @param samples at least one
 */
export const typeText = (samples: readonly unknown[]): string => unionType(samples, 0)
