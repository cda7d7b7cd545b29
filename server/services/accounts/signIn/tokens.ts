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
import { isMember } from '../../common/membership'
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
  /** Permissions that hold instead of the role; null for those of the role. */
  ownPermissions: readonly string[] | null
  /** When the person's time in the space ends. */
  endsAt: Date | null
  /** Ids of the tags that the person is limited to in the space. */
  tagIds: readonly string[] | null
}

/** Columns of a membership `m`. A system admin may do everything everywhere, whatever a space says. */
const MEMBERSHIP = `m.role as "spaceRole", m.permissions as "ownPermissions", m.ends_at as "endsAt"`

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
      s.id is not null as "spaceExists", ${MEMBERSHIP},
      coalesce(m.is_limited, false) as "isLimited"
    from auth_session a
    join app_user u on u.id = a.user_id
    left join server_setting r on r.name = 'second_factor'
    left join space s on s.id = $3
    left join space_user m on m.space_id = s.id and m.user_id = u.id and ${isMember('m')}
    where a.jti = $1 and a.revoked_at is null and a.expires_at > $2`,
}

/** A membership with its tags, which are stored with the space. */
const WITH_TAGS = {
  name: 'membership.with_tags',
  text: `
    select ${MEMBERSHIP}, array(
      select t.tag_id from space_user_tag t where t.space_id = $1 and t.space_user_id = m.user_id) as "tagIds"
    from space_user m where m.space_id = $1 and m.user_id = $2 and ${isMember('m')}`,
}

const NOT_A_MEMBER = { spaceRole: null, ownPermissions: null, endsAt: null, tagIds: null }

type Membership = Pick<SignedIn, 'spaceRole' | 'ownPermissions' | 'endsAt' | 'tagIds'>

/** The holder of a valid token, with what they have in the space if one is given. Every call reads it. */
export async function findSignedIn(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  jti: string,
  spaceId: string | null,
): Promise<SignedIn | undefined> {
  const { rows } = await db.$client.query<Omit<SignedIn, 'tagIds'> & { isLimited: boolean }>({
    values: [jti, now(), spaceId],
    ...SIGNED_IN,
  })
  const [found] = rows
  if (!found) return undefined
  const { isLimited, ...person } = found
  if (!isLimited) return { ...person, tagIds: null }
  // One snapshot: permissions and tags from before and after a change would together allow more than either.
  const limited = await db.$client.query<Membership>({ values: [spaceId, found.userId], ...WITH_TAGS })
  return { ...person, ...(limited.rows[0] ?? NOT_A_MEMBER) }
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
