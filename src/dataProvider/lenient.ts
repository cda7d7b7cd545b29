import { z } from 'zod'
import { FIRST_TIME, isObject, LAST_TIME, timeOf } from '#contract/common'
import { spaceRoleSchema, systemRoleSchema } from '#contract/permissions'
import { profileEntity } from '#contract/profile/profile'
import { claimsIn } from '../claims'

/** Stands for what cannot be read. */
const UNREADABLE = Symbol('unreadable')

/** What counts as any other word of a choice: no role that the console does not know permits anything. */
const OTHER_WORDS = new Map<z.core.$ZodType, string>([
  [systemRoleSchema, 'user'],
  [spaceRoleSchema, 'user'],
])

/** A time in whatever form: ISO with or without its parts, or Unix. */
function readTime(value: unknown): unknown {
  const time = timeOf(value)
  return time !== null && time >= FIRST_TIME && time <= LAST_TIME ? new Date(time).toISOString() : UNREADABLE
}

/** A text; one in another form than the contract says, such as an id that is no UUID, is the text as well. */
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

/** Names a record, or says which kind it is of: without it the rest says nothing. */
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

/** A value as far as it can be read; `UNREADABLE` where nothing of it can. */
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

/** What stands for a field that must be there and cannot be read. A word of a newer server stays. */
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

/** The answer with what else is known of the record, where it does not say so itself. */
function withKnown(answer: unknown, known: object | undefined): unknown {
  if (!known || Array.isArray(answer)) return answer
  const said = Object.entries(isObject(answer) ? answer : {}).filter(([, value]) => value !== null)
  return { ...known, ...Object.fromEntries(said) }
}

/** Who is signed in, as the token says. Rules, "Requests". */
function toldBy(token: string | null, answer: unknown): object {
  const { uid, sys } = claimsIn(token)
  return { id: uid ?? (isObject(answer) ? answer.email : undefined), system_role: sys }
}

/** The rows of a list that can be read. Errors: it is no list. */
export function readRows<Row extends z.ZodType>(schema: Row, answer: unknown): z.output<Row>[] {
  const rows = answer ?? []
  if (!Array.isArray(rows)) throw new TypeError('The answer is no list')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was read by the schema, but for words of newer servers
  return readItems(schema, rows) as z.output<Row>[]
}

/**
 * Reads an answer that is not what the contract says: of what cannot be read, a field becomes what it is without a value, and an
 * item of a list is left out. Rules, "Answers of other servers". Errors: nothing of it can be read.
 * @param token of who is signed in: it tells what their profile does not
 * @param known what else is known of the record
 */
export function readLeniently<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  token: string | null,
  known?: object,
): z.output<Schema> {
  const isProfile = Object.is(schema, profileEntity.schema)
  const given = schema instanceof z.ZodArray ? (answer ?? []) : answer
  const read = readValue(schema, withKnown(given, isProfile ? toldBy(token, answer) : known))
  if (read === UNREADABLE) throw new TypeError('The answer cannot be read')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was read by the schema, but for words of newer servers
  return read as z.output<Schema>
}
