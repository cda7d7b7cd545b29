import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { appUser } from './account'
import { bytes, choice, createdAt, time } from './columns'
import { space } from './space'

/** Kind of an e-mail. */
export const mailKindSchema = z.enum([
  'invitation',
  'verification',
  /** A link that sets a new password. */
  'reset',
  /** Someone tried to register an address that has an account. */
  'registered',
  /** The password was changed: from a server that reported nothing else. */
  'passwordChanged',
  /** A sign-in method was added, changed or removed. */
  'wayChanged',
  'alertOpened',
  'alertEnded',
  /** A rule is flapping. */
  'alertFlapping',
  /** The alerts of an hour without e-mails of their own. */
  'alertSummary',
  /** The text of an alert, for a person who tests it. */
  'alertTest',
  /** Alerts that opened, ended and are still open, once a day. */
  'alertDigest',
  /** A roll-out has paused itself. */
  'rolloutHeld',
])

/** SQL condition: an e-mail is about alerts; those go out in fair shares of spaces. */
export const IS_ABOUT_ALERTS = `kind in ('alertOpened', 'alertEnded', 'alertFlapping', 'alertSummary', 'alertDigest')`

/** SQL condition: an e-mail invites; those also go out in fair shares of spaces, before those about alerts. */
export const INVITES = `kind = 'invitation'`

/** SQL of the share that such an e-mail uses: that of the space, or of the person if it is about several. */
export const FAIR_KEY_OF_MAIL = 'coalesce(space_id, user_id)'

/** A change of sign-in methods of an account. */
export interface WayChange {
  what:
    | 'password'
    | 'passkeyAdded'
    | 'passkeyRemoved'
    | 'authenticatorAdded'
    | 'authenticatorRemoved'
    | 'recoveryCodes'
    | 'identityAdded'
    | 'identityRemoved'
    | 'address'
  /** Name of the passkey, the identity or the address. */
  name: string | null
  /** Null if it was not recorded, or an administrator did it. */
  by: 'owner' | 'link' | null
  /** E-mail address of the administrator who did it. */
  admin: string | null
  /** Network address. */
  address: string | null
  userAgent: string | null
  /** Where to send it; null for the address of the account. */
  to: string | null
}

/** Purpose of a link. `recovery`: it signs in, and the machine's own shell prints it. */
export const linkKindSchema = z.enum(['invitation', 'verification', 'reset', 'recovery'])

/**
 * E-mails to send. `sending`: a copy of the server has begun; if it ends before it has stored the result, nobody knows whether the e-mail
 * was sent, and it is not sent again.
 */
export const mail = pgTable(
  'mail',
  {
    id: uuid().primaryKey(),
    kind: choice('kind', mailKindSchema).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    /** For an invitation, or an alert. */
    spaceId: uuid('space_id').references(() => space.id, { onDelete: 'cascade' }),
    /** The person who invites. */
    senderId: uuid('sender_id').references(() => appUser.id, { onDelete: 'set null' }),
    /** For a test, its own id; for a summary, that of its `alert_hour`; for a roll-out, its id. */
    alertId: uuid('alert_id'),
    /** For a change of sign-in methods. */
    change: jsonb().$type<WayChange>(),
    /** `outbox`: written into the folder of a server without a mail server. */
    state: choice('state', z.enum(['waiting', 'sending', 'sent', 'outbox', 'failed', 'unknown']))
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    /** Time of the next attempt. */
    dueAt: time('due_at').notNull(),
    /** When the last attempt began. */
    startedAt: time('started_at'),
    sentAt: time('sent_at'),
    error: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('mail_due').on(t.dueAt).where(sql`${t.state} = 'waiting'`),
    index('mail_first')
      .on(t.dueAt, t.id)
      .where(sql.raw(`state = 'waiting' and not ${IS_ABOUT_ALERTS} and not ${INVITES}`)),
    index('mail_fair')
      .on(sql.raw(`(${FAIR_KEY_OF_MAIL})`), t.dueAt, t.id)
      .where(sql.raw(`state = 'waiting' and ${IS_ABOUT_ALERTS}`)),
    index('mail_fair_started')
      .on(sql.raw(`(${FAIR_KEY_OF_MAIL})`), t.startedAt)
      .where(sql.raw(`started_at is not null and ${IS_ABOUT_ALERTS}`)),
    index('mail_fair_invitations')
      .on(sql.raw(`(${FAIR_KEY_OF_MAIL})`), t.dueAt, t.id)
      .where(sql.raw(`state = 'waiting' and ${INVITES}`)),
    index('mail_fair_invitations_started')
      .on(sql.raw(`(${FAIR_KEY_OF_MAIL})`), t.startedAt)
      .where(sql.raw(`started_at is not null and ${INVITES}`)),
    index('mail_sending').on(t.startedAt).where(sql`${t.state} = 'sending'`),
    index('mail_failed').on(t.createdAt).where(sql`${t.state} = 'failed'`),
    index('mail_by_user').on(t.userId, t.spaceId),
  ],
)

/**
 * Links for people, most of them in e-mails. They expire, work once, and are valid for the address that they were sent
 * to. Only the SHA-256 of the token is stored.
 */
export const mailLink = pgTable(
  'mail_link',
  {
    hash: bytes().primaryKey(),
    kind: choice('kind', linkKindSchema).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    spaceId: uuid('space_id').references(() => space.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    /** False for a link that was copied: it does not prove who owns the address. */
    isMailed: boolean('is_mailed').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('mail_link_by_user').on(t.userId, t.spaceId), index('mail_link_expires').on(t.expiresAt)],
)
