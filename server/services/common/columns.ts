import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { isoTime } from './json'

type Column<Value> =
  | SQL<Value>
  | AnyPgColumn<{ data: Exclude<Value, null>; notNull: null extends Value ? boolean : true }>

/** Where each field of an answer comes from: a column of a table, or an expression. */
export type Columns<Entity> = { readonly [Field in keyof Entity]: Column<Entity[Field]> }

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name

/**
 * The columns that hold the fields of an input. A field that has no column, or is left out, does not compile; one that an
 * update need not have may be undefined, which keeps the column.
 */
export type RowOf<Table extends PgTable, Input> = {
  [Field in keyof Input & string as Camel<Field>]-?: Camel<Field> extends keyof Table['$inferInsert']
    ? Table['$inferInsert'][Camel<Field>] | (undefined extends Input[Field] ? undefined : never)
    : never
}

const isoColumn = <Text>(column: AnyPgColumn): SQL<Text> => sql`${sql.raw(isoTime(textOf(column)))}`

/** A column with a time as the contract writes it. */
export const timeColumn = <Time extends AnyPgColumn<{ data: Date }>>(
  column: Time,
): SQL<Time['_']['notNull'] extends true ? string : string | null> => isoColumn(column)

const dialect = new PgDialect()

/** The text of an expression that has no parameters. */
const textOf = (expression: SQLWrapper): string => dialect.sqlToQuery(sql`${expression}`).sql

/** What an answer says of a column: times are text. */
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

/** The fields of an input that columns of the table hold, by name and by type. */
export type HeldFields<Table extends PgTable, Input> = {
  [Field in keyof Input & string]-?: Camel<Field> extends keyof Table['$inferInsert']
    ? [Exclude<Input[Field], undefined>] extends [Table['$inferInsert'][Camel<Field>]]
      ? Field
      : never
    : never
}[keyof Input & string]

/** Where the other fields of an answer come from; those that only other servers have are undefined. */
type OtherColumns<Table extends PgTable, Row> = {
  readonly [Field in Exclude<keyof Row, OwnFields<Table, Row>>]: Column<Row[Field]> | undefined
}

/** The column of a table that holds a field: `created_at` is in `createdAt`. */
export function columnOf(table: PgTable, field: string): [name: string, column: AnyPgColumn] | undefined {
  const name = field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const column = getTableColumns(table)[name]
  return column && [name, column]
}

/**
 * What an input says of the columns of a table, which have the names and types of its fields: a field that has no such column
 * does not compile.
 */
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

/** A column as the contract writes its values. */
const answered = (column: AnyPgColumn): SQLWrapper =>
  column.dataType === 'date' ? isoColumn(column) : column

/** Where each field of an answer comes from: a column of the table that has its name and type, or what is given. */
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
