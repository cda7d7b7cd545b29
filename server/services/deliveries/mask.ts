import { byteLength, digitsOf, isObject, withDigits } from '#contract/common'
import { HEADER_NAMES, URL_MAX_BYTES } from '#contract/connectors'

const HIDDEN = '***'

/** The part before the host of something that should have been an address. */
const LOGIN = /\/\/[^/?#]*@/
/** Names of headers and parameters whose values sign in. */
const SECRET_NAME = /^(proxy-)?authorization$|cookie|token|secret|password|key/i

/** A name as it was written before it was encoded, if it was. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const maskParameter = (parameter: string) => {
  const [name = '', ...value] = parameter.split('=')
  return value.length > 0 && SECRET_NAME.test(decoded(name)) ? `${name}=${HIDDEN}` : parameter
}

/** @param query with its question mark */
const maskQuery = (query: string) => `?${query.slice(1).split('&').map(maskParameter).join('&')}`

/**
 * An address as it is shown: without the values of parameters whose names say that they are secret, and without the password in
 * `https://name:password@host`, or a name that stands alone.
 */
export const maskAddress = (address: string): string => maskLogin(address.replace(/\?[^#]*/, maskQuery))

function maskLogin(address: string): string {
  // Parsing a long host name takes seconds.
  const isLong = byteLength(address) > URL_MAX_BYTES
  if (isLong || !URL.canParse(address)) return address.replace(LOGIN, `//${HIDDEN}@`)
  const url = new URL(address)
  if (!url.username && !url.password) return address
  if (url.password) url.password = HIDDEN
  else url.username = HIDDEN
  return url.href
}

/** The value of a header as it is shown. */
export const maskHeader = (name: string, value: string): string => (SECRET_NAME.test(name) ? HIDDEN : value)

const maskHeaders = (header: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(header).map(([name, value]) => [name, SECRET_NAME.test(name) ? HIDDEN : value]),
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
  return withDigits(JSON.stringify(shown), digitsOf(returned))
}
