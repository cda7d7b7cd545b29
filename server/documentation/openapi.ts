/** The parts of a JSON schema that the page shows. */
export interface SchemaLike {
  description?: string
  examples?: unknown[]
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  items?: SchemaLike
  anyOf?: SchemaLike[]
  oneOf?: SchemaLike[]
  allOf?: SchemaLike[]
  properties?: Record<string, SchemaLike>
  additionalProperties?: SchemaLike | boolean
  required?: string[]
}

type Content = Record<string, { schema?: SchemaLike }>

interface OperationObject {
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, unknown>[]
  parameters?: { name: string; in: string; required?: boolean; schema?: SchemaLike }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

/** The parts of an OpenAPI document that the page shows. */
export interface OpenApi {
  info: { title: string; description?: string }
  servers?: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, OperationObject>>
  components?: { schemas?: Record<string, SchemaLike> }
}

export interface Operation {
  method: string
  path: string
  operation: OperationObject
  /** Target of links to it. */
  id: string
}

export const anchor = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The tags of the calls: first what a newcomer needs, then what a program of a space may need, last people and administration. */
export const TAGS = [
  'Devices',
  'Messages',
  'Connectors',
  'Deliveries',
  'Replays',
  'Series',
  'Alerts',
  'Overview',
  'Firmware',
  'Roll-outs',
  'Configuration',
  'Views',
  'Tags',
  'Variables',
  'Keys',
  'Spaces',
  'Users of a space',
  'Guest links',
  'Trash',
  'Audit log',
  'Sign-in',
  'Second factor',
  'Sessions',
  'Registration',
  'Profile',
  'Notices',
  'Administration',
  'SIM cards',
  'Older clients',
]

/** Operations by their first tag, in the order of the document's tags. */
export function operationsByTag({ paths, tags }: OpenApi): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>(tags.map(({ name }) => [name, []]))
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? 'Other'
      const id = anchor(`${method} ${path}`)
      groups.set(tag, [...(groups.get(tag) ?? []), { method, path, operation, id }])
    }
  }
  return groups
}

/** A part of a type in words; a link refers to a schema. */
interface Piece {
  text: string
  link?: string
}

/** A type in words: `list of Device`, `text, 3 to 255 characters`. */
export function typeOf(schema: SchemaLike): Piece[] {
  if (schema.$ref) {
    const name = schema.$ref.replace(/.*\//, '')
    return [{ text: name, link: name }]
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...joined(choices.map(typeOf), ' or '), ...extras(schema)]
  if (schema.allOf) return [...joined(schema.allOf.map(typeOf), ' and '), ...extras(schema)]
  if (schema.enum)
    return [{ text: schema.enum.map((value) => JSON.stringify(value)).join(', ') }, ...extras(schema)]
  if (schema.items) return [{ text: 'list of ' }, ...typeOf(schema.items)]
  if (typeof schema.additionalProperties === 'object')
    return [{ text: 'map of ' }, ...typeOf(schema.additionalProperties)]
  if (schema.properties) return objectType(schema.properties)
  const types = [schema.type ?? 'anything'].flat().join(' or ')
  return [{ text: schema.format ? `${types} (${schema.format})` : types }, ...extras(schema)]
}

const objectType = (properties: Record<string, SchemaLike>): Piece[] => {
  const fields = Object.entries(properties).map(([name, property]) =>
    joined([[{ text: name }], typeOf(property)], ': '),
  )
  return [{ text: '{ ' }, ...joined(fields, ', '), { text: ' }' }]
}

const joined = (parts: Piece[][], separator: string): Piece[] =>
  parts.flatMap((part, i) => (i === 0 ? part : [{ text: separator }, ...part]))

const range = (low: number | undefined, high: number | undefined, unit: string) => {
  if (low === undefined && high === undefined) return undefined
  if (high === undefined) return `at least ${low}${unit}`
  return low === undefined ? `at most ${high}${unit}` : `${low} to ${high}${unit}`
}

function extras(schema: SchemaLike): Piece[] {
  const said = [
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minimum, schema.maximum, ''),
    schema.pattern && `matches ${schema.pattern}`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ]
  return said.flatMap((text) => (text ? [{ text: `, ${text}` }] : []))
}
