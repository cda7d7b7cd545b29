import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { noticeEventSchema } from '#contract/notices'
import { appUser } from './account'
import { alert } from './alert'
import { choice, createdAt, time } from './columns'

/** Notices of the console to the people of a space: an alert has opened or ended. Each person gets each once. */
export const notice = pgTable(
  'notice',
  {
    spaceId: uuid('space_id').notNull(),
    alertId: uuid('alert_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    event: choice('event', noticeEventSchema).notNull(),
    /** The same for all people who are notified of an event. */
    id: uuid().notNull(),
    /** Somebody else has assigned the alert to the person. */
    isAssigned: boolean('is_assigned').notNull().default(false),
    createdAt: createdAt(),
    /** When the person read it. */
    readAt: time('read_at'),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.alertId, t.userId, t.event] }),
    foreignKey({
      name: 'notice_alert',
      columns: [t.spaceId, t.alertId],
      foreignColumns: [alert.spaceId, alert.id],
    }).onDelete('cascade'),
    index('notice_of_user').on(t.userId, t.id),
    index('notice_new').on(t.userId).where(sql`${t.readAt} is null`),
    index('notice_by_age').on(t.createdAt),
  ],
)
