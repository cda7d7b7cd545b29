import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { appUser } from './account'
import { bytes, createdAt, time } from './columns'

/** Accounts at external providers that can sign in. Rules, "Providers". */
export const identity = pgTable(
  'identity',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    provider: text().notNull(),
    /** The provider's own id of the person (OpenID Connect, `sub`). */
    identityId: text('identity_id').notNull(),
    /** The login by which the person knows it. */
    login: text(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('identity_of_provider').on(t.provider, t.identityId),
    index('identity_by_user').on(t.userId),
  ],
)

/** Sign-ins at external providers that are in progress, by the SHA-256 of their state. */
export const oauthFlow = pgTable(
  'oauth_flow',
  {
    hash: bytes().primaryKey(),
    provider: text().notNull(),
    /** State of the console, which it compares when the person returns. */
    consoleState: text('console_state').notNull(),
    /** PKCE (RFC 7636). */
    verifier: text().notNull(),
    nonce: text().notNull(),
    /** Whether the provider was asked to ask for the sign-in again. */
    isConfirmation: boolean('is_confirmation').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('oauth_flow_expires').on(t.expiresAt)],
)

/** People who signed in at an external provider, by the SHA-256 of the code that the console got. It works once. */
export const oauthCode = pgTable(
  'oauth_code',
  {
    hash: bytes().primaryKey(),
    provider: text().notNull(),
    identityId: text('identity_id').notNull(),
    login: text(),
    /** In lower case. */
    email: text(),
    /** Whether the provider vouches that the address is theirs. */
    isEmailVerified: boolean('is_email_verified').notNull(),
    firstname: text(),
    lastname: text(),
    /** Whether the provider asked for the sign-in again. */
    isConfirmation: boolean('is_confirmation').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('oauth_code_expires').on(t.expiresAt)],
)
