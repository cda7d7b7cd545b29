import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { passwordSchema } from '#contract/auth'
import type { mailLinkSchema, registrationSchema } from '#contract/registration'
import type { Queryable } from '../db/database'
import { appUser, mailLink } from '../db/schema'
import type { Deps } from '../deps'
import { ApiError } from '../errors'
import type { Origin } from './caller'
import { addMail, deadLink, findLink } from './mail'
import { hashPassword } from './passwords'
import { countAttempt, forgetAttempts } from './rateLimit'
import { acceptFor } from './spaceUsers'
import { insertPersonalSpace } from './users'

type Registration = z.output<typeof registrationSchema>
type Proof = z.output<typeof mailLinkSchema>

/** @throws ApiError 400 */
function readProof({ id, token, email }: Registration): Proof {
  if (id === null) throw new ApiError(400, 'id is required')
  if (token === null) throw new ApiError(400, 'token is required')
  return { id, token, email }
}

/** @throws ApiError 400 */
function readPassword({ provider, data }: Registration): string {
  if (provider !== 'password')
    throw new ApiError(400, 'provider must be password: this server knows no external provider')
  const password = passwordSchema.safeParse(data)
  if (!password.success) throw new ApiError(400, `data ${password.error.issues[0]?.message}`)
  return password.data
}

/**
 * Completes the registration that an invitation began: sets the password, makes the personal space, and accepts the
 * invitation to `space_id` if the link is for it. A link that was mailed proves the address; after one that was copied an
 * e-mail with a verification link follows. Spec 2, section 7.
 * @throws ApiError 400, 401 for a link that does not work, 429
 */
export async function completeRegistration(
  deps: Deps,
  registration: Registration,
  { address, language }: Origin,
): Promise<void> {
  const proof = readProof(registration)
  const password = readPassword(registration)
  await countAttempt(deps, proof.email, address)
  await findLink(deps.db, deps, 'invitation', proof)
  const passwordHash = await hashPassword(password)
  await deps.db.transaction(async (tx) => {
    const { spaceId, isMailed } = await begin(tx, deps, proof, {
      passwordHash,
      ...(language && { language }),
    })
    await insertPersonalSpace(tx, proof.id, proof.email)
    if (spaceId !== null && spaceId === registration.space_id?.toLowerCase())
      await acceptFor(tx, { spaceId, userId: proof.id })
    if (isMailed) await tx.update(appUser).set({ isVerified: true }).where(eq(appUser.id, proof.id))
    else await addMail(tx, deps, { kind: 'verification', userId: proof.id })
  })
  deps.post.wake()
  await forgetAttempts(deps, proof.email, address)
}

/** Gives an account its first password and uses up its links. Returns the link that was used. @throws ApiError 401 */
async function begin(
  tx: Queryable,
  deps: Pick<Deps, 'now'>,
  proof: Proof,
  values: Partial<typeof appUser.$inferInsert>,
) {
  const { id } = proof
  // Of two calls with links of one person, the second waits here and finds a password.
  const updated = await tx
    .update(appUser)
    .set(values)
    .where(and(eq(appUser.id, id), isNull(appUser.passwordHash)))
  if (updated.rowCount === 0) throw deadLink()
  const link = await findLink(tx, deps, 'invitation', proof)
  await tx.delete(mailLink).where(eq(mailLink.userId, id))
  return link
}

/**
 * Verifies the e-mail address of an account with the link of an e-mail. Spec 2, section 7.
 * @throws ApiError 401 for a link that does not work, 429
 */
export async function verifyAddress(deps: Deps, proof: Proof, address: string): Promise<void> {
  await countAttempt(deps, proof.email, address)
  await deps.db.transaction(async (tx) => {
    const account = eq(appUser.id, proof.id)
    await tx.select({ id: appUser.id }).from(appUser).where(account).for('no key update')
    await findLink(tx, deps, 'verification', proof)
    await tx.update(appUser).set({ isVerified: true }).where(account)
    await tx.delete(mailLink).where(and(eq(mailLink.userId, proof.id), eq(mailLink.kind, 'verification')))
  })
  await forgetAttempts(deps, proof.email, address)
}
