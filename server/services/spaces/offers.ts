import { and, eq, gt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { InvitationOffer, invitationProofSchema } from '#contract/registration'
import type { Queryable } from '../../db/database'
import { appUser, mailLink, space, spaceUser } from '../../db/schema'
import type { Deps } from '../../deps'
import type { Origin } from '../common/caller'
import { isInTime } from '../common/membership'
import { hashOf } from '../common/oneTime'
import { deadLink } from '../mail/links'
import { countAttemptFrom, forgetAttemptFrom } from '../rateLimit'
import { isRefused, readMembership } from './people'

type Proof = z.output<typeof invitationProofSchema>

const sender = alias(appUser, 'sender')

/**
 * The invitation of a link.
 * @throws ApiError 401 if it is wrong, has expired, was used, the time in the space is over, or the account has another address now
 */
export async function findInvitation(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  { id, token, email }: Proof & { email?: string },
) {
  const [found] = await db
    .select({
      userId: mailLink.userId,
      email: mailLink.email,
      isMailed: mailLink.isMailed,
      isVerified: appUser.isVerified,
      invited: spaceUser.invited,
      isRefused,
      role: spaceUser.role,
      spaceId: spaceUser.spaceId,
      space: space.name,
      sender: sender.email,
    })
    .from(mailLink)
    .innerJoin(appUser, and(eq(appUser.id, mailLink.userId), eq(appUser.email, mailLink.email)))
    .innerJoin(spaceUser, and(eq(spaceUser.spaceId, mailLink.spaceId), eq(spaceUser.userId, mailLink.userId)))
    .innerJoin(space, eq(space.id, spaceUser.spaceId))
    .leftJoin(sender, eq(sender.id, spaceUser.invitedBy))
    .where(
      and(
        eq(mailLink.hash, hashOf(token)),
        eq(mailLink.kind, 'invitation'),
        eq(spaceUser.invitationId, id),
        email === undefined ? undefined : eq(mailLink.email, email),
        gt(mailLink.expiresAt, now()),
        sql.raw(isInTime('space_user')),
      ),
    )
  if (!found) throw deadLink()
  return found
}

/**
 * What an invitation offers, for the page of its link. Only a link that was mailed proves who owns the address: the holder of a copied one,
 * such as the person who invites, does not learn whether the address has an account.
 * @throws ApiError 401 for a link that does not work, 429
 */
export async function readOffer(
  deps: Pick<Deps, 'db' | 'now'>,
  proof: Proof,
  { address }: Pick<Origin, 'address'>,
): Promise<InvitationOffer> {
  await countAttemptFrom(deps, address)
  const found = await findInvitation(deps.db, deps, proof)
  // The holder of a copied link may be the sender, who is not notified.
  if (!found.invited || (found.isMailed && found.isRefused)) throw deadLink()
  await forgetAttemptFrom(deps, address)
  const { email, role, isMailed, isVerified, spaceId, userId } = found
  const { ends_at, tags, permissions } = await readMembership(deps.db, { spaceId, accountId: userId })
  return {
    email,
    space_id: spaceId,
    space_name: found.space,
    space_role: role,
    sender: found.sender,
    ends_at,
    tags,
    permissions,
    has_account: isMailed ? isVerified : null,
  }
}
