import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { isoTime } from './json'

type Column<Value> =
  | SQL<Value>
  | AnyPgColumn<{ data: Exclude<Value, null>; notNull: null extends Value ? boolean : true }>

/** Source of each field of an answer: a column of a table, or an expression. */
export type Columns<Entity> = { readonly [Field in keyof Entity]: Column<Entity[Field]> }

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name

/**
 * The columns for the fields of an input. A field that has no column, or is left out, does not compile; a field that an update may leave
 * out may be undefined, which keeps the column.
 */
export type RowOf<Table extends PgTable, Input> = {
  [Field in keyof Input & string as Camel<Field>]-?: Camel<Field> extends keyof Table['$inferInsert']
    ? Table['$inferInsert'][Camel<Field>] | (undefined extends Input[Field] ? undefined : never)
    : never
}

const isoColumn = <Text>(column: AnyPgColumn): SQL<Text> => sql`${sql.raw(isoTime(textOf(column)))}`

/** A column with a time in the format of the contract. */
export const timeColumn = <Time extends AnyPgColumn<{ data: Date }>>(
  column: Time,
): SQL<Time['_']['notNull'] extends true ? string : string | null> => isoColumn(column)

/** A time that was sent, as a column takes it; undefined if it was not sent, which keeps the column. */
export const dateOf = (time: string | null | undefined): Date | null | undefined =>
  typeof time === 'string' ? new Date(time) : time

/** SQL of each direction of `order by`. */
export const DIRECTIONS = { asc: sql`asc`, desc: sql`desc` }

/** SQL of one row with a time, so that the texts of a statement name the time `clock.at` and stay the same. */
export const clockAt = (at: Date): SQL => sql`(select ${at}::timestamptz as at) clock`

const dialect = new PgDialect()

/** The text of an expression without parameters. */
const textOf = (expression: SQLWrapper): string => dialect.sqlToQuery(sql`${expression}`).sql

/** The type of a column in an answer: times are text. */
type Answered<Of extends AnyPgColumn> =
  | (Of['_']['data'] extends Date ? string : Of['_']['data'])
  | (Of['_']['notNull'] extends true ? never : null)

/** The fields that are columns of the table, by name and by type. */
export type OwnFields<Table extends PgTable, Row> = {
  [Field in keyof Row & string]: Camel<Field> extends keyof Table['_']['columns']
    ? [Answered<Table['_']['columns'][Camel<Field>]>] extends [Row[Field]]
      ? Field
      : never
    : never
}[keyof Row & string]

/** The fields of an input that are columns of the table, by name and by type. */
export type HeldFields<Table extends PgTable, Input> = {
  [Field in keyof Input & string]-?: Camel<Field> extends keyof Table['$inferInsert']
    ? [Exclude<Input[Field], undefined>] extends [Table['$inferInsert'][Camel<Field>]]
      ? Field
      : never
    : never
}[keyof Input & string]

/** Sources of the other fields of an answer; fields that only other servers have are undefined. */
type OtherColumns<Table extends PgTable, Row> = {
  readonly [Field in Exclude<keyof Row, OwnFields<Table, Row>>]: Column<Row[Field]> | undefined
}

/** The column of a table for a field: `created_at` is in `createdAt`. */
export function columnOf(table: PgTable, field: string): [name: string, column: AnyPgColumn] | undefined {
  const name = field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const column = getTableColumns(table)[name]
  return column && [name, column]
}

/** The columns of an input whose names and types are those of its fields: a field without such a column does not compile. */
export function rowOf<Table extends PgTable, Input extends object>(
  table: Table,
  input: Input & { [Field in Exclude<keyof Input, HeldFields<Table, Input>>]: 'has no column' },
): { [Name in keyof Table['$inferInsert']]?: Table['$inferInsert'][Name] }
export function rowOf(table: PgTable, input: object): Record<string, unknown> {
  const row = Object.entries(input).map(([field, value]: [string, unknown]) => [
    columnOf(table, field)?.[0],
    value,
  ])
  return Object.fromEntries(row)
}

/** A column in the format of the contract. */
const answered = (column: AnyPgColumn): SQLWrapper =>
  column.dataType === 'date' ? isoColumn(column) : column

/** Source of each field of an answer: the column of the table with its name and type, or the given one. */
export function columnsOf<Table extends PgTable, Shape extends z.core.$ZodShape>(
  { shape }: z.ZodObject<Shape>,
  table: Table,
  others: OtherColumns<Table, z.output<z.ZodObject<Shape>>>,
): Record<string, SQLWrapper> {
  const given = new Map<string, SQLWrapper | undefined>(Object.entries(others))
  return Object.fromEntries(
    Object.keys(shape).flatMap((field): [string, SQLWrapper][] => {
      const own = columnOf(table, field)?.[1]
      const column = given.has(field) ? given.get(field) : own && answered(own)
      return column ? [[field, column]] : []
    }),
  )
}

/** The columns as the list of a `select`. */
export const selectText = (columns: Record<string, SQLWrapper>): string =>
  Object.entries(columns)
    .map(([field, column]) => `${textOf(column)} as ${field}`)
    .join(', ')

/** The columns as the fields of one JSON object. */
export const objectText = (columns: Record<string, SQLWrapper>): string =>
  `json_build_object(${Object.entries(columns)
    .map(([field, column]) => `'${field}', ${textOf(column)}`)
    .join(', ')})`
