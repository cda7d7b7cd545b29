import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { directionSchema, downOutcomeSchema, downStateSchema, messageTypeSchema } from '#contract/messages'
import { choice, createdAt, time } from './columns'

const isOther = (t: Record<'type' | 'direction', AnyPgColumn>) =>
  sql`${t.type} <> 'data' or ${t.direction} = 'down'`

/** Downlinks that are handed over to the device with its next message. */
const isWaiting = (t: Record<'downState' | 'downAwaits', AnyPgColumn>) =>
  sql`(${t.downState} = 'pending' or ${t.downAwaits})`

/**
 * Partitioned by month of `created_at` (see partitions.ts). The migration does it, because Drizzle cannot. It refers to its device without
 * a foreign key, as the other large tables do: every row would lock the device, and deleting one would take as long as it has messages. See
 * deletion.ts.
 */
export const message = pgTable(
  'message',
  {
    spaceId: uuid('space_id').notNull(),
    createdAt: createdAt(),
    id: uuid().notNull(),
    deviceId: uuid('device_id').notNull(),
    type: choice('type', messageTypeSchema).notNull(),
    direction: choice('direction', directionSchema).notNull(),
    downState: choice('down_state', downStateSchema),
    downAttempt: integer('down_attempt'),
    downStateAt: time('down_state_at'),
    downScheduledAt: time('down_scheduled_at'),
    /** Handed over to a device that confirms, and handed over again until it does. */
    downAwaits: boolean('down_awaits').notNull().default(false),
    downOutcome: choice('down_outcome', downOutcomeSchema),
    /** When the device confirmed or refused it. */
    downConfirmedAt: time('down_confirmed_at'),
    downReason: text('down_reason'),
    expiresAt: time('expires_at'),
    /** JSON text, as the device sent it. */
    body: text(),
    raw: text(),
    codecHash: text('codec_hash'),
    /** The time that the device gives. */
    measuredAt: time('measured_at'),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.createdAt, t.id] }),
    // Read backwards, like the primary key, to get the newest first.
    index('message_of_device').on(t.spaceId, t.deviceId, t.createdAt, t.id),
    index('message_pending').on(t.spaceId, t.deviceId, t.createdAt).where(isWaiting(t)),
    // The few that expire, while they wait, in all spaces.
    index('message_expiring')
      .on(t.expiresAt, t.spaceId)
      .where(sql`${t.expiresAt} is not null and ${isWaiting(t)}`),
    // Nearly all messages are data from devices. These indexes find the others, and cost the data nothing.
    index('message_other').on(t.spaceId, t.createdAt, t.id).where(isOther(t)),
    // Messages of a time in all spaces; they are stored in its order.
    index('message_by_time').using('brin', t.createdAt),
    index('message_other_of_device').on(t.spaceId, t.deviceId, t.createdAt, t.id).where(isOther(t)),
    // Few devices give the time of their measurement.
    index('message_measured')
      .on(t.spaceId, t.deviceId, t.measuredAt, t.createdAt)
      .where(sql`${t.measuredAt} is not null`),
  ],
)

/** Events of messages. Partitioned by the time of the message, so that both are dropped together. */
export const messageEvent = pgTable(
  'message_event',
  {
    spaceId: uuid('space_id').notNull(),
    messageCreatedAt: time('message_created_at').notNull(),
    messageId: uuid('message_id').notNull(),
    id: uuid().notNull(),
    deviceId: uuid('device_id').notNull(),
    createdAt: createdAt(),
    type: text().notNull(),
    messageConnectorId: uuid('message_connector_id'),
    functionReturn: text('function_return'),
    body: jsonb(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.messageCreatedAt, t.messageId, t.id] }),
    index('message_event_of_device').on(t.spaceId, t.deviceId),
  ],
)

/**
 * Answers to messages that devices have given names, for when they come again. Like messages they refer to their device without a foreign
 * key.
 */
export const uplinkAnswer = pgTable(
  'uplink_answer',
  {
    spaceId: uuid('space_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    /** The name that the device gave the message. */
    name: text().notNull(),
    createdAt: createdAt(),
    /** JSON text, as it was sent. */
    answer: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.deviceId, t.name] }),
    index('uplink_answer_by_time').on(t.createdAt),
  ],
)
