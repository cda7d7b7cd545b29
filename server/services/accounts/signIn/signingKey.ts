import { randomBytes, webcrypto } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/database'
import { serverSecret } from '../../../db/schema'

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
