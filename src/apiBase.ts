/** Local setting that overrides the API base of the configuration. Rules, "Requests". */
export const API_BASE_KEY = 'apiBase'

/**
 * Base of all calls, without a trailing slash: the local setting, else the configuration, else `https://api.{host}/v2`.
 * Rules, "Requests".
 */
export function resolveApiBase(configured: string | null, override: string | null, host: string): string {
  return (override?.trim() || configured || `https://api.${host}/v2`).replace(/\/+$/, '')
}
