import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { trashResourceSchema } from '#contract/trash'
import { choice, createdAt, time } from './columns'

/** Rows of a table, as JSON, without the id of their space. */
type Rows = Record<string, unknown>[]

/**
 * Deleted records with everything that was deleted with them, until they are restored or deleted for good. The tables of records have
 * nothing of them. `deletion` hides the messages and deliveries of those that have some. Like that table it refers to its space without a
 * foreign key, because the record is locked before the row is inserted, and a space before its records.
 */
export const trash = pgTable(
  'trash',
  {
    spaceId: uuid('space_id').notNull(),
    /** Also the id of its row in `deletion`. */
    id: uuid().notNull(),
    resource: choice('resource', trashResourceSchema).notNull(),
    recordId: uuid('record_id').notNull(),
    name: text().notNull(),
    detail: text(),
    createdAt: createdAt(),
    /** E-mail address of the person, or name of the key. */
    deletedBy: text('deleted_by'),
    /** By the clock of the database. */
    keptUntil: time('kept_until').notNull(),
    batch: uuid(),
    /** The entry of the audit log. */
    entryId: uuid('entry_id').notNull(),
    /** By the name of the table. It has secrets, so no call answers it. */
    content: jsonb().$type<Record<string, Rows>>().notNull(),
    leftOut: integer('left_out').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    index('trash_by_entry').on(t.spaceId, t.entryId),
    index('trash_by_batch').on(t.spaceId, t.batch, t.id).where(sql`${t.batch} is not null`),
    index('trash_due').on(t.keptUntil),
  ],
)
