import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { type KeyPermission, spaceRoleSchema } from '#contract/permissions'
import { spaceEntity } from '#contract/spaces'
import { appUser } from './account'
import { choice, createdAt, time, version } from './columns'

export const space = pgTable(
  'space',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    type: choice('type', spaceEntity.schema.shape.type.unwrap()).notNull().default('team'),
    ownerId: uuid('owner_id').references(() => appUser.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [index('space_by_owner').on(t.ownerId)],
)

/** The space of a row, which is deleted with it. */
export const spaceId = () =>
  uuid('space_id')
    .notNull()
    .references(() => space.id, { onDelete: 'cascade' })

export const spaceUser = pgTable(
  'space_user',
  {
    spaceId: spaceId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    role: choice('role', spaceRoleSchema).notNull(),
    /** Hold instead of the role; null for the permissions of the role. */
    permissions: text().array().$type<KeyPermission[]>(),
    /** Whether they are limited to the tags in `space_user_tag`. */
    isLimited: boolean('is_limited').notNull().default(false),
    /** From then on the person is not in the space. */
    endsAt: time('ends_at'),
    /** Invited and not accepted yet: the person sees only the space itself in their list. */
    invited: boolean().notNull().default(false),
    /** Id of the invitation, by which the space knows the person until they accept. It finds them afterwards too. */
    invitationId: uuid('invitation_id'),
    /** Whether the person has refused the invitation: they do not see it any more, and the space is not notified. */
    isRefused: boolean('is_refused').notNull().default(false),
    /** The person who invited; null for a key. */
    invitedBy: uuid('invited_by').references(() => appUser.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.spaceId, t.userId] }),
    index('space_user_user').on(t.userId),
    index('space_user_invited_by').on(t.invitedBy),
    check('space_user_invitation', sql`not ${t.invited} or ${t.invitationId} is not null`),
  ],
)

/** Senders whose invitations a person refuses for good. Only the person sees this. */
export const refusedSender = pgTable(
  'refused_sender',
  {
    /** So that the person does not learn the id of the sender's account. */
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    senderId: uuid('sender_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [unique('refused_sender_once').on(t.userId, t.senderId), index('refused_sender_by').on(t.senderId)],
)
