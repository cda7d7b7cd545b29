import { customType, text, timestamp } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

/** A time to the millisecond. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
export const createdAt = () => time('created_at').notNull().defaultNow()
/** Text that is one of the choices of a contract schema, which checks it at the door. */
export const choice = <Schema extends z.ZodType<string>>(name: string, _schema: Schema) =>
  text(name).$type<z.output<Schema>>()
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Text that sorts by code point, so that a keyset page means the same on every machine. */
export const sortableText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })
