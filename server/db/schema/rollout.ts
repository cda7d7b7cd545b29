import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  type Hours,
  memberStateSchema,
  type Rollout,
  type RolloutOrder,
  type RolloutScope,
  rolloutStateSchema,
  type Stage,
  troubleSchema,
  type Watch,
} from '#contract/rollouts'
import { choice, createdAt, time, version } from './columns'
import { spaceId } from './space'

/** Failures and troubles of a stage that a person has accepted by resuming. */
export interface Accepted {
  failed: number
  troubled: number
}

/** A change of many devices, in stages. A worker decides on it under the lock of its row. */
export const rollout = pgTable(
  'rollout',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    name: text().notNull(),
    note: text(),
    order: jsonb('orders').$type<RolloutOrder>().notNull(),
    scope: jsonb().$type<RolloutScope>().notNull(),
    stages: jsonb().$type<Stage[]>().notNull(),
    hours: jsonb().$type<Hours | null>(),
    atOnce: integer('at_once'),
    watch: jsonb().$type<Watch | null>(),
    includesSilent: boolean('includes_silent').notNull().default(true),
    state: choice('state', rolloutStateSchema).notNull().default('draft'),
    stage: smallint().notNull().default(0),
    /** As of the last decision; what a list shows needs no counting. */
    progress: jsonb().$type<Rollout['progress']>().notNull().default([]),
    /** Of each stage. */
    accepted: jsonb().$type<Accepted[]>().notNull().default([]),
    leftOut: jsonb('left_out').$type<Rollout['left_out']>().notNull().default({}),
    hold: jsonb().$type<Rollout['hold']>(),
    waitsFor: jsonb('waits_for').$type<Rollout['waits_for']>(),
    expectedEnd: time('expected_end'),
    rollbackOf: uuid('rollback_of'),
    rolledBackBy: uuid('rolled_back_by'),
    createdAt: createdAt(),
    /** E-mail address of the person, or name of the key. */
    createdBy: text('created_by').notNull(),
    startedAt: time('started_at'),
    startedBy: text('started_by'),
    /** The person in whose name the devices get their orders; null for a key. */
    startedById: uuid('started_by_id'),
    endedAt: time('ended_at'),
    /** When the worker decides on it again, by the clock of the database, to the microsecond: one that is due now is so at once. Null for never. */
    nextAt: timestamp('next_at', { withTimezone: true }),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    index('rollout_due').on(t.nextAt).where(sql`${t.nextAt} is not null`),
  ],
)

/**
 * The devices of a roll-out, as they were at its start. They stay when a device is deleted, so they refer to it without a foreign key.
 */
export const rolloutDevice = pgTable(
  'rollout_device',
  {
    spaceId: uuid('space_id').notNull(),
    rolloutId: uuid('rollout_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    deviceName: text('device_name').notNull(),
    /** Null for a device that was left out. */
    stage: smallint(),
    state: choice('state', memberStateSchema).notNull(),
    reason: text(),
    trouble: choice('trouble', troubleSchema),
    before: jsonb().$type<unknown>(),
    /** The downlink with the order; a firmware job has its id. */
    messageId: uuid('message_id'),
    orderedAt: time('ordered_at'),
    reachedAt: time('reached_at'),
    settledAt: time('settled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.rolloutId, t.deviceId] }),
    index('rollout_device_by_state').on(t.spaceId, t.rolloutId, t.state, t.stage, t.deviceId),
    foreignKey({
      name: 'rollout_device_rollout',
      columns: [t.spaceId, t.rolloutId],
      foreignColumns: [rollout.spaceId, rollout.id],
    }).onDelete('cascade'),
  ],
)
