import { boolean, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time } from './columns'

/**
 * Deleted spaces, devices, connectors and notes whose messages, deliveries and files are still to be deleted. They can no longer be reached. A worker
 * deletes them in batches, those of a record in the trash when it is deleted for good.
 */
export const deletion = pgTable(
  'deletion',
  {
    /** Space of what was deleted; the space itself if none of the others is named. */
    spaceId: uuid('space_id').notNull(),
    id: uuid().notNull(),
    deviceId: uuid('device_id'),
    connectorId: uuid('connector_id'),
    /** A note, whose files are still to be deleted. */
    noteId: uuid('note_id'),
    createdAt: createdAt(),
    /** When they are to be deleted, by the clock of the database. */
    keptUntil: time('kept_until').notNull().defaultNow(),
    /** Whether pending deliveries were taken out of the queue; see services/background/parking.ts. */
    isParked: boolean('is_parked').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    index('deletion_by_device').on(t.spaceId, t.deviceId),
    index('deletion_due').on(t.keptUntil),
  ],
)
