import { z } from 'zod'

/** Texts, one of which each rule accepts. */
const TEXTS = [
  'text',
  '01890a5d-ac96-774b-bcce-000000000042',
  '2026-01-02T03:04:05.678Z',
  '#1A2B3C',
  'a@example.com',
  'Europe/Prague',
  '22:00',
  '2026-01-02',
  'tag empty',
]

/** A value that a schema accepts. Errors: none is known. */
export function sampleOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return sampleOf(schema.unwrap())
  if (schema instanceof z.ZodObject) return sampleOfShape(schema.shape)
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element)]
  if (schema instanceof z.ZodTuple) return schema.def.items.map(sampleOf)
  if (schema instanceof z.ZodRecord) {
    const names = schema.keyType instanceof z.ZodEnum ? schema.keyType.options : ['text']
    return Object.fromEntries(names.map((name) => [name, sampleOf(schema.valueType)]))
  }
  if (schema instanceof z.ZodUnion) return schema.options.map(sampleOf)[0]
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodPipe && !(schema.out instanceof z.ZodCustom)) return sampleOf(schema.out)
  const bounds = schema instanceof z.ZodNumber ? [schema.minValue, schema.maxValue] : []
  const sample = [...TEXTS, 1, ...bounds, true, {}].find((value) => z.safeParse(schema, value).success)
  if (sample === undefined) throw new Error('No sample is known: add one to TEXTS')
  return sample
}

const sampleOfShape = (shape: Readonly<Record<string, z.core.$ZodType>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, sampleOf(field)]))

/** A field from other servers: missing, null, of another type, or with an unknown word or format. */
export const ODDITIES = [
  ['absent', undefined],
  ['null', null],
  ['of another type', { odd: ['odd'] }],
  ['a number', 7],
  ['an unknown word', 'odd-word'],
] as const

/** Records of a schema, each with one odd field, by the oddity. */
export function oddOnes(
  schema: z.ZodObject,
): { what: string; field: string; record: Record<string, unknown> }[] {
  const sample = sampleOfShape(schema.shape)
  return Object.keys(schema.shape).flatMap((field) =>
    ODDITIES.map(([oddity, value]) => ({
      what: `${field} ${oddity}`,
      field,
      record: { ...sample, [field]: value },
    })),
  )
}

/** A record in which every field except the id is odd. */
export const oddThroughout = ({ shape }: z.ZodObject, oddity: unknown): Record<string, unknown> => ({
  ...Object.fromEntries(Object.keys(shape).map((name) => [name, oddity])),
  ...(shape.id && { id: sampleOf(shape.id) }),
})
