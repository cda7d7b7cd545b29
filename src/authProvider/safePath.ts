import { addresses, WITH_SECRET_IDS } from '../addresses'

/** Longest path with query that is followed, in characters: servers refuse longer ones. */
const MAX_LENGTH = 8000
/** How often a path may be encoded. */
const MAX_ENCODINGS = 5

/** Pages for signed-out people, with everything below them. */
const PUBLIC = [addresses.login, addresses.signUp, addresses.invitation, addresses.setup, addresses.callback]

/** A path after decoding it as often as possible; null when it is encoded too often or invalid. */
function decoded(path: string): string | null {
  let text = path
  for (let times = 0; times <= MAX_ENCODINGS; times++)
    try {
      const next = decodeURIComponent(text)
      if (next === text) return text
      text = next
    } catch {
      return null
    }
  return null
}

/** Whether a decoded path may lead to another host, or is not the path of a page. */
// oxlint-disable-next-line no-control-regex -- browsers leave some of them out, so that `/\t/host` becomes `//host`
const isStrange = (path: string) => /[\\\u0000-\u001f\u007f]|\/\//.test(path) || /\/\.\.?(\/|$)/.test(path)

/** Whether the page is for signed-out people: going there after the sign-in would lead in circles. */
const isPublic = (path: string) => {
  // As the router does.
  const lower = path.toLowerCase()
  return PUBLIC.some((page) => lower === page || lower.startsWith(`${page}/`))
}

function parsed(path: string): URL | null {
  try {
    return new URL(path, window.location.origin)
  } catch {
    return null
  }
}

/**
 * The path when it leads to a page of this console for signed-in people, else the fallback.
 * Every redirect that comes from storage or from a URL goes through here.
 */
export function safePath(path: string | null | undefined, fallback = '/spaces'): string {
  if (!path?.startsWith('/') || isStrange(path.replace(/[?#].*/s, ''))) return fallback
  const url = parsed(path)
  if (url?.origin !== window.location.origin) return fallback
  const { pathname, search, hash } = url
  if (pathname.length + search.length > MAX_LENGTH) return fallback
  const meant = decoded(pathname)
  return meant === null || isStrange(meant) || isPublic(meant) ? fallback : pathname + search + hash
}

/** The path as the browser may store it, else the fallback: instead of a record whose id is a secret, its list. */
export function storablePath(path: string, fallback = ''): string {
  const safe = safePath(path, fallback)
  const { pathname } = new URL(safe, window.location.origin)
  const [, space = '', id, resource = '', record] = pathname.split('/')
  const isOfSecret =
    record &&
    decoded(space)?.toLowerCase() === 'space' &&
    WITH_SECRET_IDS.has(decoded(resource)?.toLowerCase() ?? '')
  return isOfSecret ? `/${space}/${id}/${resource}` : safe
}
