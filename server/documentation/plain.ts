interface Schema {
  allOf?: [reference: object, difference?: { type?: unknown; description?: string }]
  type?: unknown
  default?: unknown
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const allowsNull = (type: unknown) => Array.isArray(type) && type.includes('null')

/**
 * Writes only JSON that client generators understand: a schema with a name, or null, is a choice of both, no default is an object, and
 * patterns have no flag, because those of JSON Schema are Unicode anyway. For `JSON.stringify`.
 */
export function plain(key: string, value: unknown): unknown {
  if (key === 'pattern' && typeof value === 'string') return value.replace(/\/u$/, '')
  if (!isSchema(value)) return value
  const { allOf, ...rest } = value
  const [reference, difference] = allOf ?? []
  if (difference && allowsNull(difference.type)) {
    return { anyOf: [reference, { type: 'null' }], ...difference, type: undefined, ...rest }
  }
  const isTyped = typeof value.type === 'string' || Array.isArray(value.type)
  return isTyped && isSchema(value.default) ? { ...value, default: undefined } : value
}
