import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns'

/**
 * Deleted spaces, devices and connectors whose messages and deliveries are still to be deleted. A worker deletes them in batches. They can
 * no longer be reached.
 */
export const deletion = pgTable(
  'deletion',
  {
    /** Space of what was deleted; the space itself if neither a device nor a connector is named. */
    spaceId: uuid('space_id').notNull(),
    id: uuid().notNull(),
    deviceId: uuid('device_id'),
    connectorId: uuid('connector_id'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.spaceId, t.id] }), index('deletion_by_device').on(t.spaceId, t.deviceId)],
)
