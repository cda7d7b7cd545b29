import { z } from 'zod'
import { FIRST_TIME, isObject, LAST_TIME, timeOf } from '#contract/common'
import { spaceRoleSchema, systemRoleSchema } from '#contract/permissions'
import { profileEntity } from '#contract/profile/profile'
import { claimsIn } from '../claims'

/** Marks a value that cannot be read. */
const UNREADABLE = Symbol('unreadable')

/** Replacements for unknown words: a role that the console does not know permits nothing extra. */
const OTHER_WORDS = new Map<z.core.$ZodType, string>([
  [systemRoleSchema, 'user'],
  [spaceRoleSchema, 'user'],
])

/** Reads a time in any form: ISO, complete or not, or Unix. */
function readTime(value: unknown): unknown {
  const time = timeOf(value)
  return time !== null && time >= FIRST_TIME && time <= LAST_TIME ? new Date(time).toISOString() : UNREADABLE
}

/** Reads a text, also in a form that the contract does not allow, such as an id that is not a UUID. */
const readText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : UNREADABLE

function readNumber(schema: z.ZodNumber, value: unknown): unknown {
  const isText = typeof value === 'string' && value.trim() !== ''
  return schema.safeParse(isText ? Number(value) : undefined).data ?? UNREADABLE
}

const readItems = (element: z.core.$ZodType, items: readonly unknown[]) =>
  items.map((item) => readValue(element, item)).filter((item) => item !== UNREADABLE)

/** Whether a field identifies a record or its kind; without it, the rest is useless. */
const isEssential = (name: string, schema: z.core.$ZodType) => name === 'id' || schema instanceof z.ZodLiteral

type Shape = Readonly<Record<string, z.core.$ZodType>>

function readFields(shape: Shape, value: unknown): unknown {
  if (!isObject(value)) return UNREADABLE
  const fields: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(shape)) {
    const read = readValue(schema, value[name])
    const field = read === UNREADABLE && !isEssential(name, schema) ? emptyOf(schema, value[name]) : read
    if (field === UNREADABLE) return UNREADABLE
    if (field !== undefined) fields[name] = field
  }
  return fields
}

function readRecord({ keyType, valueType }: z.ZodRecord, value: unknown): unknown {
  if (keyType instanceof z.ZodEnum)
    return readFields(Object.fromEntries(keyType.options.map((name) => [name, valueType])), value)
  if (!isObject(value)) return UNREADABLE
  const entries = Object.entries(value).map(([name, item]) => [name, readValue(valueType, item)] as const)
  return Object.fromEntries(entries.filter(([, item]) => item !== UNREADABLE))
}

/** Reads a value as far as possible; `UNREADABLE` if nothing of it can be read. */
function readValue(schema: z.core.$ZodType, value: unknown): unknown {
  const { success, data } = z.safeParse(schema, value)
  if (success) return data
  const within = (inner: z.core.$ZodType, otherwise: unknown) => {
    const read = readValue(inner, value)
    return read === UNREADABLE ? otherwise : read
  }
  if (schema instanceof z.ZodOptional) return within(schema.unwrap(), undefined)
  if (schema instanceof z.ZodNullable) return within(schema.unwrap(), null)
  if (schema instanceof z.ZodDefault) return within(schema.unwrap(), z.parse(schema, undefined))
  if (schema instanceof z.ZodPipe) return within(schema.out, UNREADABLE)
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) ? readItems(schema.element, value) : UNREADABLE
  if (schema instanceof z.ZodObject) return readFields(schema.shape, value)
  if (schema instanceof z.ZodRecord) return readRecord(schema, value)
  if (schema instanceof z.ZodUnion)
    return (
      schema.options.map((option) => readValue(option, value)).find((read) => read !== UNREADABLE) ??
      UNREADABLE
    )
  if (schema instanceof z.ZodISODateTime) return readTime(value)
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return readText(value)
  if (schema instanceof z.ZodNumber) return readNumber(schema, value)
  return UNREADABLE
}

/** The replacement for a required field that cannot be read. An unknown word from a newer server stays. */
function emptyOf(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodEnum) return OTHER_WORDS.get(schema) ?? (typeof value === 'string' ? value : '')
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return ''
  if (schema instanceof z.ZodNumber) return Number.NaN
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodArray) return []
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return readValue(schema, {})
  if (schema instanceof z.ZodPipe) return emptyOf(schema.out, value)
  return UNREADABLE
}

/** Fills in the answer's missing fields from other known fields. */
function withKnown(answer: unknown, known: object | undefined): unknown {
  if (!known || Array.isArray(answer)) return answer
  const said = Object.entries(isObject(answer) ? answer : {}).filter(([, value]) => value !== null)
  return { ...known, ...Object.fromEntries(said) }
}

/** The signed-in person's id and role, from the token. Rules, "Requests". */
function identityOf(token: string | null, answer: unknown): object {
  const { uid, sys } = claimsIn(token)
  return { id: uid ?? (isObject(answer) ? answer.email : undefined), system_role: sys }
}

/** The readable rows of a list. Errors: the answer is no list. */
export function readRows<Row extends z.ZodType>(schema: Row, answer: unknown): z.output<Row>[] {
  const rows = answer ?? []
  if (!Array.isArray(rows)) throw new TypeError('The answer is no list')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has read it; only words of newer servers may differ
  return readItems(schema, rows) as z.output<Row>[]
}

/**
 * Reads an answer that does not match the contract. An unreadable field gets its empty value; an unreadable item of a
 * list is left out. Rules, "Answers of other servers". Errors: nothing is readable.
 * @param token of the signed-in person; fills gaps in their profile
 * @param known other known fields of the record
 */
export function readLeniently<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  token: string | null,
  known?: object,
): z.output<Schema> {
  const isProfile = Object.is(schema, profileEntity.schema)
  const given = schema instanceof z.ZodArray ? (answer ?? []) : answer
  const read = readValue(schema, withKnown(given, isProfile ? identityOf(token, answer) : known))
  if (read === UNREADABLE) throw new TypeError('The answer cannot be read')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has read it; only words of newer servers may differ
  return read as z.output<Schema>
}
