import { and, eq, gt } from 'drizzle-orm'
import type { z } from 'zod'
import { MINUTE, WEEK } from '#contract/common/durations'
import type { mailLinkSchema } from '#contract/registration'
import type { Queryable } from '../../db/database'
import { appUser, mailLink } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { hashOf, makeSecret } from '../common/oneTime'

export type LinkKind = (typeof mailLink.$inferSelect)['kind']

/** Milliseconds for which a link works. */
const LIFETIMES: Record<LinkKind, number> = {
  invitation: WEEK,
  verification: WEEK,
  reset: 60 * MINUTE,
  recovery: 15 * MINUTE,
}

interface Addressee {
  userId: string
  email: string
}

interface NewLink extends Addressee {
  kind: LinkKind
  spaceId?: string | null
  /** False for a link that is copied: it does not prove who owns the address. */
  isMailed: boolean
}

/** Stores a link, of which only the hash is kept. */
export async function makeToken(
  db: Queryable,
  { kind, userId, email, spaceId = null, isMailed }: NewLink,
  createdAt: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = makeSecret()
  const expiresAt = new Date(createdAt.getTime() + LIFETIMES[kind])
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

type LinkDeps = Pick<Deps, 'now' | 'ownAddress'>

/** A pending invitation of an account. */
export interface Invited extends Addressee {
  /** Id of the invitation. */
  id: string
  spaceId: string
}

/**
 * A link that accepts an invitation. It is the same for all, so that nobody learns from it who has an account. It names the space, to which
 * the sign-in leads even after the link was used.
 */
export async function invitationLink(
  db: Queryable,
  { now, ownAddress }: LinkDeps,
  { id, ...invited }: Invited,
  isMailed: boolean,
): Promise<Link> {
  const { token, expiresAt } = await makeToken(db, { kind: 'invitation', ...invited, isMailed }, now())
  const query = new URLSearchParams({ id, token, space_id: invited.spaceId })
  return { href: `${ownAddress()}/invitation?${query}`, expiresAt }
}

/** A link to a page that proves who reads the mailbox. */
const proofLink =
  (kind: LinkKind, page: string) =>
  async (
    db: Queryable,
    { now, ownAddress }: LinkDeps,
    { userId, email, spaceId }: Addressee & { spaceId: string | null },
  ): Promise<Link> => {
    const { token, expiresAt } = await makeToken(db, { kind, userId, email, isMailed: true }, now())
    const query = new URLSearchParams({ id: userId, token, email, ...(spaceId && { space_id: spaceId }) })
    return { href: `${ownAddress()}${page}?${query}`, expiresAt }
  }

/** A link that verifies an e-mail address. */
export const verificationLink = proofLink('verification', '/signup/verification')

/** A link that sets a new password. */
export const resetLink = proofLink('reset', '/login/new-password')

/** A link to a page of the console, without a token. */
export const pageLink = ({ ownAddress }: Pick<Deps, 'ownAddress'>, page: `/${string}`): Link => ({
  href: ownAddress() + page,
  expiresAt: null,
})

/**
 * Uses up a link without a name; undefined if it does not work.
 * @returns its owner, and the address that it was created for
 */
export async function takeLink(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  kind: LinkKind,
  token: string,
): Promise<Addressee | undefined> {
  const [taken] = await db
    .delete(mailLink)
    .where(and(eq(mailLink.hash, hashOf(token)), eq(mailLink.kind, kind), gt(mailLink.expiresAt, now())))
    .returning({ userId: mailLink.userId, email: mailLink.email })
  return taken
}

type Proof = z.output<typeof mailLinkSchema>

/** The same answer to every link that does not work, so that it reveals nothing about accounts. */
export const deadLink = () => new ApiError(401, 'the link is wrong, has expired or was used already')

/**
 * Checks a link.
 * @throws ApiError 401 if it is wrong, has expired, was used, or the account has another address now
 */
export async function checkLink(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  kind: 'verification' | 'reset',
  { id, token, email }: Proof,
): Promise<void> {
  const [found] = await db
    .select({ kind: mailLink.kind })
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
}
