import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { messageTypeSchema } from '#contract/messages'
import { attentionKindSchema } from '#contract/overview'
import { choice, time } from './columns'
import { spaceId } from './space'

/**
 * What somebody has put off of what needs attention, by what it is of: the trouble itself is nowhere stored, and may go and come
 * again meanwhile.
 */
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
 * How many messages came in an hour, of each type. A worker counts them again while the hour is recent; see
 * `services/overview/hours.ts`. It refers to its space without a foreign key, as the messages do.
 */
export const messageHour = pgTable(
  'message_hour',
  {
    spaceId: uuid('space_id').notNull(),
    /** When it began. */
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
