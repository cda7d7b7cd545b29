import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  deliveryStateSchema,
  failureCodeSchema,
  type JobAlert,
  jobAlertEventSchema,
  type ResponseHeader,
} from '#contract/connectors'
import type { Message } from '#contract/messages'
import { alert } from './alert'
import { choice, createdAt, time } from './columns'
import { spaceId } from './space'

/** An alert as it was when it opened, or ended; its address is the server's own. */
export type AlertContent = Omit<JobAlert, 'url'>

/** A message that was written for a test; its body is JSON text. */
export type Sample = Pick<Message, 'type' | 'direction'> & { body: string }

/**
 * Deliveries of messages, and of events of alerts, to the receivers of connectors, and the queue of due attempts. Partitioned by month of
 * the id, which contains its time (see partitions.ts). The migration does it, because Drizzle cannot.
 */
export const delivery = pgTable(
  'delivery',
  {
    spaceId: uuid('space_id').notNull(),
    connectorId: uuid('connector_id').notNull(),
    id: uuid().notNull(),
    /** Null for an alert. */
    messageCreatedAt: time('message_created_at'),
    messageId: uuid('message_id'),
    /** Null for an alert of several devices. */
    deviceId: uuid('device_id'),
    /** Null for a message. */
    alert: jsonb().$type<AlertContent>(),
    /** Whether a person tries the receiver with a message. `delivery_test` has it until its only attempt was made. */
    isTest: boolean('is_test').notNull().default(false),
    /** The message that was written for a test. */
    sample: jsonb().$type<Sample>(),
    state: choice('state', deliveryStateSchema).notNull().default('pending'),
    /** Number of attempts so far. */
    attempts: integer().notNull().default(0),
    /** How many attempts were uncounted retries, because the receiver was away. */
    uncounted: integer().notNull().default(0),
    createdAt: createdAt(),
    nextAttemptAt: time('next_attempt_at'),
    /**
     * When a copy of the server may take it, by the clock of the database, which all copies share. While one has it, the end of
     * its lease. Null when it is over, for a test, and while it is known to wait for another one in line (see services/deliveries/deviceOrder.ts).
     */
    dueAt: time('due_at'),
    /** Whether a copy makes an attempt, unless its lease has ended. */
    isTaken: boolean('is_taken').notNull().default(false),
    /** Whether it goes in device order: it waits for earlier messages of its device, and later ones wait for it. */
    isInLine: boolean('is_in_line').notNull().default(false),
    /** The replay that made it, or retried it last. */
    replayId: uuid('replay_id'),
    /** The delivery of the same message that it repeats. */
    repeats: uuid(),
    /**
     * The request with several messages that it was last part of; for a pending one, also the next one (see services/deliveries/batch.ts).
     */
    batchId: uuid('batch_id'),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.connectorId, t.id] }),
    // Finds rows that are deleted with their device, and the list of a connector's deliveries of a device.
    index('delivery_of_device').on(t.spaceId, t.deviceId, t.connectorId, t.id),
    index('delivery_due').on(t.spaceId, t.connectorId, t.dueAt, t.id).where(sql`${t.state} = 'pending'`),
    index('delivery_taken').on(t.spaceId, t.connectorId, t.dueAt).where(sql`${t.isTaken}`),
    index('delivery_line')
      .on(t.spaceId, t.connectorId, t.deviceId, t.messageCreatedAt, t.messageId, t.id)
      .where(sql`${t.state} = 'pending' and ${t.isInLine}`),
    index('delivery_of_batch')
      .on(t.spaceId, t.connectorId, t.batchId)
      .where(sql`${t.state} = 'pending' and ${t.batchId} is not null`),
    index('delivery_failed').on(t.spaceId, t.connectorId, t.id).where(sql`${t.state} = 'failed'`),
    // The longest waiting deliveries. No statement that takes deliveries can use it: they do not ask for tests.
    index('delivery_waiting')
      .on(t.spaceId, t.connectorId, t.id)
      .where(sql`${t.state} = 'pending' and not ${t.isTest}`),
    // Whether a message was delivered before.
    index('delivery_of_message').on(t.spaceId, t.messageId).where(sql`${t.messageId} is not null`),
    // Pending deliveries of replays, and which of them are due: other deliveries have no row here.
    index('delivery_of_replay')
      .on(t.spaceId, t.connectorId, t.replayId, t.state)
      .where(sql`${t.replayId} is not null and ${t.state} <> 'delivered'`),
    // The list of a replay's deliveries.
    index('delivery_replay_list')
      .on(t.spaceId, t.connectorId, t.replayId, t.id)
      .where(sql`${t.replayId} is not null`),
    index('delivery_replay_due')
      .on(t.dueAt, t.id)
      .where(sql`${t.replayId} is not null and ${t.state} = 'pending'`),
  ],
)

/** Attempts to deliver. Partitioned by the id of the delivery, so that both are dropped together. */
export const deliveryAttempt = pgTable(
  'delivery_attempt',
  {
    spaceId: uuid('space_id').notNull(),
    connectorId: uuid('connector_id').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
    /** 0 for the first. */
    attempt: integer().notNull(),
    /** Whether it is of a test, which is counted in no statistics. */
    isTest: boolean('is_test').notNull().default(false),
    /** How many earlier attempts were uncounted retries. */
    uncounted: integer().notNull().default(0),
    createdAt: time('created_at').notNull(),
    /** Milliseconds. */
    duration: integer().notNull(),
    /** Whether the answer was a success; null when the function cancelled the delivery. */
    success: boolean(),
    method: text(),
    url: text(),
    status: integer(),
    error: text(),
    errorCode: choice('error_code', failureCodeSchema),
    errorDetail: text('error_detail'),
    /** Seconds that the receiver asked to wait. */
    retryAfter: integer('retry_after'),
    nextAttemptAt: time('next_attempt_at'),
    requestBody: text('request_body'),
    responseBody: text('response_body'),
    responseHeaders: jsonb('response_headers').$type<ResponseHeader[]>(),
    /** Version of the connector, whose code ran. */
    connectorVersion: integer('connector_version'),
    logs: jsonb().$type<string[]>().notNull().default([]),
    /** The request that it shared with other deliveries, and the one of these whose attempt has the request, the answer and the log. */
    batchId: uuid('batch_id'),
    textsDeliveryId: uuid('texts_delivery_id'),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.connectorId, t.deliveryId, t.attempt] }),
    // The last failure and the last success of a connector are found quickly, however many others there are.
    index('delivery_attempt_by_outcome').on(t.spaceId, t.connectorId, t.success, t.createdAt),
    index('delivery_attempt_of_batch')
      .on(t.spaceId, t.connectorId, t.batchId)
      .where(sql`${t.batchId} is not null`),
    // Deliveries that have failed, with the time: nothing was planned after the attempt.
    index('delivery_attempt_given_up')
      .on(t.spaceId, t.connectorId, t.createdAt)
      .where(sql`not ${t.success} and ${t.nextAttemptAt} is null and not ${t.isTest}`),
    index('delivery_attempt_failed').on(t.createdAt).where(sql`not ${t.success}`),
  ],
)

/** Tests of connectors whose attempt is due: they are never held back, and hold up no others. */
export const deliveryTest = pgTable(
  'delivery_test',
  {
    spaceId: spaceId(),
    connectorId: uuid('connector_id').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
    /** By the clock of the database. While a copy of the server makes the attempt, the end of its lease. */
    dueAt: time('due_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.connectorId, t.deliveryId] }),
    index('delivery_test_due').on(t.dueAt),
  ],
)

/** The connectors that were notified of an event of an alert: once of each. */
export const alertDelivery = pgTable(
  'alert_delivery',
  {
    spaceId: uuid('space_id').notNull(),
    alertId: uuid('alert_id').notNull(),
    event: choice('event', jobAlertEventSchema).notNull(),
    connectorId: uuid('connector_id').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.alertId, t.event, t.connectorId] }),
    // Whether a connector has delivered an alert before.
    index('alert_delivery_of_connector').on(t.spaceId, t.connectorId, t.deliveryId),
    foreignKey({
      name: 'alert_delivery_alert',
      columns: [t.spaceId, t.alertId],
      foreignColumns: [alert.spaceId, alert.id],
    }).onDelete('cascade'),
  ],
)
