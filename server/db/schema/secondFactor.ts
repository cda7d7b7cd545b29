import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { PasskeyTransport } from '#contract/secondFactor'
import { appUser } from './account'
import { bytes, createdAt, time } from './columns'

const ofUser = () =>
  uuid('user_id')
    .notNull()
    .references(() => appUser.id, { onDelete: 'cascade' })

/** Passkeys, by the id of the credential (WebAuthn, section 5.1). */
export const passkey = pgTable(
  'passkey',
  {
    /** base64url. */
    id: text().primaryKey(),
    userId: ofUser(),
    name: text().notNull(),
    /** COSE. */
    publicKey: bytes('public_key').notNull(),
    /** How often the device has signed, if it counts. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().$type<PasskeyTransport[]>().notNull(),
    isSynced: boolean('is_synced').notNull(),
    createdAt: createdAt(),
    lastUsedAt: time('last_used_at'),
  },
  (t) => [index('passkey_by_user').on(t.userId)],
)

/** Challenges that passkeys sign, by their SHA-256. Each works once. */
export const passkeyChallenge = pgTable(
  'passkey_challenge',
  {
    hash: bytes().primaryKey(),
    /** The person who creates a passkey; null for a sign-in. */
    userId: uuid('user_id').references(() => appUser.id, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('passkey_challenge_expires').on(t.expiresAt)],
)

/** Authenticator apps: their secrets, and those of apps that are being set up. */
export const authenticator = pgTable('authenticator', {
  userId: ofUser().primaryKey(),
  /** Base32; null before the first app is set up. */
  secret: text(),
  setUpAt: time('set_up_at'),
  /** Secret of an app whose first code has not come yet. */
  pendingSecret: text('pending_secret'),
  /** Time step of the last code, so that none works twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
})

/** SHA-256 of the unused recovery codes. */
export const recoveryCode = pgTable('recovery_code', { userId: ofUser(), hash: bytes().notNull() }, (t) => [
  primaryKey({ columns: [t.userId, t.hash] }),
])
