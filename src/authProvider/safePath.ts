import { addresses, WITH_SECRET_IDS } from '../addresses'

/** Longest path to follow, including its query, in characters: servers refuse longer ones. */
const MAX_LENGTH = 8000
/** Maximum number of times that a path may be encoded. */
const MAX_ENCODINGS = 5

/** Pages for signed-out people, with everything below them. */
const PUBLIC = [addresses.login, addresses.signUp, addresses.invitation, addresses.setup, addresses.callback]

/** A fully decoded path; null if it is encoded too many times or invalid. */
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

/** Whether a decoded path may lead to another host or is not a page path. */
// oxlint-disable-next-line no-control-regex -- browsers drop some of them, so that `/\t/host` becomes `//host`
const isStrange = (path: string) => /[\\\u0000-\u001f\u007f]|\/\//.test(path) || /\/\.\.?(\/|$)/.test(path)

/** Whether the page is for signed-out people. Going there after sign-in would loop. */
const isPublic = (path: string) => {
  // Case-insensitive, like the router.
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
 * The path if it leads to a page of this console for signed-in people, else the fallback.
 * Every redirect from storage or a URL goes through here.
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

/** The path in a form that may be stored, else the fallback. For a record whose id is a secret, it is the list. */
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
