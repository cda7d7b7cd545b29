import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, sortableText, time, version } from './columns'
import { device } from './device'
import { spaceId } from './space'

/** Variables of spaces and devices. */
export const variable = pgTable(
  'variable',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    /** Null for a variable of the whole space. */
    deviceId: uuid('device_id'),
    name: sortableText().notNull(),
    value: text().notNull(),
    environment: text().notNull(),
    comment: text(),
    locked: boolean().notNull().default(false),
    /** Whether the functions of connectors get it. */
    forConnectors: boolean('for_connectors').notNull().default(false),
    /** Whether its value is hidden from everyone. */
    secret: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    foreignKey({
      name: 'variable_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
    index('variable_by_name').on(t.spaceId, t.name, t.id),
    index('variable_by_device').on(t.spaceId, t.deviceId),
    index('variable_for_connectors').on(t.spaceId, t.deviceId).where(sql`${t.forConnectors}`),
  ],
)
