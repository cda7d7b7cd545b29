import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
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

/** A column with a time as the contract writes it. */
export const timeColumn = <Time extends AnyPgColumn<{ data: Date }>>(
  column: Time,
): SQL<Time['_']['notNull'] extends true ? string : string | null> => sql`${sql.raw(isoTime(textOf(column)))}`

const dialect = new PgDialect()

/** The text of an expression that has no parameters. */
const textOf = (expression: SQLWrapper): string => dialect.sqlToQuery(sql`${expression}`).sql

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
