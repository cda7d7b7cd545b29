import { byteLength } from '#contract/common'
import { TRANSFORMATION_MAX_BYTES } from '#contract/connectors'

/** Name of the parameter. Rules, "Dashboard". */
export const LINK_PARAMETER = 'transformation'

const BASE64URL = /^[\w-]+$/

/** Code of a link that nobody has agreed to run yet, or why it is unreadable. */
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
 * Link to a transformation. The code is in the fragment, which browsers do not send to servers.
 * @param page address of the dashboard, with its query
 * @returns null if the code is too long for a transformation
 */
export function linkOf(page: string, source: string): string | null {
  if (byteLength(source) > TRANSFORMATION_MAX_BYTES) return null
  const url = new URL(page)
  url.searchParams.delete(LINK_PARAMETER)
  url.hash = `${LINK_PARAMETER}=${encode(source)}`
  return url.href
}

/** The code in the address, from its fragment or else its query; null if there is none. */
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
