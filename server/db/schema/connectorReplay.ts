import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { directionSchema, type MessageWord } from '#contract/messages'
import { replayStateSchema } from '#contract/replays'
import { choice, createdAt, time } from './columns'
import { connector } from './connector'

/**
 * Messages of a period that a connector sends again. A worker goes through them in order, and stores its position in the same transaction:
 * so each is sent once, whatever is killed.
 */
export const connectorReplay = pgTable(
  'connector_replay',
  {
    spaceId: uuid('space_id').notNull(),
    connectorId: uuid('connector_id').notNull(),
    id: uuid().notNull(),
    state: choice('state', replayStateSchema).notNull().default('running'),
    createdAt: createdAt(),
    /** E-mail address of the person, or name of the key. */
    createdBy: text('created_by'),
    endedAt: time('ended_at'),
    after: time('after').notNull(),
    before: time('before').notNull(),
    direction: choice('direction', directionSchema).notNull(),
    deviceIds: uuid('device_ids').array().notNull(),
    /** The devices carry one of these; empty if only devices were named. */
    tagIds: uuid('tag_ids').array().notNull(),
    /** The devices also carry one of these, to which the key that began it is limited; null for no limit. */
    withinTagIds: uuid('within_tag_ids').array(),
    types: text().array().$type<MessageWord[]>().notNull(),
    failedOnly: boolean('failed_only').notNull(),
    /** Most messages a second. */
    rate: doublePrecision(),
    /** Null if there are too many to count. */
    total: integer(),
    sent: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    /** The last message that was processed, or was found not to match; if only failed ones are replayed, `atId` is their delivery. */
    at: time('at'),
    atId: uuid('at_id'),
    /** Whether all were processed. */
    isWalked: boolean('is_walked').notNull().default(false),
    /** When the next ones may be sent, by the clock of the database. */
    nextAt: time('next_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.connectorId, t.id] }),
    foreignKey({
      name: 'connector_replay_connector',
      columns: [t.spaceId, t.connectorId],
      foreignColumns: [connector.spaceId, connector.id],
    }).onDelete('cascade'),
    uniqueIndex('connector_replay_one')
      .on(t.spaceId, t.connectorId)
      .where(sql`${t.state} in ('running', 'paused')`),
    index('connector_replay_running').on(t.nextAt).where(sql`${t.state} = 'running'`),
  ],
)
