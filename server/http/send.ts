import { brotliCompressSync, constants } from 'node:zlib'
import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'

const MIN_BYTES = 1024
/** Low and with a small window, because every answer pays for it: 0.1 ms for a page of 50 devices. */
const PARAMS = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 }
/** `br` among what the caller accepts, unless with the weight zero. */
const TAKES_BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/

/** Answers text that was made for this call, compressed when it is long and the caller takes brotli. */
export function send(c: Context, text: string, type: string, status: StatusCode = 200): Response {
  c.header('Content-Type', type)
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (text.length < MIN_BYTES || !TAKES_BROTLI.test(c.req.header('Accept-Encoding') ?? ''))
    return c.newResponse(text, status)
  c.header('Content-Encoding', 'br')
  return c.newResponse(new Uint8Array(brotliCompressSync(text, { params: PARAMS })), status)
}

/** The same for JSON. */
export const sendJson = (c: Context, text: string, status?: StatusCode): Response =>
  send(c, text, 'application/json', status)
