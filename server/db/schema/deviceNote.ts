import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, createdAt, time } from './columns'
import { device } from './device'

/** Notes of people about a device. */
export const deviceNote = pgTable(
  'device_note',
  {
    spaceId: uuid('space_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    id: uuid().notNull(),
    /** When it was done. */
    at: time('at').notNull(),
    text: text().notNull(),
    /** E-mail address of the person, or name of the key. */
    by: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    foreignKey({
      name: 'device_note_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
    index('device_note_of_device').on(t.spaceId, t.deviceId, t.at, t.id),
  ],
)

/**
 * Files of notes. They refer to their note without a foreign key, because they are too large for the trash: they stay while their note or
 * its device is there. The migration stores the content uncompressed, so that parts of it can be read, because Drizzle cannot.
 */
export const noteFile = pgTable(
  'note_file',
  {
    spaceId: uuid('space_id').notNull(),
    noteId: uuid('note_id').notNull(),
    id: uuid().notNull(),
    deviceId: uuid('device_id').notNull(),
    name: text().notNull(),
    /** By its first bytes. */
    type: text().notNull(),
    size: integer().notNull(),
    createdAt: createdAt(),
    content: bytes('content').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.noteId, t.id] }),
    index('note_file_of_device').on(t.spaceId, t.deviceId, t.noteId, t.id),
  ],
)
