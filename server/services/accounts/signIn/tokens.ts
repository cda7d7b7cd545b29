import { randomUUID } from 'node:crypto'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { TokenClaims } from '#contract/auth'
import { DAY, MINUTE } from '#contract/common/durations'
import type { SpaceRole, SystemRole } from '#contract/permissions'
import type { SignInMethod } from '#contract/sessions'
import { isDatabaseReadOnly } from '../../../db/away'
import type { Queryable } from '../../../db/database'
import { authSession } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { note } from '../../audit/note'
import type { Origin } from '../../common/caller'
import { forgetBrowsers } from './browsers'
import { signJwt, verifyJwt } from './jwt'

/** Milliseconds that a sign-in lasts. */
const LIFETIME = 30 * DAY

/** Milliseconds after which the use of a session is recorded again. */
const NOTED_EVERY = 5 * MINUTE

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)

/** Method and place of a sign-in. */
type SignInNote = Pick<typeof authSession.$inferInsert, 'method' | 'provider'> &
  Partial<Pick<Origin, 'address' | 'userAgent'>> & {
    /** Id of the session; a new one by default. */
    jti?: string
  }

/** Creates a signed token, valid for 30 days unless it is revoked. Rules, "Requests". */
export async function giveToken(
  { signingKey, now }: Pick<Deps, 'signingKey' | 'now'>,
  db: Queryable,
  { uid, sys }: TokenClaims,
  { jti = randomUUID(), method, provider, address, userAgent }: SignInNote = {},
): Promise<string> {
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + LIFETIME)
  const times = { createdAt, confirmedAt: createdAt, lastUsedAt: createdAt, expiresAt }
  await db.insert(authSession).values({ jti, userId: uid, ...times, method, provider, address, userAgent })
  return signJwt({ uid, sys, jti, iat: seconds(createdAt), exp: seconds(expiresAt) }, signingKey)
}

/** The id of a token that we signed and that has not expired. */
export async function readToken(
  { signingKey, now }: Pick<Deps, 'signingKey' | 'now'>,
  token: string,
): Promise<string | undefined> {
  const claims = await verifyJwt(token, signingKey, now())
  return claims?.jti
}

/** Begins a session: creates its token, and records it in the audit log. */
export async function beginSession(
  deps: Pick<Deps, 'signingKey' | 'now'>,
  tx: Queryable,
  user: { id: string; email: string; systemRole: SystemRole },
  how: { method: SignInMethod; provider?: string | null },
  { address, userAgent }: Pick<Origin, 'address' | 'userAgent'>,
): Promise<{ jti: string; token: string }> {
  const jti = randomUUID()
  const token = await giveToken(
    deps,
    tx,
    { uid: user.id, sys: user.systemRole },
    { ...how, jti, address, userAgent },
  )
  const actor = { ...how, account: user, origin: { address, userAgent } }
  const target = { id: jti, name: user.email }
  await note(tx, deps, actor, { action: 'session.create', spaceId: null, target })
  return { jti, token }
}

/** Revokes the tokens of a person, and deletes their known browsers. @param kept the token that stays with its browser, if any */
export async function revokeTokens(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  userId: string,
  kept: string | null,
): Promise<void> {
  const others = kept === null ? undefined : ne(authSession.jti, kept)
  await db
    .update(authSession)
    .set({ revokedAt: now() })
    .where(and(eq(authSession.userId, userId), isNull(authSession.revokedAt), others))
  await forgetBrowsers(db, userId, kept)
}

/** The owner of a token, with their role in a space. */
export interface SignedIn {
  userId: string
  email: string
  systemRole: SystemRole
  isVerified: boolean
  /** When the person last confirmed their identity. */
  confirmedAt: Date
  lastUsedAt: Date
  method: SignInMethod
  provider: string | null
  /** Whether the server requires a second factor of the person, and they have none. */
  lacksSecondFactor: boolean
  spaceExists: boolean
  spaceRole: SpaceRole | null
}

const SIGNED_IN = {
  name: 'signed_in',
  text: `
    select u.id as "userId", u.email, u.system_role as "systemRole", u.is_verified as "isVerified",
      a.confirmed_at as "confirmedAt", a.last_used_at as "lastUsedAt",
      a.method, a.provider,
      case when a.method = 'provider' or r.value is null or r.value = 'optional' then false
        when r.value = 'admins' and u.system_role <> 'admin' then false
        else not exists (select from authenticator f where f.user_id = u.id and f.secret is not null)
          and not exists (select from passkey p where p.user_id = u.id)
      end as "lacksSecondFactor",
      s.id is not null as "spaceExists", m.role as "spaceRole"
    from auth_session a
    join app_user u on u.id = a.user_id
    left join server_setting r on r.name = 'second_factor'
    left join space s on s.id = $3
    left join space_user m on m.space_id = s.id and m.user_id = u.id and not m.invited
    where a.jti = $1 and a.revoked_at is null and a.expires_at > $2`,
}

/** The holder of a valid token, with their role in the space if one is given. Every call reads it. */
export async function findSignedIn(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  jti: string,
  spaceId: string | null,
): Promise<SignedIn | undefined> {
  const { rows } = await db.$client.query<SignedIn>({ values: [jti, now(), spaceId], ...SIGNED_IN })
  return rows[0]
}

const NOTE_USE = {
  name: 'note_use',
  text: `
    update auth_session set last_used_at = $2, address = $3
    where jti in (
      select jti from auth_session where jti = $1 and last_used_at <= $4 for no key update skip locked
    )`,
}

/**
 * Records that a session is used, and from which address; at most every five minutes, because a write for each call costs too much. Of many
 * simultaneous calls one writes, and the others do not wait.
 */
export async function noteUse(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  jti: string,
  { lastUsedAt }: Pick<SignedIn, 'lastUsedAt'>,
  address: string,
): Promise<void> {
  const at = now()
  const before = new Date(at.getTime() - NOTED_EVERY)
  if (lastUsedAt > before) return
  try {
    await db.$client.query({ ...NOTE_USE, values: [jti, at, address, before] })
  } catch (error) {
    // People can still read meanwhile.
    if (!isDatabaseReadOnly(error)) throw error
  }
}
