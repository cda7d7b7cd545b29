import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress } from 'node:zlib'
import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { EventLoopQueue } from '../eventLoopQueue'
import { dispositionOf, type FileContent } from '../services/common/file'

const MIN_BYTES = 1024
/** Low and with a small window, because every answer pays for it: 0.1 ms for a page of 50 devices. */
const PARAMS = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 }
/** Text that is compressed once may take longer. */
const ONCE = { [constants.BROTLI_PARAM_QUALITY]: 9 }
/** `br` among the accepted encodings, unless with the weight zero. */
const TAKES_BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/

const takesBrotli = (c: Context) => TAKES_BROTLI.test(c.req.header('Accept-Encoding') ?? '')

/** A file, with its compressed copy if one was stored beside it. */
export interface StoredFile {
  plain: Uint8Array<ArrayBuffer>
  brotli: Uint8Array<ArrayBuffer> | null
}

/** On another thread, so that nobody waits for another caller's answer; a few kilobytes cost as much either way. */
const compressWhole = promisify(brotliCompress)

/** Answers text that was made for this call, compressed if it is long and the caller accepts brotli. */
export async function send(
  c: Context,
  text: string,
  type: string,
  status: StatusCode = 200,
): Promise<Response> {
  c.header('Content-Type', type)
  c.header('Vary', 'Accept-Encoding', { append: true })
  const isCompressed = text.length >= MIN_BYTES && takesBrotli(c)
  if (isCompressed) {
    c.header('Content-Encoding', 'br')
    return sendBytes(c, new Uint8Array(await compressWhole(text, { params: PARAMS })), status)
  }
  return text.length <= SLICE
    ? c.newResponse(text, status)
    : sendBytes(c, new TextEncoder().encode(text), status)
}

/** Bytes of an answer that are sent before the client has read those before them. */
export const SLICE = 64 * 1024

/** One in each pass of the event loop, because the system may accept everything: copying it would hold up the others. */
const slices = new EventLoopQueue()

/** Answers bytes, many of them in slices, so that a client who does not read holds up nothing. */
function sendBytes(c: Context, bytes: Uint8Array<ArrayBuffer>, status?: StatusCode): Response {
  if (bytes.length <= SLICE) return c.newResponse(bytes, status)
  c.header('Content-Length', String(bytes.length))
  let sent = 0
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    await new Promise<void>((resolve) => slices.begin('all', resolve))
    if (sent < bytes.length) controller.enqueue(bytes.subarray(sent, (sent += SLICE)))
    if (sent >= bytes.length) controller.close()
  }
  return c.newResponse(new ReadableStream({ pull }, { highWaterMark: 0 }), status)
}

/** Whether a client has this version of an answer, by its entity tags, or `*`. RFC 9110, section 13.1.2. */
const hasTag = (given: string, tag: string) =>
  given === '*' || given.split(',').some((one) => one.trim() === tag)

/**
 * Answers text that is the same for every call: it is compressed once, and a client that still has it is answered 304. The tag is weak,
 * because the text is sent both compressed and not.
 */
export async function unchanging(text: string, type: string): Promise<(c: Context) => Response> {
  const compressed = new Uint8Array(await compressWhole(text, { params: ONCE }))
  const tag = `W/"${createHash('sha256').update(text).digest('base64url')}"`
  return (c) => {
    c.header('ETag', tag)
    c.header('Vary', 'Accept-Encoding', { append: true })
    if (hasTag(c.req.header('If-None-Match') ?? '', tag)) return c.body(null, 304)
    c.header('Content-Type', type)
    if (!takesBrotli(c)) return c.newResponse(text)
    c.header('Content-Encoding', 'br')
    return c.newResponse(compressed)
  }
}

async function* encode(pieces: AsyncIterable<string>) {
  for await (const piece of pieces) yield Buffer.from(piece)
}

async function* compress(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const brotli = createBrotliCompress({ params: PARAMS })
  // The reader of the stream gets its errors.
  pipeline(Readable.from(encode(pieces)), brotli, () => undefined)
  yield* brotli
}

/**
 * Answers JSON in pieces, each made when the caller has read the previous ones. If one fails, the connection is destroyed, because the
 * caller's JSON is incomplete.
 */
export function sendStream(c: Context, pieces: AsyncIterable<string>, status?: StatusCode): Response {
  c.header('Content-Type', 'application/json')
  c.header('Vary', 'Accept-Encoding', { append: true })
  const isCompressed = takesBrotli(c)
  if (isCompressed) c.header('Content-Encoding', 'br')
  return c.newResponse(streamOf(isCompressed ? compress(pieces) : encode(pieces)), status)
}

/** A stream whose pieces are made when the caller has read the previous ones. */
function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const bytes = pieces[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await bytes.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await bytes.return?.()),
    },
    { highWaterMark: 0 },
  )
}

/**
 * Answers a file that somebody has given. Browsers run nothing of it, show it only if it may be shown, and take it for no other type than
 * this.
 */
export function sendContent(c: Context, file: FileContent, status?: StatusCode): Response {
  c.header('Content-Type', file.type)
  c.header('Content-Disposition', dispositionOf(file))
  c.header('Content-Security-Policy', "default-src 'none'; sandbox")
  if (file.size !== undefined) c.header('Content-Length', String(file.size))
  return c.newResponse(streamOf(file.pieces), status)
}

/** Answers a file from memory: reading it from the disk for each client would take the threads that compress the answers of others. */
export function sendFile(c: Context, { plain, brotli }: StoredFile): Response {
  c.header('Vary', 'Accept-Encoding', { append: true })
  const isCompressed = brotli !== null && takesBrotli(c)
  if (isCompressed) c.header('Content-Encoding', 'br')
  return sendBytes(c, isCompressed ? brotli : plain)
}

/** Answers JSON text as `send` does. */
export const sendJson = (c: Context, text: string, status?: StatusCode): Promise<Response> =>
  send(c, text, 'application/json', status)
