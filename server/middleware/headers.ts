import type { MiddlewareHandler } from 'hono'
import { SECOND_FACTORS_HEADER } from '#contract/auth/errors'
import { SERVER_TIME_HEADER, UNKNOWN_FIELDS_HEADER, UNKNOWN_PARAMETERS_HEADER } from '#contract/common'
import { isLoopback } from '../config/providers'
import type { Hsts } from '../config/variables'
import type { AppSettings, Deps } from '../deps'
import { ApiError } from '../errors'
import type { Log } from '../log'

const YEAR = 365 * 24 * 3600

/** HTTP Strict Transport Security (RFC 6797); the values that the browsers' preload list asks for: hstspreload.org. */
const STRICT_TRANSPORT = {
  host: `max-age=${YEAR}`,
  subdomains: `max-age=${YEAR}; includeSubDomains`,
  preload: `max-age=${2 * YEAR}; includeSubDomains; preload`,
} satisfies Record<Hsts, string>

/** On this machine the console may also call a server on another port, for development. */
const LOCAL_SOURCES = ['http://localhost:*', 'http://127.0.0.1:*']

/**
 * The content security policy: nothing from other origins, no inline scripts.
 * @param style allows the style elements with this nonce or hash, `nonce-…` or `sha256-…`; without it none are allowed
 */
export function contentSecurityPolicy(settings: AppSettings, style?: string): string {
  const { console: config, connectSources, loopback } = settings
  const api = config.apiBase?.startsWith('http') ? [new URL(config.apiBase).origin] : []
  const connect = ["'self'", ...api, ...connectSources, ...(loopback ? LOCAL_SOURCES : [])]
  return [
    "default-src 'self'",
    "script-src 'self'",
    "worker-src 'self' blob:",
    `style-src 'self'${style === undefined ? '' : ` '${style}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src ${[...new Set(connect)].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Policy of a worker that runs WebAssembly. Only its script is served with it, so that no page allows WebAssembly. */
export const WASM_WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** The security headers of every answer. */
export const securityHeadersOf = (settings: AppSettings): [name: string, value: string][] =>
  Object.entries({
    'Content-Security-Policy': contentSecurityPolicy(settings),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    // The console may check whether the window of an identity provider has come back.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    ...(settings.hsts && { 'Strict-Transport-Security': STRICT_TRANSPORT[settings.hsts] }),
  })

/** Headers that only documents and workers follow. */
export const OF_DOCUMENTS = [
  'Content-Security-Policy',
  'X-Frame-Options',
  'Referrer-Policy',
  'Permissions-Policy',
  'Cross-Origin-Opener-Policy',
] as const

/** Adds the security headers to every answer. */
export function securityHeaders(settings: AppSettings): MiddlewareHandler {
  const headers = securityHeadersOf(settings)
  return async (c, next) => {
    for (const [name, value] of headers) c.header(name, value)
    await next()
  }
}

const WRONG_HOST =
  'this server is called by the names of this machine only, such as localhost; set PUBLIC_URL where people reach it by another one'

/**
 * Refuses calls by other names if only this machine or our proxy calls: such a name belongs to another site's page, whose name resolves to
 * this machine.
 */
export const ownHost =
  ({ hosts }: Pick<AppSettings, 'hosts'>): MiddlewareHandler =>
  async (c, next) => {
    const { hostname } = new URL(c.req.url)
    if (hosts !== null && !isLoopback(hostname) && !hosts.includes(hostname))
      throw new ApiError(421, WRONG_HOST)
    await next()
  }

/** Logs once that a proxy calls which is not in the configuration. */
export function noteProxy({ trustProxy }: Pick<AppSettings, 'trustProxy'>, log: Log): MiddlewareHandler {
  let isSaid = trustProxy
  return async (c, next) => {
    if (!isSaid && c.req.header('x-forwarded-for') !== undefined) {
      isSaid = true
      log.error('a proxy calls, and TRUST_PROXY is not set: all callers share one address in limits')
    }
    await next()
  }
}

const EXPOSED = [
  'ETag',
  'Retry-After',
  'X-Request-Id',
  UNKNOWN_PARAMETERS_HEADER,
  UNKNOWN_FIELDS_HEADER,
  SECOND_FACTORS_HEADER,
  SERVER_TIME_HEADER,
]

/**
 * Calls from any origin are allowed, because they are authorized only by a token, never by a cookie. Browsers store no answer, because many
 * contain secrets.
 */
export const anyOrigin: MiddlewareHandler = async (c, next) => {
  c.header('Cache-Control', 'no-store')
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Access-Control-Expose-Headers', EXPOSED.join(', '))
  await next()
}

/** Sends the time by the clock that all copies of the server share; `Date` is that of one machine, or of a proxy. */
export const serverTime =
  ({ now }: Pick<Deps, 'now'>): MiddlewareHandler =>
  async (c, next) => {
    c.header(SERVER_TIME_HEADER, now().toISOString())
    await next()
  }
