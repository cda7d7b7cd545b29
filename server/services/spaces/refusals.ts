import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { RefusedSender } from '#contract/profile'
import type { registrationApi } from '#contract/registration'
import { NO_SENDER, type refusalSchema } from '#contract/spaces'
import type { Queryable } from '../../db/database'
import { appUser, refusedSender, space, spaceUser } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { type AccountActor, note } from '../audit/note'
import type { Origin, Person } from '../common/caller'
import { type Columns, timeColumn } from '../common/columns'
import { newId } from '../common/ids'
import { deadLink } from '../mail/links'
import { countAttemptFrom, forgetAttemptFrom } from '../rateLimit'
import { findInvitation } from './offers'
import { isMembership, type Membership } from './people'

type Refusal = z.output<typeof refusalSchema>

/** The person who refuses, and the membership. */
interface Refuser extends Membership {
  email: string
  actor: Person | AccountActor
}

/**
 * Refuses an invitation, or all of its sender. Nothing changes for the space or in its log, so that the sender does not learn of it.
 * Refusing twice is not an error.
 * @throws ApiError 404 without an invitation, 409 for the sender of one that a key has sent
 */
async function refuse(
  tx: Queryable,
  deps: Pick<Deps, 'now'>,
  { actor, email, ...key }: Refuser,
  { of_sender }: Refusal,
): Promise<void> {
  const [found] = await tx
    .select({ invitedBy: spaceUser.invitedBy, isRefused: spaceUser.isRefused, space: space.name })
    .from(spaceUser)
    .innerJoin(space, eq(space.id, spaceUser.spaceId))
    .where(and(isMembership(key), eq(spaceUser.invited, true)))
    .for('no key update', { of: spaceUser })
  if (!found) throw notFound()
  const { accountId: userId } = key
  const change = { action: 'invitation.refuse', spaceId: null, target: { id: userId, name: email } } as const
  if (!of_sender) {
    if (found.isRefused) return
    await tx.update(spaceUser).set({ isRefused: true }).where(isMembership(key))
    await note(tx, deps, actor, { ...change, after: { space: found.space } })
    return
  }
  const { invitedBy: senderId } = found
  if (senderId === null) throw new ApiError(409, NO_SENDER)
  const { rowCount } = await tx
    .insert(refusedSender)
    .values({ id: newId(deps.now()), userId, senderId })
    .onConflictDoNothing()
  if (rowCount === 0) return
  const sender = await emailOf(tx, senderId)
  await note(tx, deps, actor, { ...change, after: { sender } })
}

async function emailOf(tx: Queryable, userId: string): Promise<string | null> {
  const [found] = await tx.select({ email: appUser.email }).from(appUser).where(eq(appUser.id, userId))
  return found?.email ?? null
}

/** Refuses the caller's invitation to a space, or all of its sender. @throws ApiError 404, 409 */
export async function refuseInvitation(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  spaceId: string,
  refusal: Refusal,
): Promise<void> {
  const { userId: accountId, email } = caller
  await deps.db.transaction((tx) => refuse(tx, deps, { spaceId, accountId, email, actor: caller }, refusal))
}

/**
 * Refuses an invitation with the link of its e-mail, which proves whose it is; an account is not needed. A copied link proves nothing.
 * @throws ApiError 401 for a link that does not work, 409, 429
 */
export async function refuseByLink(
  deps: Pick<Deps, 'db' | 'now'>,
  { id, token, ...refusal }: z.output<typeof registrationApi.refuse.body>,
  origin: Pick<Origin, 'address' | 'userAgent'>,
): Promise<void> {
  const { address } = origin
  await countAttemptFrom(deps, address)
  await deps.db.transaction(async (tx) => {
    const { isMailed, invited, spaceId, userId, email } = await findInvitation(tx, deps, { id, token })
    if (!isMailed || !invited) throw deadLink()
    const actor: AccountActor = { account: { id: userId, email }, method: 'link', origin }
    await refuse(tx, deps, { spaceId, accountId: userId, email, actor }, refusal)
  })
  await forgetAttemptFrom(deps, address)
}

const COLUMNS = {
  id: refusedSender.id,
  email: appUser.email,
  created_at: timeColumn(refusedSender.createdAt),
} satisfies Columns<RefusedSender>

/** The senders whose invitations a person refuses for good. */
export const listRefused = async ({ db }: Pick<Deps, 'db'>, { userId }: Person): Promise<RefusedSender[]> =>
  db
    .select(COLUMNS)
    .from(refusedSender)
    .innerJoin(appUser, eq(appUser.id, refusedSender.senderId))
    .where(eq(refusedSender.userId, userId))
    .orderBy(asc(refusedSender.createdAt), asc(refusedSender.id))

/** Allows the invitations of a sender again; pending ones are shown again. @throws ApiError 404 */
export async function allowSender(deps: Pick<Deps, 'db' | 'now'>, caller: Person, id: string): Promise<void> {
  const { userId, email } = caller
  await deps.db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(refusedSender)
      .where(and(eq(refusedSender.id, id), eq(refusedSender.userId, userId)))
      .returning({ senderId: refusedSender.senderId })
    if (!removed) throw notFound()
    await note(tx, deps, caller, {
      action: 'invitation.allow',
      spaceId: null,
      target: { id: userId, name: email },
      before: { sender: await emailOf(tx, removed.senderId) },
    })
  })
}
