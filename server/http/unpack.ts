import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Context } from 'hono'
import { BODY_MAX_BYTES, type Endpoint } from '#contract/common'
import { ApiError } from '../errors'

/** Whether a call accepts compressed bodies: devices pay for what they send. */
export const takesGzip = ({ access }: Endpoint): boolean => access === 'device'

const PLAIN = /^(identity)?$/i
/** The second is an old name for it. RFC 9110, section 8.4.1.3. */
const GZIP = /^(x-)?gzip$/i

/**
 * Whether the body of a call is compressed.
 * @throws ApiError 415 with the encodings that the call takes
 */
export function isPacked(endpoint: Endpoint, c: Context): boolean {
  const encoding = c.req.header('content-encoding')?.trim() ?? ''
  if (PLAIN.test(encoding)) return false
  if (takesGzip(endpoint) && GZIP.test(encoding)) return true
  const taken = takesGzip(endpoint) ? 'gzip' : 'identity'
  const sentence = `the content encoding must be ${taken === 'gzip' ? 'gzip, or none' : 'none: the body may not be compressed'}`
  throw new ApiError(415, sentence, { 'Accept-Encoding': taken })
}

/**
 * Unpacks the body of a call, which is then read as if it had not been compressed. No more is unpacked than a body may have.
 * @returns its bytes
 * @throws ApiError 400, 413
 */
export async function unpackBody(c: Context): Promise<number> {
  const { buffer, byteOffset, byteLength } = await promisify(zlib.gunzip)(await c.req.arrayBuffer(), {
    maxOutputLength: BODY_MAX_BYTES,
  }).catch(refuse)
  c.req.bodyCache.arrayBuffer = buffer.slice(byteOffset, byteOffset + byteLength)
  return byteLength
}

function refuse(error: NodeJS.ErrnoException): never {
  throw error.code === 'ERR_BUFFER_TOO_LARGE'
    ? new ApiError(413, 'the body must have at most 1 MB when it is unpacked')
    : new ApiError(400, 'the body is not valid gzip')
}
