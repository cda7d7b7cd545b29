import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns'
import { device } from './device'

/** The devices that the demo's simulator plays. One that it must leave alone never wakes. */
export const simulatedDevice = pgTable(
  'simulated_device',
  {
    spaceId: uuid('space_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    surroundings: text().notNull(),
    /** What the device remembers. */
    state: jsonb().notNull(),
    /** Nothing wakes it before its time, not even a downlink. */
    silent: boolean().notNull().default(false),
    /** Null means never. */
    nextWakeAt: time('next_wake_at'),
    /** `last_seen` as the simulator left it; any other value means that a real device has spoken. */
    lastSeen: time('last_seen'),
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
