import type { IncomingHttpHeaders } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { constants, createBrotliDecompress, createInflateRaw, createUnzip } from 'node:zlib'
import { ATTEMPT_TEXT_MAX_BYTES, RETRY_AFTER_MAX } from '#contract/connectors'
import { Closed, type Incoming } from './web'

/** Most bytes of an answer that are kept until it is decoded, and that are read at all. A longer answer is not read to its end. */
const KEPT = 4 * ATTEMPT_TEXT_MAX_BYTES
const READ_MAX = 1024 * 1024

/** The bytes as text that PostgreSQL can store, without a character cut in half. */
export const textOf = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes.subarray(0, ATTEMPT_TEXT_MAX_BYTES), { stream: true })
    .replaceAll('\0', '\uFFFD')

/** Whether a text may be the beginning of a longer one; a character that does not fit is left out. */
export const isCut = (text: string): boolean => Buffer.byteLength(text) > ATTEMPT_TEXT_MAX_BYTES - 4

/** The beginning of a body. */
export interface AnswerBody {
  /** The body as it came, if its encoding is unknown. */
  text: string
  /** The encoding that could not be undone; else null. */
  encoding: string | null
}

/** The first bytes of a stream: at least `kept` if it has them. Reading goes on up to `most`. */
async function firstBytes(stream: Readable, kept: number, most: number) {
  const chunks: Buffer[] = []
  let size = 0
  let isPart = false
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    if (size <= kept) chunks.push(bytes)
    else isPart = true
    size += bytes.length
    if (size > most) break
  }
  return { bytes: Buffer.concat(chunks), isPart, isCut: size > most }
}

/**
 * Returns the decoder of an HTTP content encoding (RFC 9110, 8.4.1). A body that was cut here is decoded as far as it goes; one that ends
 * too early is an error.
 */
function decoderOf(encoding: string, [first = 0]: Uint8Array, isPart: boolean): Transform | null {
  const deflated = { finishFlush: isPart ? constants.Z_SYNC_FLUSH : constants.Z_FINISH }
  if (encoding === 'br')
    return createBrotliDecompress({
      finishFlush: isPart ? constants.BROTLI_OPERATION_FLUSH : constants.BROTLI_OPERATION_FINISH,
    })
  if (encoding === 'gzip' || encoding === 'x-gzip') return createUnzip(deflated)
  // Some servers leave out the header of zlib.
  if (encoding === 'deflate') return (first & 0x0f) === 8 ? createUnzip(deflated) : createInflateRaw(deflated)
  return null
}

async function decoded(bytes: Buffer, encoding: string, isPart: boolean): Promise<Buffer | null> {
  const decoder = decoderOf(encoding, bytes, isPart)
  if (!decoder) return null
  decoder.end(bytes)
  try {
    const { bytes: plain } = await firstBytes(decoder, ATTEMPT_TEXT_MAX_BYTES, ATTEMPT_TEXT_MAX_BYTES)
    return plain
  } catch {
    return null
  }
}

const encodingOf = ({ 'content-encoding': encoding = '' }: IncomingHttpHeaders) => {
  const name = encoding.trim().toLowerCase()
  return name === 'identity' ? '' : name
}

/** Reads an answer to its end, unless it is very long. Throws if it breaks off. */
export async function readBody({ headers, body, isWhole }: Incoming): Promise<AnswerBody> {
  const { bytes, isPart, isCut } = await firstBytes(body, KEPT, READ_MAX)
  if (!isCut && !isWhole()) throw new Closed()
  const encoding = encodingOf(headers)
  if (encoding === '' || bytes.length === 0) return { text: textOf(bytes), encoding: null }
  const plain = await decoded(bytes, encoding, isPart)
  return plain ? { text: textOf(plain), encoding: null } : { text: textOf(bytes), encoding }
}

/** All three forms of an HTTP date begin with a day of the week, and are in UTC. */
const HTTP_DATE = /^(mon|tue|wed|thu|fri|sat|sun).*?( gmt)?$/i

/** The time of an HTTP date in milliseconds; NaN if the text is not a date. */
function timeOf(text: string): number {
  const [whole, , zone] = HTTP_DATE.exec(text.trim()) ?? []
  return whole === undefined ? Number.NaN : Date.parse(zone ? whole : `${whole} GMT`)
}

/**
 * Seconds that an answer asks to wait by `Retry-After`, at most a day: a number, or a date (RFC 9110, 10.2.3), which is read by the
 * receiver's clock, its `Date`, if there is one. Null if the header is absent, unreadable or in the past.
 */
export function retryAfterOf(
  { 'retry-after': header = '', date = '' }: Pick<IncomingHttpHeaders, 'retry-after' | 'date'>,
  now: Date,
): number | null {
  const text = header.trim()
  const sentAt = timeOf(date)
  const from = Number.isNaN(sentAt) ? now.getTime() : sentAt
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((timeOf(text) - from) / 1000)
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX) : null
}
