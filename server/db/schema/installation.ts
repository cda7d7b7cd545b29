import { bigint, date, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns'

/** The copies of the server that run on this database. */
export const serverCopy = pgTable('server_copy', {
  id: uuid().primaryKey(),
  version: text().notNull(),
  host: text().notNull(),
  startedAt: time('started_at').notNull(),
  /** Noted once a minute. */
  seenAt: time('seen_at').notNull(),
  /** Milliseconds that the clock of its machine is ahead of the database's. */
  clockAhead: bigint('clock_ahead', { mode: 'number' }).notNull().default(0),
})

/** Size of the database on each day, in bytes. */
export const databaseSize = pgTable('database_size', {
  day: date().primaryKey(),
  size: bigint({ mode: 'number' }).notNull(),
})

/** How the last runs of recurring work ended, by name. */
export const routine = pgTable('routine', {
  name: text().primaryKey(),
  /** When it last finished. */
  finishedAt: time('finished_at'),
  /** Why the last run failed; null when it did not. */
  error: text(),
  /** Until when it is done, for work that follows the time; for work that one copy does, the end of its lease. */
  until: time('until'),
})

/** The backups that were made, of which only the files have the rows. */
export const backup = pgTable('backup', {
  id: uuid().primaryKey(),
  /** Of its rows. */
  createdAt: time('created_at').notNull(),
  /** Name of the file, without its folder. */
  file: text().notNull(),
  /** Of the file, in bytes. */
  size: bigint({ mode: 'number' }).notNull(),
  /** When it was restored for a try; null when nobody did. */
  checkedAt: time('checked_at'),
})
