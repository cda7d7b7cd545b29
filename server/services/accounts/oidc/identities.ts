import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit'
import { ACCOUNT_ERRORS, type Authentication } from '#contract/profile'
import { type Queryable, violatedConstraint } from '../../../db/database'
import { appUser, identity } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { ApiError, notFound } from '../../../errors'
import { note } from '../../audit/note'
import type { Person } from '../../common/caller'
import { newId } from '../../common/ids'
import { notifyOwner } from '../../mail/changes'
import { lockFactors } from '../secondFactor/factors'
import { hasWayIn } from '../users'
import { type ExternalPerson, type ProviderCode, takeCode } from './codes'

type Row = typeof identity.$inferSelect

const shown = ({ id, provider, identityId, login, createdAt }: Row): Authentication => ({
  id,
  provider,
  identity_id: identityId,
  created_at: createdAt.toISOString(),
  data: JSON.stringify(login === null ? {} : { login }),
})

/** The audit entry of an identity. */
const of = (action: AuditAction, { id, provider }: Row) => ({
  action,
  spaceId: null,
  target: { id, name: provider },
})
const loggedOf = ({ provider, identityId, login }: Row) => ({ provider, identity_id: identityId, login })

/** Name of the provider, with the person's login there. */
const shownName = ({ providers }: Pick<Deps, 'providers'>, { provider, login }: Row) =>
  [providers.find(provider)?.name ?? provider, login].filter(Boolean).join(', ')

/** The linked identities of a person, the oldest first. Rules, "Profile". */
export async function listIdentities(
  { db }: Pick<Deps, 'db'>,
  { userId }: Person,
): Promise<Authentication[]> {
  const found = await db
    .select()
    .from(identity)
    .where(eq(identity.userId, userId))
    .orderBy(asc(identity.createdAt), asc(identity.id))
  return found.map(shown)
}

const isOf = ({ provider, identityId }: ExternalPerson) =>
  and(eq(identity.provider, provider), eq(identity.identityId, identityId))

/** Whether the account has the identity. */
export const isLinked = async (tx: Queryable, userId: string, person: ExternalPerson): Promise<boolean> =>
  (await tx.$count(identity, and(eq(identity.userId, userId), isOf(person)))) > 0

/**
 * Links an identity to an account.
 * @throws ApiError 409 if it is linked already, to any account
 */
export async function linkIdentity(
  tx: Queryable,
  { now }: Pick<Deps, 'now'>,
  userId: string,
  { provider, identityId, login }: ExternalPerson,
): Promise<Row> {
  const at = now()
  try {
    const [row] = await tx
      .insert(identity)
      .values({ id: newId(at), userId, provider, identityId, login, createdAt: at })
      .returning()
    if (!row) throw new Error('the identity was not stored')
    return row
  } catch (error) {
    if (violatedConstraint(error) !== 'identity_of_provider') throw error
    throw alreadyLinked()
  }
}

const alreadyLinked = () => new ApiError(409, ACCOUNT_ERRORS.identityTaken)

/** @throws ApiError 409 for an identity that is linked to another account */
export async function refuseLinked(tx: Queryable, userId: string, person: ExternalPerson): Promise<void> {
  if ((await tx.$count(identity, and(ne(identity.userId, userId), isOf(person)))) > 0) throw alreadyLinked()
}

/**
 * Links the identity of a code to the account of the caller. Rules, "Profile".
 * @throws ApiError 409 for a code that does not work, or an identity that is linked already
 */
export async function addIdentity(
  deps: Pick<Deps, 'db' | 'now' | 'providers'>,
  caller: Person,
  given: ProviderCode,
): Promise<Authentication> {
  const person = await takeCode(deps.db, deps, given, caller.origin).catch((error: unknown) => {
    // The caller is signed in, which 401 would deny.
    throw error instanceof ApiError ? new ApiError(409, error.message) : error
  })
  return deps.db.transaction(async (tx) => {
    const row = await linkIdentity(tx, deps, caller.userId, person)
    await note(tx, deps, caller, { ...of('identity.create', row), after: loggedOf(row) })
    await notifyOwner(tx, deps, { ...caller, by: 'owner' }, 'identityAdded', shownName(deps, row))
    return shown(row)
  })
}

/**
 * Removes the identities of an account that is not verified: the person who linked them did not prove to own the address. Call it before
 * the account gets a password or another identity from someone else.
 */
export async function forgetIdentities(tx: Queryable, userId: string): Promise<void> {
  const unverified = tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(and(eq(appUser.id, userId), eq(appUser.isVerified, false)))
  await tx.delete(identity).where(inArray(identity.userId, unverified))
}

/**
 * Removes a linked identity. Of two removals at the same time the second waits for the first, so that they cannot remove the last sign-in
 * method together.
 * @throws ApiError 404, 409 if it is the last sign-in method
 */
export async function removeIdentity(
  deps: Pick<Deps, 'db' | 'now' | 'providers' | 'settings'>,
  caller: Person,
  id: string,
): Promise<void> {
  const { userId } = caller
  await deps.db.transaction(async (tx) => {
    await lockFactors(tx, userId)
    const removed = await tx
      .delete(identity)
      .where(and(eq(identity.id, id), eq(identity.userId, userId)))
      .returning()
    const [row] = removed
    if (!row) throw notFound()
    await note(tx, deps, caller, { ...of('identity.delete', row), before: loggedOf(row) })
    await notifyOwner(tx, deps, { ...caller, by: 'owner' }, 'identityRemoved', shownName(deps, row))
    if (!(await hasWayIn(tx, deps, userId))) throw new ApiError(409, ACCOUNT_ERRORS.lastWayIn)
  })
}
