import { type CryptoKey, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

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

/** The claims of a token that we signed and that has not expired; undefined for other tokens. */
export async function verifyJwt(token: string, key: CryptoKey, now: Date): Promise<Payload | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: now })
    return payloadSchema.safeParse(payload).data
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
