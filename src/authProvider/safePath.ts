/**
 * The path when it leads to a place of this console, else the fallback.
 * Every redirect that comes from storage or from a URL goes through here.
 */
export function safePath(path: string | null | undefined, fallback = '/spaces'): string {
  if (!path?.startsWith('/')) return fallback
  let url: URL
  try {
    url = new URL(path, window.location.origin)
  } catch {
    return fallback
  }
  const leadsBackToLogin = url.pathname === '/login' || url.pathname.startsWith('/login/')
  if (url.origin !== window.location.origin || url.pathname.startsWith('//') || leadsBackToLogin)
    return fallback
  return url.pathname + url.search + url.hash
}
