import { foreignKey, index, integer, jsonb, pgTable, primaryKey, unique, uuid } from 'drizzle-orm/pg-core'
import type { GuestShows } from '#contract/guestLinks'
import { appUser } from './account'
import { bytes, createdAt, time } from './columns'
import { device } from './device'
import { spaceId } from './space'

/** Links that show a device or a history to anybody who has them. A deleted one is revoked. */
export const guestLink = pgTable(
  'guest_link',
  {
    spaceId: spaceId(),
    id: uuid().notNull(),
    /** SHA-256 of the secret in the token. */
    tokenHash: bytes('token_hash').notNull(),
    shows: jsonb().$type<GuestShows>().notNull(),
    deviceId: uuid('device_id').notNull(),
    /** The link shows only what this person may read. */
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    endsAt: time('ends_at').notNull(),
    /** Minutes in which somebody has looked at it. */
    views: integer().notNull().default(0),
    lastViewedAt: time('last_viewed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    unique('guest_link_token_hash').on(t.spaceId, t.tokenHash),
    index('guest_link_by_device').on(t.spaceId, t.deviceId),
    index('guest_link_by_creator').on(t.creatorId),
    foreignKey({
      name: 'guest_link_device',
      columns: [t.spaceId, t.deviceId],
      foreignColumns: [device.spaceId, device.id],
    }).onDelete('cascade'),
  ],
)
