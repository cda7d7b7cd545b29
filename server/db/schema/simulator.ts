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
import type { Sim } from '#contract/sims'
import { time } from './columns'
import { device } from './device'

/** The devices that the demo came with and simulates, unless their hardware was replaced. */
export const simulatedDevice = pgTable(
  'simulated_device',
  {
    spaceId: uuid('space_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    surroundings: text().notNull(),
    /** Memory of the device. */
    state: jsonb().notNull(),
    /** Whether it stays silent until its time, even if there is a downlink. */
    silent: boolean().notNull().default(false),
    /** Null means never. */
    nextWakeAt: time('next_wake_at'),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.deviceId] }),
    foreignKey({
      name: 'simulated_device_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
    index('simulated_device_next_wake').on(t.nextWakeAt).where(sql`${t.nextWakeAt} is not null`),
  ],
)

/** The SIM cards of the demo's provider. */
export const simulatedSim = pgTable('simulated_sim', {
  imsi: text().primaryKey(),
  iccid: text().notNull().unique(),
  /** Null for a card that was not transferred to this installation yet. */
  state: text(),
  profile: text(),
  attr1: text(),
  attr2: text(),
  apn: text(),
  info: jsonb().$type<Sim['info']>().notNull().default({}),
  /** Milliseconds that every call for it takes. */
  latency: integer().notNull().default(0),
  /** How many of the next changes fail. */
  failures: integer().notNull().default(0),
})
