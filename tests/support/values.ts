import fc from 'fast-check'
import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.JSONSchema
type Values = Record<string, fc.Arbitrary<unknown>>

const LONGEST = 40

const part = (schema: z.core.JSONSchema._JSONSchema | undefined): JsonSchema =>
  typeof schema === 'object' ? schema : {}

const textOf = ({ pattern, minLength = 1, maxLength = LONGEST }: JsonSchema): fc.Arbitrary<string> =>
  pattern === undefined
    ? fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, LONGEST) })
    : fc.stringMatching(new RegExp(pattern))

/** Numbers within limits, often one of the limits. */
function numberOf({ type, minimum = -1e9, maximum = 1e9 }: JsonSchema): fc.Arbitrary<number> {
  const within =
    type === 'integer'
      ? fc.integer({ min: minimum, max: maximum })
      : fc.double({ min: minimum, max: maximum, noNaN: true })
  return fc.oneof(fc.constantFrom(minimum, maximum), within)
}

function valuesFor(schema: JsonSchema, known: Values = {}): fc.Arbitrary<unknown> {
  const { items } = schema
  const choice = schema.anyOf?.find(({ type }) => type !== 'null')
  if (choice) return fc.option(valuesFor(choice), { nil: null, freq: 3 })
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.properties)
    return fc.record(
      Object.fromEntries(
        Object.entries(schema.properties).map(([name, field]) => [
          name,
          known[name] ?? valuesFor(part(field)),
        ]),
      ),
    )
  if (schema.type === 'string') return textOf(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema)
  if (schema.type === 'array' && !Array.isArray(items))
    return fc.array(valuesFor(part(items)), { minLength: 1, maxLength: 9 })
  if (schema.type === 'object')
    return fc.dictionary(textOf(part(schema.propertyNames)), valuesFor(part(schema.additionalProperties)))
  throw new Error(`no values are known for ${JSON.stringify(schema)}`)
}

/**
 * Values that a schema accepts, with every field set: nullable ones are sometimes null, and numbers are often at their
 * limits.
 * @param known arbitraries of the fields that do not accept every value of their type
 */
export const valuesOf = (schema: z.ZodType, known: Values = {}): fc.Arbitrary<unknown> =>
  valuesFor(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), known).filter(
    (value) => schema.safeParse(value).success,
  )
