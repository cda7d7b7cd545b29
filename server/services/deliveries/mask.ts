import { byteLength } from '#contract/common'
import { HEADER_NAMES, URL_MAX_BYTES } from '#contract/connectors'

const HIDDEN = '***'

/** The part before the host of something that should have been an address. */
const LOGIN = /\/\/[^/?#]*@/
const SECRET_HEADER = /^(proxy-)?authorization$/i

/** An address as it is shown: without the password in `https://name:password@host`, or a name that stands alone. */
export function maskAddress(address: string): string {
  // Parsing a long host name takes seconds.
  const isLong = byteLength(address) > URL_MAX_BYTES
  if (isLong || !URL.canParse(address)) return address.replace(LOGIN, `//${HIDDEN}@`)
  const url = new URL(address)
  if (!url.username && !url.password) return address
  if (url.password) url.password = HIDDEN
  else url.username = HIDDEN
  return url.href
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const maskHeaders = (header: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(header).map(([name, value]) => [name, SECRET_HEADER.test(name) ? HIDDEN : value]),
  )

/** What a function returned, as it is shown: without what signs in at the receiver. @param returned JSON text */
export function maskReturned(returned: string): string {
  const request: unknown = JSON.parse(returned)
  if (!isObject(request)) return returned
  const shown = { ...request }
  if (typeof request.url === 'string') shown.url = maskAddress(request.url)
  for (const name of HEADER_NAMES) {
    const header = request[name]
    if (isObject(header)) shown[name] = maskHeaders(header)
  }
  return JSON.stringify(shown)
}
