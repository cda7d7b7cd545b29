import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { languageSchema } from '#contract/common'
import { systemRoleSchema } from '#contract/permissions'
import { signInMethodSchema } from '#contract/sessions'
import { bytes, choice, createdAt, time, version } from './columns'

export const appUser = pgTable(
  'app_user',
  {
    id: uuid().primaryKey(),
    email: text().notNull().unique(),
    /** argon2id; null for a person without a password. */
    passwordHash: text('password_hash'),
    isVerified: boolean('is_verified').notNull().default(false),
    systemRole: choice('system_role', systemRoleSchema).notNull().default('user'),
    firstname: text(),
    lastname: text(),
    middlename: text(),
    company: text(),
    timezone: text(),
    picture: text(),
    /** Language of the console that they last used, or of the person who invited them; e-mails are written in it. */
    language: choice('language', languageSchema),
    /** Time zone of the browser in which they last used the console. */
    browserTimezone: text('browser_timezone'),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [check('app_user_email_lower', sql`${t.email} = lower(${t.email})`)],
)

/** SQL of the time zone for e-mails to a person: that of the profile, otherwise that of their browser. */
export const ownTimezone = sql<
  string | null
>`coalesce(nullif(${appUser.timezone}, ''), ${appUser.browserTimezone})`

/** An issued token. A revoked one is refused even before it expires. */
export const authSession = pgTable(
  'auth_session',
  {
    jti: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
    method: choice('method', signInMethodSchema).notNull().default('password'),
    /** External provider of the sign-in. */
    provider: text(),
    /** When the person last confirmed their identity: at the sign-in, or when a call required it again. */
    confirmedAt: time('confirmed_at').notNull().defaultNow(),
    /** Exact to five minutes. */
    lastUsedAt: time('last_used_at').notNull().defaultNow(),
    /** Network address of the last recorded call. */
    address: text(),
    userAgent: text('user_agent'),
  },
  (t) => [index('auth_session_user').on(t.userId), index('auth_session_expires').on(t.expiresAt)],
)

/** Browsers in which people have signed in with the password, by the SHA-256 of the id that they send. */
export const knownBrowser = pgTable(
  'known_browser',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    hash: bytes().notNull(),
    /** Id of the last session that began there, which may have ended. */
    jti: uuid().notNull(),
    usedAt: time('used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
)

/** One leaky bucket per e-mail or address: `emptyAt` is when it will be empty. */
export const loginAttempt = pgTable(
  'login_attempt',
  { key: text().primaryKey(), emptyAt: time('empty_at').notNull() },
  (t) => [index('login_attempt_empty').on(t.emptyAt)],
)

/** Secrets that all copies share, created at the first start. */
export const serverSecret = pgTable('server_secret', {
  name: text().primaryKey(),
  value: bytes().notNull(),
  createdAt: createdAt(),
})

/** Settings of the whole installation; a setting that was never changed has no row. */
export const serverSetting = pgTable('server_setting', { name: text().primaryKey(), value: text().notNull() })

/** SHA-256 of the one-time tokens that create the first system admin. */
export const setupToken = pgTable('setup_token', { hash: bytes().primaryKey(), createdAt: createdAt() })
