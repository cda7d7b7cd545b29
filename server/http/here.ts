import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { isLoopback } from '../config/providers'

/** Names of headers that proxies of all makes add. */
const OF_PROXIES = [
  // Forwarded, X-Forwarded-For, X-Original-Host, Via, X-Varnish
  /^(x-)?(forward|original-|real-|proxy|via$|varnish|envoy|haproxy|nginx|request-start|scheme|ssl)/,
  /-via$|^x-host$/,
  // X-Real-IP, True-Client-IP, CF-Connecting-IP, X-Cluster-Client-IP, X-Azure-ClientIP
  /(^|-)(real|client|connecting|remote|originating|source|user)-?(ip|ipv6|addr|address|host|port)$/,
  // CF-Ray, CDN-Loop, Fastly-SSL, X-Amz-Cf-Id, X-Amzn-Trace-Id, X-Cloud-Trace-Context
  /^(cf|cdn|fastly|fly|akamai|tailscale|ngrok|front-end)-/,
  /^x-(amz|amzn|arr|azure|akamai|appengine|cloud|vercel|nf|sucuri|tailscale)-/,
]

const isOfProxy = (name: string) => OF_PROXIES.some((pattern) => pattern.test(name))

/** Whether the address is of loopback, no proxy has added a header, and no page of another site makes the call. */
function isPlain(address: string, headers: IncomingHttpHeaders): boolean {
  if (!URL.canParse(address)) return false
  const { host, hostname } = new URL(address)
  const { origin: page } = headers
  const isOwnPage = page === undefined || (URL.canParse(page) && new URL(page).host === host)
  return isLoopback(hostname) && isOwnPage && !Object.keys(headers).some(isOfProxy)
}

/**
 * Whether the caller is certainly on this machine: connected from loopback, to a name of loopback, through no proxy, and not from a page of
 * another site. A proxy that adds no header, as nginx does by default, calls with HTTP/1.0.
 */
export function isAskedFromHere({ headers, httpVersion, socket }: IncomingMessage): boolean {
  const from = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  return isLoopback(from) && httpVersion !== '1.0' && isPlain(`http://${headers.host}`, headers)
}

/** The same for a call. A call within the process has no connection. */
export function isFromHere(c: Context): boolean {
  const incoming: IncomingMessage | undefined = c.env?.incoming
  return incoming ? isAskedFromHere(incoming) : isPlain(c.req.url, c.req.header())
}
