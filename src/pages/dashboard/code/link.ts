import { byteLength } from '#contract/common'
import { TRANSFORMATION_MAX_BYTES } from '#contract/connectors'

/** Name of the parameter. Rules, "Dashboard". */
export const LINK_PARAMETER = 'transformation'

const BASE64URL = /^[\w-]+$/

/** The code of a link, which nobody has agreed to run yet, or why it cannot be read. */
export type Linked = { source: string } | { fault: 'tooLong' | 'broken' }

/** A text as base64url, in UTF-8. */
function encode(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte))
  return btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Errors: the text is not base64url of UTF-8. */
function decode(text: string): string {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  )
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

/**
 * The link to a transformation: the code is in the fragment, which the browser sends to no server.
 * @param page address of the dashboard, with its query
 * @returns null when the code is longer than a transformation may be
 */
export function linkOf(page: string, source: string): string | null {
  if (byteLength(source) > TRANSFORMATION_MAX_BYTES) return null
  const url = new URL(page)
  url.searchParams.delete(LINK_PARAMETER)
  url.hash = `${LINK_PARAMETER}=${encode(source)}`
  return url.href
}

/** The code in the address, from its fragment or else its query; null when there is none. */
export function readLink({ hash, search }: { hash: string; search: string }): Linked | null {
  const text =
    new URLSearchParams(hash.slice(1)).get(LINK_PARAMETER) ?? new URLSearchParams(search).get(LINK_PARAMETER)
  if (text === null) return null
  if (text.length > Math.ceil((TRANSFORMATION_MAX_BYTES * 4) / 3)) return { fault: 'tooLong' }
  try {
    if (!BASE64URL.test(text)) return { fault: 'broken' }
    return { source: decode(text) }
  } catch {
    return { fault: 'broken' }
  }
}
