import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Failure } from '#contract/connectors'
import { noticeEventSchema } from '#contract/notices'
import { authSession } from './account'
import { bytes, choice, createdAt, time } from './columns'
import { space } from './space'

/** Browsers that get push messages. Each is deleted with the session in which it was switched on. */
export const pushBrowser = pgTable(
  'push_browser',
  {
    id: uuid().primaryKey(),
    jti: uuid()
      .notNull()
      .unique()
      .references(() => authSession.jti, { onDelete: 'cascade' }),
    /** Where its push service accepts messages. Anyone who knows it could send some, but not encrypt them. */
    endpoint: text().notNull(),
    /** Its public key, on the curve P-256. */
    p256dh: bytes().notNull(),
    auth: bytes().notNull(),
    createdAt: createdAt(),
    /** When it returned the code of its first message; until then it gets no other. */
    confirmedAt: time('confirmed_at'),
    /** SHA-256 of that code. */
    codeHash: bytes('code_hash').unique(),
    sentAt: time('sent_at'),
    /** Why the last message did not reach it. */
    failure: jsonb().$type<Failure>(),
  },
  // Anyone may claim an endpoint; it belongs to the person who has confirmed that its messages reach them.
  (t) => [uniqueIndex('push_browser_endpoint').on(t.endpoint).where(sql`${t.confirmedAt} is not null`)],
)

/** Content of a push message: as of an e-mail, a flapping rule, and the summary of an hour; or the first message of a browser. */
export const pushEventSchema = z.enum([...noticeEventSchema.options, 'flapping', 'summary', 'first'])
export type PushEvent = z.output<typeof pushEventSchema>

/** Push messages to send; one that is sent or given up is deleted. */
export const push = pgTable(
  'push',
  {
    id: uuid().primaryKey(),
    browserId: uuid('browser_id')
      .notNull()
      .references(() => pushBrowser.id, { onDelete: 'cascade' }),
    spaceId: uuid('space_id').references(() => space.id, { onDelete: 'cascade' }),
    /** For a test, its own id; for a summary, that of its `alert_hour`; for the first message of a browser, that of the browser. */
    alertId: uuid('alert_id').notNull(),
    event: choice('event', pushEventSchema).notNull(),
    attempts: integer().notNull().default(0),
    /** Time of the next attempt; while it is being sent, when another copy may send it. */
    dueAt: time('due_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('push_once').on(t.browserId, t.alertId, t.event),
    index('push_fair').on(t.spaceId, t.dueAt, t.id),
  ],
)
