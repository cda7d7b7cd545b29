import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { COSEALG, decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { and, asc, eq, lt, or } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit'
import type { PasskeyProof } from '#contract/auth'
import { ACCOUNT_ERRORS } from '#contract/profile'
import {
  type NewPasskey,
  PASSKEYS_MAX,
  type Passkey,
  type PasskeyCreation,
  passkeyTransportSchema,
} from '#contract/secondFactor'
import type { Queryable } from '../../../db/database'
import { appUser, passkey } from '../../../db/schema'
import type { Deps } from '../../../deps'
import { ApiError, badToken, notFound } from '../../../errors'
import { difference, note } from '../../audit/note'
import type { Person } from '../../common/caller'
import { type Columns, timeColumn } from '../../common/columns'
import { notifyOwner } from '../../mail/changes'
import { countPasskeyChallenge } from '../../rateLimit'
import { hasWayIn } from '../users'
import { CHALLENGE_LIFETIME, makeChallenge, relyingParty, takeChallenge } from './challenges'
import { lockFactors, removeFactor } from './factors'
import { firstCodes } from './recoveryCodes'

const PASSKEY = {
  id: passkey.id,
  name: passkey.name,
  is_synced: passkey.isSynced,
  created_at: timeColumn(passkey.createdAt),
  last_used_at: timeColumn(passkey.lastUsedAt),
} satisfies Columns<Passkey>

/** EdDSA, ECDSA with P-256 and RSA; every authenticator supports one of them. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]

/** Longest id of a credential, in base64url (WebAuthn, section 4: 1023 bytes). */
const ID_MAX = 1364

/** The id of an account inside its passkeys (WebAuthn, section 5.4.3), base64url. */
const userHandleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

/** The passkeys of a person, the oldest first. */
export const listPasskeys = (db: Queryable, userId: string): Promise<Passkey[]> =>
  db
    .select(PASSKEY)
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(asc(passkey.createdAt), asc(passkey.id))

/**
 * Checks a browser's signature with a passkey, and uses up its challenge. `isUserVerified`: the device has verified the person, by a PIN, a
 * fingerprint or the like, so that the passkey alone is enough to sign in.
 * @throws ApiError 401
 */
export async function verifyPasskey(
  db: Queryable,
  deps: Pick<Deps, 'ownAddress' | 'now' | 'log'>,
  proof: PasskeyProof,
): Promise<{ userId: string; isUserVerified: boolean }> {
  const challenge = await takeChallenge(db, deps, proof.response.clientDataJSON, null)
  if (challenge === undefined) throw new ApiError(401, 'signing in with the passkey took too long, try again')
  const [known] = await db
    .select({ userId: passkey.userId, publicKey: passkey.publicKey })
    .from(passkey)
    .where(eq(passkey.id, proof.id))
  if (!known) throw new ApiError(401, 'the passkey is not known here')
  const signed = await checkSignature(deps, proof, known.publicKey, challenge)
  const isOfOwner = proof.response.userHandle === userHandleOf(known.userId)
  if (!signed || !isOfOwner) throw notAccepted()
  if (!(await noteUse(db, deps, proof.id, signed))) {
    deps.log.error('a passkey was refused: its counter did not go up, so it may have been copied', {
      user: known.userId,
    })
    throw notAccepted()
  }
  return { userId: known.userId, isUserVerified: signed.userVerified }
}

const notAccepted = () => new ApiError(401, 'the passkey was not accepted')

type Signed = Awaited<ReturnType<typeof verifyAuthenticationResponse>>['authenticationInfo']

/** The device's data besides its signature; undefined if the signature, the challenge or the site is wrong. */
async function checkSignature(
  deps: Pick<Deps, 'ownAddress'>,
  proof: PasskeyProof,
  publicKey: Uint8Array,
  expectedChallenge: string,
): Promise<Signed | undefined> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(deps)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...proof, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      // `noteUse` compares the counter, in the statement that stores it.
      credential: { id: proof.id, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: false,
    })
    return verified ? authenticationInfo : undefined
  } catch {
    return undefined
  }
}

/** Stores the counter of a passkey; false if it did not go up, although the device counts (WebAuthn, section 6.1.1). */
async function noteUse(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  id: string,
  { newCounter, credentialBackedUp }: Signed,
): Promise<boolean> {
  const isCounting = or(
    lt(passkey.counter, newCounter),
    newCounter === 0 ? eq(passkey.counter, 0) : undefined,
  )
  const noted = await db
    .update(passkey)
    .set({ counter: newCounter, isSynced: credentialBackedUp, lastUsedAt: now() })
    .where(and(eq(passkey.id, id), isCounting))
    .returning({ id: passkey.id })
  return noted.length > 0
}

/** The audit entry of a passkey. */
const of = <Action extends AuditAction>(action: Action, { id, name }: Pick<Passkey, 'id' | 'name'>) => ({
  action,
  spaceId: null,
  target: { id, name },
})

const tooMany = () => new ApiError(409, `an account has at most ${PASSKEYS_MAX} passkeys`)

/**
 * What a browser needs to create a passkey for a person.
 * @throws ApiError 409 if the account has reached the limit of passkeys, 429
 */
export async function beginPasskey(
  deps: Pick<Deps, 'db' | 'now' | 'ownAddress' | 'settings'>,
  userId: string,
  address: string,
): Promise<PasskeyCreation> {
  await countPasskeyChallenge(deps, address)
  const [user] = await deps.db
    .select({ email: appUser.email, firstname: appUser.firstname, lastname: appUser.lastname })
    .from(appUser)
    .where(eq(appUser.id, userId))
  if (!user) throw badToken()
  const known = await deps.db
    .select({ id: passkey.id, transports: passkey.transports })
    .from(passkey)
    .where(eq(passkey.userId, userId))
  if (known.length >= PASSKEYS_MAX) throw tooMany()
  const displayName = [user.firstname, user.lastname].filter(Boolean).join(' ') || user.email
  return {
    rp: { id: relyingParty(deps).id, name: deps.settings.console.productName },
    user: { id: userHandleOf(userId), name: user.email, displayName },
    challenge: await makeChallenge(deps.db, deps, userId),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_LIFETIME,
    excludeCredentials: known.map(({ id, transports }) => ({ id, type: 'public-key', transports })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'preferred',
    },
    attestation: 'none',
  }
}

/**
 * Stores a passkey that a browser has created. The first second factor comes with recovery codes.
 * @throws ApiError 409 if it cannot be used, is stored already, or the account has reached the limit of passkeys
 */
export async function addPasskey(
  deps: Pick<Deps, 'db' | 'now' | 'ownAddress'>,
  caller: Person,
  { name, credential }: { name: string; credential: NewPasskey },
): Promise<{ passkey: Passkey; recovery_codes: string[] | null }> {
  const { userId } = caller
  const challenge = await takeChallenge(deps.db, deps, credential.response.clientDataJSON, userId)
  if (challenge === undefined) throw new ApiError(409, 'adding the passkey took too long, try again')
  const made = await checkNewPasskey(deps, credential, challenge)
  if (!made || made.id.length > ID_MAX) throw new ApiError(409, 'the passkey cannot be used')
  return deps.db.transaction(async (tx) => {
    await lockFactors(tx, userId)
    if ((await tx.$count(passkey, eq(passkey.userId, userId))) >= PASSKEYS_MAX) throw tooMany()
    const { rowCount } = await tx
      .insert(passkey)
      .values({ ...made, userId, name, createdAt: deps.now() })
      .onConflictDoNothing()
    const [stored] = await tx.select(PASSKEY).from(passkey).where(eq(passkey.id, made.id))
    if (rowCount === 0 || !stored) throw new ApiError(409, 'the passkey is already stored')
    await note(tx, deps, caller, { ...of('passkey.create', stored), after: { name } })
    await notifyOwner(tx, deps, { ...caller, by: 'owner' }, 'passkeyAdded', name)
    return { passkey: stored, recovery_codes: await firstCodes(tx, userId) }
  })
}

type Made = Pick<typeof passkey.$inferInsert, 'id' | 'publicKey' | 'counter' | 'transports' | 'isSynced'>

/** The stored fields of a new passkey; undefined if it was not created for this challenge and site. */
async function checkNewPasskey(
  deps: Pick<Deps, 'ownAddress'>,
  credential: NewPasskey,
  expectedChallenge: string,
): Promise<Made | undefined> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(deps)
  const { response } = credential
  const transports = response.transports?.flatMap((name) => passkeyTransportSchema.safeParse(name).data ?? [])
  try {
    if (hasCertificates(response.attestationObject)) return undefined
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {}, response: { ...response, transports } },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      id,
      publicKey: Buffer.from(publicKey),
      counter,
      transports: transports ?? [],
      isSynced: registrationInfo.credentialBackedUp,
    }
  } catch {
    return undefined
  }
}

/**
 * Whether a device attests its make. Browsers leave that out, as we ask them to. Checking it would call addresses in the certificates,
 * which the sender chooses.
 */
function hasCertificates(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  return format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined)
}

/** Renames a passkey. @throws ApiError 404, 409 if it has another name than `was` */
export async function renamePasskey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  passkeyId: string,
  { name, was }: { name: string; was?: string },
): Promise<Passkey> {
  const one = and(eq(passkey.id, passkeyId), eq(passkey.userId, caller.userId))
  return db.transaction(async (tx) => {
    const [before] = await tx.select({ name: passkey.name }).from(passkey).where(one).for('no key update')
    if (!before) throw notFound()
    if (was !== undefined && was !== before.name)
      throw new ApiError(409, 'the passkey was renamed in the meantime')
    await tx.update(passkey).set({ name }).where(one)
    const [renamed] = await tx.select(PASSKEY).from(passkey).where(one)
    if (!renamed) throw notFound()
    await note(tx, { now }, caller, { ...of('passkey.update', renamed), ...difference(before, { name }) })
    return renamed
  })
}

/**
 * Deletes a passkey; the recovery codes are deleted with the last second factor.
 * @throws ApiError 404, 409 if this server requires the factor or the person could not sign in any more
 */
export async function removePasskey(
  deps: Pick<Deps, 'db' | 'now' | 'providers' | 'settings'>,
  caller: Person,
  passkeyId: string,
): Promise<void> {
  const { userId } = caller
  await removeFactor(deps.db, userId, async (tx) => {
    const removed = await tx
      .delete(passkey)
      .where(and(eq(passkey.id, passkeyId), eq(passkey.userId, userId)))
      .returning({ id: passkey.id, name: passkey.name })
    const [one] = removed
    if (!one) throw notFound()
    await note(tx, deps, caller, { ...of('passkey.delete', one), before: { name: one.name } })
    await notifyOwner(tx, deps, { ...caller, by: 'owner' }, 'passkeyRemoved', one.name)
    // If people sign in only at providers, a passkey is not a sign-in method.
    if (deps.settings.console.passwordLogin && !(await hasWayIn(tx, deps, userId)))
      throw new ApiError(409, ACCOUNT_ERRORS.lastWayIn)
  })
}
