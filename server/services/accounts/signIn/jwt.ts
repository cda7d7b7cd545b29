import { randomBytes, webcrypto } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type CryptoKey, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Db } from '../../../db/database'
import { serverSecret } from '../../../db/schema'
import { BoundedMap } from '../../common/boundedMap'

/** The only algorithm that tokens may use; `none` is refused. */
const ALGORITHM = 'HS256'

const payloadSchema = z.object({
  jti: z.guid(),
  /** Unix time in seconds. */
  exp: z.number(),
})
type Payload = z.infer<typeof payloadSchema>

/** Signs claims as a JSON web token (RFC 7519). */
export const signJwt = (claims: Payload & Record<string, unknown>, key: CryptoKey): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' }).sign(key)

/** How many tokens are remembered. */
const REMEMBERED = 10_000

/** The claims of tokens that a key has signed: each call brings a token, and WebCrypto takes as long for it as the database. */
const signedBy = new WeakMap<CryptoKey, BoundedMap<string, Payload>>()

/** The claims of a token that we signed and that has not expired; undefined for other tokens. */
export async function verifyJwt(token: string, key: CryptoKey, now: Date): Promise<Payload | undefined> {
  const signed = signedBy.get(key) ?? new BoundedMap(REMEMBERED)
  signedBy.set(key, signed)
  const known = signed.get(token)
  if (known) return known.exp * 1000 > now.getTime() ? known : undefined
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: now })
    const claims = payloadSchema.safeParse(payload).data
    if (claims) signed.set(token, claims)
    return claims
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

const SIGNING_KEY = 'token signing key'

/** Imports the key once; jose would import raw bytes again for every token. */
export const importSigningKey = (bytes: Uint8Array): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

/** The key that signs tokens: created at the first start, shared by all copies of the server. */
export async function readSigningKey(db: Db): Promise<webcrypto.CryptoKey> {
  await db
    .insert(serverSecret)
    .values({ name: SIGNING_KEY, value: randomBytes(32) })
    .onConflictDoNothing()
  const [secret] = await db.select().from(serverSecret).where(eq(serverSecret.name, SIGNING_KEY))
  if (!secret) throw new Error('The key that signs tokens is missing in the database.')
  return importSigningKey(secret.value)
}
