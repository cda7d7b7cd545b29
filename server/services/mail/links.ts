import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { z } from 'zod'
import type { mailLinkSchema } from '#contract/registration'
import type { Queryable } from '../../db/database'
import { appUser, mailLink } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'

const TOKEN_BYTES = 32
/** How long a link works, in milliseconds. */
const LIFETIME = 7 * 24 * 3_600_000

const hashOf = (token: string) => createHash('sha256').update(token).digest()

type Kind = (typeof mailLink.$inferSelect)['kind']

/** For whom a link is. */
interface Addressee {
  userId: string
  email: string
}

/** How far an account is. */
interface Progress {
  hasPassword: boolean
  isVerified: boolean
}

/**
 * Whether a link sets the password of an account. One that was mailed replaces a password, because anybody with a copied
 * link may have set it. A verified account has its owner.
 */
export const setsPassword = ({ hasPassword, isVerified }: Progress, isMailed: boolean): boolean =>
  !isVerified && (isMailed || !hasPassword)

interface NewLink extends Addressee {
  kind: Kind
  spaceId: string | null
  /** False for a link that somebody copies: it does not prove who owns the address. */
  isMailed: boolean
}

/** Stores a link of which only the hash is kept. */
async function makeToken(
  db: Queryable,
  { kind, userId, email, spaceId, isMailed }: NewLink,
  createdAt: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(createdAt.getTime() + LIFETIME)
  await db
    .insert(mailLink)
    .values({ hash: hashOf(token), kind, userId, email, spaceId, isMailed, createdAt, expiresAt })
  return { token, expiresAt }
}

/** A link for people. */
export interface Link {
  href: string
  /** Null for one that does not expire, because it leads to the sign-in. */
  expiresAt: Date | null
}

type LinkDeps = Pick<Deps, 'now' | 'post'>

/**
 * A link that accepts an invitation: for a new person it completes the registration, anybody else signs in first.
 */
export async function invitationLink(
  db: Queryable,
  { now, post }: LinkDeps,
  spaceId: string,
  person: Addressee & Progress,
  isMailed: boolean,
): Promise<Link> {
  if (!setsPassword(person, isMailed))
    return {
      href: `${post.address()}/spaces?${new URLSearchParams({ invitation: spaceId })}`,
      expiresAt: null,
    }
  const { userId, email } = person
  const { token, expiresAt } = await makeToken(
    db,
    { kind: 'invitation', userId, email, spaceId, isMailed },
    now(),
  )
  const query = new URLSearchParams({ id: userId, token, email, space_id: spaceId })
  return { href: `${post.address()}/signup?${query}`, expiresAt }
}

/** A link that verifies an e-mail address. */
export async function verificationLink(
  db: Queryable,
  { now, post }: LinkDeps,
  { userId, email }: Addressee,
): Promise<Link> {
  const { token, expiresAt } = await makeToken(
    db,
    { kind: 'verification', userId, email, spaceId: null, isMailed: true },
    now(),
  )
  const query = new URLSearchParams({ id: userId, token, email })
  return { href: `${post.address()}/signup/verification?${query}`, expiresAt }
}

type Proof = z.output<typeof mailLinkSchema>

/** The one answer to every link that does not work, so that it tells nothing of accounts. */
export const deadLink = () => new ApiError(401, 'the link is wrong, has expired or was used already')

/**
 * The link that somebody holds.
 * @throws ApiError 401 when it is wrong, has expired, was used, or the address of the account is another one
 */
export async function findLink(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  kind: Kind,
  { id, token, email }: Proof,
): Promise<{ spaceId: string | null; isMailed: boolean }> {
  const [found] = await db
    .select({ spaceId: mailLink.spaceId, isMailed: mailLink.isMailed })
    .from(mailLink)
    .innerJoin(appUser, and(eq(appUser.id, mailLink.userId), eq(appUser.email, mailLink.email)))
    .where(
      and(
        eq(mailLink.hash, hashOf(token)),
        eq(mailLink.kind, kind),
        eq(mailLink.userId, id),
        eq(mailLink.email, email),
        gt(mailLink.expiresAt, now()),
      ),
    )
  if (!found) throw deadLink()
  return found
}
