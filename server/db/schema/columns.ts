import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { customType, integer, text, timestamp } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

/** A time with milliseconds. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
export const createdAt = () => time('created_at').notNull().defaultNow()
/** Counts the changes that people and keys make; see the contract. */
export const version = () => integer().notNull().default(1)
/** Text with the values of a contract schema, which checks them in calls. */
export const choice = <Schema extends z.ZodType<string>>(name: string, _schema: Schema) =>
  text(name).$type<z.output<Schema>>()
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Text that sorts by code point, so that keyset pages are the same on every machine. */
export const sortableText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

const FOLD = [
  'replace(lower(regexp_replace(normalize(',
  ", NFD), '[\\u0300-\\u036f]', '', 'g')), 'ς', 'σ')",
] as const
/** SQL of a text folded as `foldText` of the contract does. A column that sorts by code point needs `collate "default"`. */
export const folded = (text: SQLWrapper): SQL => sql`${sql.raw(FOLD[0])}${text}${sql.raw(FOLD[1])}`
/** The same for statements that are texts. */
export const foldedText = (text: string): string => FOLD.join(text)
