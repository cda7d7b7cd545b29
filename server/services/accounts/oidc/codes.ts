import { eq, lt } from 'drizzle-orm'
import type { z } from 'zod'
import type { oauthCodeSchema } from '#contract/auth'
import { DAY, MINUTE } from '#contract/common/durations'
import type { Queryable } from '../../../db/database'
import { oauthCode, oauthFlow } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { ApiError } from '../../../errors'
import type { Origin } from '../../common/caller'
import { hashOf, makeSecret } from '../../common/oneTime'
import { requireOpenTo } from './providers'

/** Milliseconds within which the console can use a code. */
const LIFETIME = 2 * MINUTE
/** Milliseconds for which an expired flow is kept, so that a person who is late learns why. */
const LATE = DAY

/** A provider, and the code that the person came back with. */
export type ProviderCode = z.output<typeof oauthCodeSchema>

/** A person who has just signed in at an external provider. */
export type ExternalPerson = Omit<typeof oauthCode.$inferSelect, 'hash' | 'expiresAt'>

/** Stores who signed in, under a new code, of which only the hash is stored. */
export async function giveCode(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: ExternalPerson,
): Promise<string> {
  const code = makeSecret()
  const expiresAt = new Date(now().getTime() + LIFETIME)
  await db.insert(oauthCode).values({ ...person, hash: hashOf(code), expiresAt })
  return code
}

/**
 * Uses up a code, and returns the person that it stands for: of two calls with it, one succeeds. Use it outside of a transaction that may
 * roll back, or the code works again.
 * @throws ApiError 401 for a code that is wrong, of another provider, has expired or was used; 403 if the caller may not sign in at the
 * provider
 */
export async function takeCode(
  db: Queryable,
  { now, providers }: Pick<Deps, 'now' | 'providers'>,
  { provider, code }: ProviderCode,
  origin: Pick<Origin, 'isFromHere'>,
): Promise<ExternalPerson> {
  const known = providers.find(provider)
  if (known) requireOpenTo(known, origin)
  const [found] = await db
    .delete(oauthCode)
    .where(eq(oauthCode.hash, hashOf(code)))
    .returning()
  if (!found || found.provider !== provider || found.expiresAt <= now())
    throw new ApiError(401, 'the code is wrong, has expired or was used already')
  const { hash: _hash, expiresAt: _expiresAt, ...person } = found
  return person
}

/** Deletes unused codes and flows. */
export async function forgetOldFlows({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(oauthCode).where(lt(oauthCode.expiresAt, now()))
  await db.delete(oauthFlow).where(lt(oauthFlow.expiresAt, new Date(now().getTime() - LATE)))
}
