import { parseJson } from '../../../components/json/document'

/** Whether a body is a JSON object with a field `error`. Spec 2, section 2. */
export function hasError(body: string | null): boolean {
  // Most bodies have none, and some are a megabyte long.
  if (!body?.includes('"error"')) return false
  const value = parseJson(body)
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, 'error')
}
