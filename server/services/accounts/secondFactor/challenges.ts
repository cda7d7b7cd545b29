import { and, eq, gt, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { MINUTE } from '#contract/common/durations'
import type { Queryable } from '../../../db/database'
import { passkeyChallenge } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { hashOf, makeSecret } from '../../common/oneTime'

/** Milliseconds within which a challenge may be signed. */
export const CHALLENGE_LIFETIME = 5 * MINUTE

/** The site for which passkeys are created: that of the server's public address (WebAuthn, section 4, "Relying party identifier"). */
export function relyingParty({ ownAddress }: Pick<Deps, 'ownAddress'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(ownAddress())
  return { id: hostname, origin }
}

/**
 * Stores the hash of a new challenge, and returns the challenge, base64url.
 * @param userId who creates a passkey with it; null for a challenge that proves an identity
 */
export async function makeChallenge(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  userId: string | null,
): Promise<string> {
  const challenge = makeSecret()
  const expiresAt = new Date(now().getTime() + CHALLENGE_LIFETIME)
  await db.insert(passkeyChallenge).values({ hash: hashOf(challenge), userId, expiresAt })
  return challenge
}

const clientDataSchema = z.object({ challenge: z.string() })

/** The challenge that a browser has signed; undefined if there is none. */
function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const clientData: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return clientDataSchema.safeParse(clientData).data?.challenge
  } catch {
    return undefined
  }
}

/**
 * Uses up the challenge that a browser has signed, and returns it. Of two calls at the same time, one gets it.
 * @param userId owner of the challenge, as in `makeChallenge`
 * @returns undefined for one that is unknown, of another person, expired or used
 */
export async function takeChallenge(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  clientDataJSON: string,
  userId: string | null,
): Promise<string | undefined> {
  const challenge = readChallenge(clientDataJSON)
  if (challenge === undefined) return undefined
  const taken = await db
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.hash, hashOf(challenge)),
        userId === null ? isNull(passkeyChallenge.userId) : eq(passkeyChallenge.userId, userId),
        gt(passkeyChallenge.expiresAt, now()),
      ),
    )
    .returning({ hash: passkeyChallenge.hash })
  return taken.length > 0 ? challenge : undefined
}
