import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract'

/** A part of a JSON schema. */
const partSchema = z.looseObject({
  /** Schemas with their own id. */
  $defs: z.record(z.string(), z.unknown()).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
  maxProperties: z.number().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  propertyNames: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
})
type Part = z.infer<typeof partSchema>

/** Formats with a fixed length. */
const SHORT_FORMATS = new Set(['uuid', 'guid'])
/** A pattern with an unbounded repetition. */
const ENDLESS = /[+*]|\{\d+,\}/

const hasEnd = ({ maxLength, pattern = '+', format = '', ...part }: Part) =>
  maxLength !== undefined ||
  part.enum !== undefined ||
  part.const !== undefined ||
  SHORT_FORMATS.has(format) ||
  !ENDLESS.test(pattern)

/** Lists unbounded parts of a schema: their place and type. A value of any JSON is bounded as a whole. */
function unbounded(given: unknown, path: string): string[] {
  const { success, data: part } = partSchema.safeParse(given)
  if (!success) return []
  const types = new Set([part.type ?? []].flat())
  if (types.has('object') && types.has('string')) return []
  const { properties = {}, additionalProperties, propertyNames, items } = part
  const isRecord = additionalProperties !== undefined && additionalProperties !== false
  return [
    ...(types.has('string') && !hasEnd(part) ? [`${path} is text of any length`] : []),
    ...(types.has('array') && part.maxItems === undefined ? [`${path} is a list of any length`] : []),
    ...(isRecord && part.maxProperties === undefined ? [`${path} has any number of names`] : []),
    ...Object.entries(properties).flatMap(([name, value]) => unbounded(value, `${path}.${name}`)),
    ...[part.anyOf, part.allOf, part.oneOf].flatMap((all = []) => all.flatMap((one) => unbounded(one, path))),
    ...Object.values(part.$defs ?? {}).flatMap((one) => unbounded(one, path)),
    ...unbounded(items, `${path}[]`),
    ...unbounded(additionalProperties, `${path}.*`),
    ...unbounded(propertyNames, `a name of ${path}`),
  ]
}

const unboundedOf = (schema: z.ZodType, path: string) =>
  unbounded(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }), path)

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'every input of %s is bounded',
  (_, { params, query, body }) => {
    const found = [
      ...(params ? unboundedOf(params, 'path') : []),
      ...(query ? unboundedOf(query, 'query') : []),
      ...(body ? unboundedOf(body, 'body') : []),
    ]
    expect(found).toEqual([])
  },
)

test('unbounded texts, lists and names are detected', () => {
  const schema = z.object({
    text: z.string().regex(/^a+$/),
    list: z.array(z.boolean()),
    names: z.record(z.string().max(3), z.enum(['a'])),
    short: z.string().regex(/^\d{10}$/),
    id: z.guid(),
  })
  expect(unboundedOf(schema, 'body')).toEqual([
    'body.text is text of any length',
    'body.list is a list of any length',
    'body.names has any number of names',
  ])
})
