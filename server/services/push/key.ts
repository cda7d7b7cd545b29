import { createECDH, createPrivateKey } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import type { Db } from '../../db/database'
import { serverSecret } from '../../db/schema'
import type { PushKey } from '../../deps'

const PUSH_KEY = 'push key'
/** Seconds that a signed header is valid; 24 hours at most (RFC 8292). */
const VALID = 12 * 3600

/** The key that signs push messages: created at the first start, shared by all copies of the server. */
export async function readPushKey(db: Db): Promise<PushKey> {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  await db.insert(serverSecret).values({ name: PUSH_KEY, value: ecdh.getPrivateKey() }).onConflictDoNothing()
  const [secret] = await db.select().from(serverSecret).where(eq(serverSecret.name, PUSH_KEY))
  if (!secret) throw new Error('The key that signs push messages is missing in the database.')
  ecdh.setPrivateKey(secret.value)
  const point = ecdh.getPublicKey()
  const publicKey = point.toString('base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      // A number that begins with zeros is stored without them.
      d: Buffer.concat([Buffer.alloc(32 - secret.value.length), secret.value]).toString('base64url'),
    },
  })
  return {
    publicKey,
    authorization: async (endpoint, contact, now) => {
      const token = await new SignJWT()
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(new URL(endpoint).origin)
        .setExpirationTime(Math.floor(now.getTime() / 1000) + VALID)
        .setSubject(contact)
        .sign(key)
      return `vapid t=${token}, k=${publicKey}`
    },
  }
}
