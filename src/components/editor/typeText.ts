import { isObject } from '#contract/common/object'

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u
/** Maximum depth; deeper values are `any`. */
const MAX_DEPTH = 12
/** Maximum number of list items to read; the items of a list in a message are alike. */
const MAX_ITEMS = 20
/** Maximum number of keys in an object; objects with more have ids or times as keys. */
const MAX_NAMES = 500

/** One type for all objects in the same place; keys that only some of them have are optional. */
function objectType(objects: readonly Record<string, unknown>[], depth: number): string {
  const places = new Map<string, unknown[]>()
  for (const [key, value] of objects.flatMap((object) => Object.entries(object))) {
    const values = places.get(key)
    if (values) values.push(value)
    else places.set(key, [value])
  }
  const members = [...places].slice(0, MAX_NAMES).map(([key, values]) => {
    const mark = values.length < objects.length ? '?' : ''
    const name = IDENTIFIER.test(key) ? key : JSON.stringify(key)
    return `${name}${mark}: ${unionType(values, depth + 1)}`
  })
  return members.length > 0 ? `{ ${members.join('; ')} }` : '{}'
}

function listType(lists: readonly unknown[][], depth: number): string {
  const items = lists.flatMap((list) => list.slice(0, MAX_ITEMS))
  return items.length > 0 ? `Array<${unionType(items, depth + 1)}>` : 'any[]'
}

/**
 * The type of values in the same place. Completions of a union offer only what all its types share. Therefore objects
 * hide other values in the result, and lists hide plain values.
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
 * The TypeScript type of JSON values, for completions in code that receives them.
 * @param samples at least one
 */
export const typeText = (samples: readonly unknown[]): string => unionType(samples, 0)
