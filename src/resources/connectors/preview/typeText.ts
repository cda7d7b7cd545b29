const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u
/** Levels that are described; what lies deeper is `any`. */
const MAX_DEPTH = 12
/** Items of a list that are looked at: those of a message are alike. */
const MAX_ITEMS = 20

/** A name in an object type; any other than an identifier in quotes. */
const keyText = (key: string) => (IDENTIFIER.test(key) ? key : JSON.stringify(key))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One object type for objects that stand in the same place: what only some of them have is optional. */
function objectType(objects: readonly Record<string, unknown>[], depth: number): string {
  const keys = new Set(objects.flatMap((object) => Object.keys(object)))
  const members = [...keys].map((key) => {
    const values = objects.filter((object) => Object.hasOwn(object, key)).map((object) => object[key])
    const mark = values.length < objects.length ? '?' : ''
    return `${keyText(key)}${mark}: ${unionType(values, depth + 1)}`
  })
  return members.length > 0 ? `{ ${members.join('; ')} }` : '{}'
}

function listType(lists: readonly unknown[][], depth: number): string {
  const items = lists.flatMap((list) => list.slice(0, MAX_ITEMS))
  return items.length > 0 ? `Array<${unionType(items, depth + 1)}>` : 'any[]'
}

/** The type of values that stand in the same place. */
function unionType(values: readonly unknown[], depth: number): string {
  if (depth > MAX_DEPTH) return 'any'
  const objects = values.filter(isObject)
  const lists = values.filter((value) => Array.isArray(value))
  const scalars = values.filter((value) => typeof value !== 'object').map((value) => typeof value)
  const types = new Set<string>(scalars)
  if (objects.length > 0) types.add(objectType(objects, depth))
  if (lists.length > 0) types.add(listType(lists, depth))
  if (values.includes(null)) types.add('null')
  return [...types].join(' | ')
}

/** TypeScript's type of a JSON value, for the completions of code that is given such values. */
export const typeText = (value: unknown): string => unionType([value], 0)
