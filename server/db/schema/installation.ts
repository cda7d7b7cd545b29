import { bigint, date, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns'

/** The copies of the server that run on this database. */
export const serverCopy = pgTable('server_copy', {
  id: uuid().primaryKey(),
  version: text().notNull(),
  host: text().notNull(),
  startedAt: time('started_at').notNull(),
  /** Updated once a minute. */
  seenAt: time('seen_at').notNull(),
  /** Milliseconds that the clock of its machine is ahead of the database's. */
  clockAhead: bigint('clock_ahead', { mode: 'number' }).notNull().default(0),
})

/** Size of the database on each day, in bytes. */
export const databaseSize = pgTable('database_size', {
  day: date().primaryKey(),
  size: bigint({ mode: 'number' }).notNull(),
})

/** Results of the last runs of recurring work, by name. */
export const routine = pgTable('routine', {
  name: text().primaryKey(),
  /** When it last finished. */
  finishedAt: time('finished_at'),
  /** Why the last run failed; null if it did not. */
  error: text(),
  /** Until when it is done, for work that follows the time; for work of the leader, the end of its lease. */
  until: time('until'),
})

/** The backups that were made; only their files have the rows. */
export const backup = pgTable('backup', {
  id: uuid().primaryKey(),
  /** Time of its rows. */
  createdAt: time('created_at').notNull(),
  /** Name of the file, without its folder. */
  file: text().notNull(),
  /** Size of the file in bytes. */
  size: bigint({ mode: 'number' }).notNull(),
  /** When it was test-restored; null if it was not. */
  checkedAt: time('checked_at'),
})
