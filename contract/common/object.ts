/** Whether a value of JSON is an object, and no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What an object has under a name that people or devices chose. What every object inherits, such as `constructor`, is none of it. */
export const ownOf = <Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined
