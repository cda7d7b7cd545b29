import { endpoints } from '#contract'
import { routeOf } from '../../server/http/describe'

/** HTTP failures that any request can get. */
const OF_ANY = new Set([417, 421, 431])

const described = endpoints.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^/v2${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  statuses: new Set(Object.keys(routeOf(endpoint).responses).map(Number)),
  parameters: endpoint.path.split('{').length,
}))
// /devices/count is not the path of a device.
described.sort((a, b) => a.parameters - b.parameters)

/** Errors: the OpenAPI document does not list the status of a call's failure. */
export function checkDocumented(method: string, path: string, status: number): void {
  if (status < 400 || status >= 500 || OF_ANY.has(status)) return
  const [pathname = ''] = path.split('?')
  const call = described.find(
    ({ endpoint, pattern }) => endpoint.method === method.toLowerCase() && pattern.test(pathname),
  )
  if (!call || call.statuses.has(status)) return
  throw new Error(`${method} ${call.endpoint.path} answered ${status}, which its documentation does not list`)
}
