import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { noticeEventSchema } from '#contract/notices'
import { appUser } from './account'
import { alert } from './alert'
import { choice, time } from './columns'
import { spaceId } from './space'

/** Events of alerts that people and connectors are still to be notified about. A row is deleted when the notifications were decided. */
export const alertNews = pgTable(
  'alert_news',
  {
    spaceId: uuid('space_id').notNull(),
    alertId: uuid('alert_id').notNull(),
    event: choice('event', noticeEventSchema).notNull(),
    at: time('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.alertId, t.event] }),
    foreignKey({
      name: 'alert_news_alert',
      columns: [t.spaceId, t.alertId],
      foreignColumns: [alert.spaceId, alert.id],
    }).onDelete('cascade'),
    index('alert_news_due').on(t.spaceId, t.at),
  ],
)

/** How often alerts of a rule opened and ended without notifications of their own. */
export interface Collected {
  name: string
  opened: number
  ended: number
}

/** Notifications of a person about the alerts of a space in an hour: the number of separate ones, and what is sent together at its end. */
export const alertHour = pgTable(
  'alert_hour',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    /** Beginning of the hour. */
    hour: time('hour').notNull(),
    /** Alerts of urgent rules are counted in hours of their own. */
    isUrgent: boolean('is_urgent').notNull(),
    /** Notifications that were sent separately, not at the end of the hour. */
    separateCount: integer('separate_count').notNull(),
    /** By the id of the rule. */
    collected: jsonb().$type<Record<string, Collected>>().notNull().default(sql`'{}'`),
    /** When the collected alerts were sent. Later ones belong to the next hour. */
    saidAt: time('said_at'),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    unique('alert_hour_of_user').on(t.spaceId, t.userId, t.hour, t.isUrgent),
    index('alert_hour_by_age').on(t.hour),
  ],
)
