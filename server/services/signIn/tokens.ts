import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { TokenClaims } from '#contract/auth'
import type { SpaceRole, SystemRole } from '#contract/permissions'
import type { Queryable } from '../../db/database'
import { authSession } from '../../db/schema'
import type { Deps } from '../../deps'
import { signJwt, verifyJwt } from './jwt'

/** How long a sign-in lasts, in milliseconds. */
const LIFETIME = 30 * 24 * 3_600_000

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)

/** Creates a signed token, valid for 30 days unless it is revoked. Facts, "Requests". */
export async function giveToken(
  { signingKey, now }: Pick<Deps, 'signingKey' | 'now'>,
  db: Queryable,
  { uid, sys }: TokenClaims,
): Promise<string> {
  const jti = randomUUID()
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + LIFETIME)
  await db.insert(authSession).values({ jti, userId: uid, createdAt, expiresAt })
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

/** Revokes a token. */
export async function revokeToken({ db, now }: Deps, jti: string): Promise<void> {
  await db
    .update(authSession)
    .set({ revokedAt: now() })
    .where(and(eq(authSession.jti, jti), isNull(authSession.revokedAt)))
}

/** The holder of a token, with their role in a space. */
export interface SignedIn {
  userId: string
  systemRole: SystemRole
  isVerified: boolean
  spaceExists: boolean
  spaceRole: SpaceRole | null
}

const SIGNED_IN = {
  name: 'signed_in',
  text: `
    select u.id as "userId", u.system_role as "systemRole", u.is_verified as "isVerified",
      s.id is not null as "spaceExists", m.role as "spaceRole"
    from auth_session a
    join app_user u on u.id = a.user_id
    left join space s on s.id = $3
    left join space_user m on m.space_id = s.id and m.user_id = u.id and not m.invited
    where a.jti = $1 and a.revoked_at is null and a.expires_at > $2`,
}

/** The holder of a valid token, with their role in the space if one is given. Every call reads it. */
export async function findSignedIn(
  { db, now }: Deps,
  jti: string,
  spaceId: string | null,
): Promise<SignedIn | undefined> {
  const { rows } = await db.$client.query<SignedIn>({ ...SIGNED_IN, values: [jti, now(), spaceId] })
  return rows[0]
}
