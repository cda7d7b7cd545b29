import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { messageTypeSchema } from '#contract/messages'
import { attentionKindSchema } from '#contract/overview'
import { choice, time } from './columns'
import { spaceId } from './space'

/** Snoozed lines of what needs attention, by kind and subject: the trouble itself is not stored, and may end and come again meanwhile. */
export const attentionSnooze = pgTable(
  'attention_snooze',
  {
    spaceId: spaceId(),
    kind: choice('kind', attentionKindSchema).notNull(),
    /** Id of the device or the connector. */
    subjectId: uuid('subject_id').notNull(),
    until: time('until').notNull(),
    at: time('at').notNull(),
    /** E-mail address of the person, or name of the key. */
    by: text('by'),
  },
  (t) => [primaryKey({ columns: [t.spaceId, t.kind, t.subjectId] })],
)

/**
 * Number of messages in an hour, by type. A worker counts them again while the hour is recent; see `services/overview/hours.ts`. It refers
 * to its space without a foreign key, as the messages do.
 */
export const messageHour = pgTable(
  'message_hour',
  {
    spaceId: uuid('space_id').notNull(),
    /** Beginning of the hour. */
    hour: time('hour').notNull(),
    type: choice('type', messageTypeSchema).notNull(),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.hour, t.type] }),
    // All spaces are counted together, hour by hour.
    index('message_hour_by_hour').on(t.hour),
  ],
)
