import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns'

/**
 * Deleted spaces, devices and connectors whose messages and deliveries are still to be deleted. A worker deletes them
 * in batches. Nothing reaches them any more.
 */
export const deletion = pgTable(
  'deletion',
  {
    /** Of what was deleted; the space itself when neither a device nor a connector is named. */
    spaceId: uuid('space_id').notNull(),
    id: uuid().notNull(),
    deviceId: uuid('device_id'),
    connectorId: uuid('connector_id'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.spaceId, t.id] }), index('deletion_by_device').on(t.spaceId, t.deviceId)],
)
