import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { z } from 'zod'

const payloadSchema = z.object({
  jti: z.guid(),
  /** Unix time in seconds. */
  exp: z.number(),
})
type Payload = z.infer<typeof payloadSchema>

/** Signs claims as a JSON web token (RFC 7519). */
export const signJwt = (claims: Payload & Record<string, unknown>, key: KeyObject): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key)

/** The claims of a token that we signed and that has not expired; undefined for any other. */
export function verifyJwt(token: string, key: KeyObject, now: Date): Payload | undefined {
  if (!isSigned(token, key)) return undefined
  const { data: claims } = payloadSchema.safeParse(decodeJwt(token))
  return claims && claims.exp * 1000 > now.getTime() ? claims : undefined
}

/**
 * Whether a token is signed by HS256, whatever it says itself: no other algorithm, and no `none`, can be asked for.
 * Every call pays for this; Web Crypto, by which jose verifies, answers from another thread and takes four times as long.
 */
function isSigned(token: string, key: KeyObject): boolean {
  const end = token.lastIndexOf('.')
  const given = Buffer.from(token.slice(end + 1))
  const ours = createHmac('sha256', key).update(token.slice(0, end)).digest('base64url')
  return given.length === ours.length && timingSafeEqual(given, Buffer.from(ours))
}
