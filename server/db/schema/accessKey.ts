import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { KeyPermission } from '#contract/permissions'
import { appUser } from './account'
import { bytes, createdAt, time, version } from './columns'
import { spaceId, spaceUser } from './space'
import { tag } from './tag'

/**
 * SQL of the id that stands for a key of a table where its own, which is its token, must not appear: `standInOf` computes the same from the
 * first token.
 */
export const handleOf = (table: string) =>
  `coalesce(${table}.kept_handle, substr(encode(sha256(('audit:' || ${table}.id::text)::bytea), 'hex'), 1, 32)::uuid)`

/** The same for `access_key`. */
export const keyHandle = sql<string>`${sql.raw(handleOf('access_key'))}`

export const accessKey = pgTable(
  'access_key',
  {
    spaceId: spaceId(),
    /** The token. */
    id: uuid().notNull(),
    /**
     * SHA-256 of the id, by which a call finds its key, so that the time of the lookup reveals nothing about the token.
     */
    tokenHash: bytes('token_hash').notNull(),
    /** Stands for a key whose token was replaced; null if it has its first one. */
    keptHandle: uuid('kept_handle'),
    name: text().notNull(),
    permissions: text().array().$type<KeyPermission[]>().notNull().default([]),
    /** Creator of the key; null if that account was deleted. */
    madeBy: uuid('made_by').references(() => appUser.id, { onDelete: 'set null' }),
    /** False only if it has no tags; then a call need not read them. */
    isLimited: boolean('is_limited').notNull().default(true),
    /** From then on the key is unknown. */
    endsAt: time('ends_at'),
    lastUsedAt: time('last_used_at'),
    /** Network address of the last call. */
    lastUsedFrom: text('last_used_from'),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.id] }),
    unique('access_key_token_hash').on(t.tokenHash),
    uniqueIndex('access_key_handle').on(t.spaceId, keyHandle),
    index('access_key_made_by').on(t.madeBy),
  ],
)

/** The tags that a key is limited to. They are not deleted with their tag: the key would see more than before. */
export const accessKeyTag = pgTable(
  'access_key_tag',
  {
    spaceId: uuid('space_id').notNull(),
    accessKeyId: uuid('access_key_id').notNull(),
    tagId: uuid('tag_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.accessKeyId, t.tagId] }),
    foreignKey({
      name: 'access_key_tag_access_key',
      columns: [t.spaceId, t.accessKeyId],
      foreignColumns: [accessKey.spaceId, accessKey.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'access_key_tag_tag',
      columns: [t.spaceId, t.tagId],
      foreignColumns: [tag.spaceId, tag.id],
    }),
    index('access_key_tag_by_tag').on(t.spaceId, t.tagId, t.accessKeyId),
  ],
)

/** The tags that a person is limited to in a space. They are not deleted with their tag, either. */
export const spaceUserTag = pgTable(
  'space_user_tag',
  {
    spaceId: uuid('space_id').notNull(),
    /** The account. */
    spaceUserId: uuid('space_user_id').notNull(),
    tagId: uuid('tag_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.spaceUserId, t.tagId] }),
    foreignKey({
      name: 'space_user_tag_space_user',
      columns: [t.spaceId, t.spaceUserId],
      foreignColumns: [spaceUser.spaceId, spaceUser.userId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'space_user_tag_tag',
      columns: [t.spaceId, t.tagId],
      foreignColumns: [tag.spaceId, tag.id],
    }),
    index('space_user_tag_by_tag').on(t.spaceId, t.tagId, t.spaceUserId),
  ],
)

/** Calls of a key by hour and by the permission that they needed. */
export const accessKeyUse = pgTable(
  'access_key_use',
  {
    spaceId: uuid('space_id').notNull(),
    accessKeyId: uuid('access_key_id').notNull(),
    /** Beginning of the hour. */
    hour: time('hour').notNull(),
    permission: text().notNull(),
    calls: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.accessKeyId, t.hour, t.permission] }),
    foreignKey({
      name: 'access_key_use_access_key',
      columns: [t.spaceId, t.accessKeyId],
      foreignColumns: [accessKey.spaceId, accessKey.id],
    }).onDelete('cascade'),
    index('access_key_use_hour').on(t.hour),
  ],
)
