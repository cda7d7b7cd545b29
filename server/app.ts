import { randomBytes } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { contextStorage } from 'hono/context-storage'
import { cors } from 'hono/cors'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { requestId } from 'hono/request-id'
import { getPath } from 'hono/utils/url'
import { endpoints } from '#contract'
import { BODY_MAX_BYTES } from '#contract/common'
import { FILE_MAX_BYTES } from '#contract/deviceLog'
import type { Deps } from './deps'
import { ApiError } from './errors'
import { answerError } from './http/answerError'
import { implementOn } from './http/implement'
import { makeLanes } from './http/lanes'
import { anyOrigin, noteProxy, ownHost, securityHeaders, serverTime } from './middleware/headers'
import { requestLog } from './middleware/requestLog'
import { accountRoutes } from './routes/accounts'
import { adminRoutes } from './routes/admin'
import { alertRoutes, noticeRoutes, pushRoutes } from './routes/alerts'
import { connectorRoutes, replayRoutes } from './routes/connectors'
import { deviceRoutes } from './routes/devices'
import { documentationRoutes } from './routes/documentation'
import { guestRoutes } from './routes/guests'
import { metricsRoutes } from './routes/metrics'
import { oauthRoutes } from './routes/oauth'
import { rolloutRoutes } from './routes/rollouts'
import { seriesRoutes } from './routes/series'
import { siteRoutes } from './routes/site'
import { overviewRoutes, spaceRoutes } from './routes/spaces'
import { trashRoutes } from './routes/trash'
import { variableRoutes } from './routes/variables'
import { currentTracing } from './tracing'

const MB = 1024 * 1024

/** Limits the body of a call. Only one of unknown length is counted, because counting makes Node build a whole Request. */
function limitTo(maxSize: number): MiddlewareHandler {
  const tooLarge = () => {
    // The rest of the body is unread, so the connection cannot be reused.
    throw new ApiError(413, `the body must have at most ${maxSize / MB} MB`, { Connection: 'close' })
  }
  const count = bodyLimit({ maxSize, onError: tooLarge })
  return async (c, next) => {
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return count(c, next)
    return Number(length) > maxSize ? tooLarge() : next()
  }
}

const limitOrdinary = limitTo(BODY_MAX_BYTES)
const limitFile = limitTo(FILE_MAX_BYTES)

/** The paths of calls that take files. */
const FILE_PATHS = endpoints
  .filter(({ takesFile }) => takesFile)
  .map(({ path }) => new RegExp(`^/v2${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))

const limitBody: MiddlewareHandler = async (c, next) => {
  if (['GET', 'HEAD'].includes(c.req.method)) return next()
  const takesFile = c.req.method === 'PUT' && FILE_PATHS.some((path) => path.test(c.req.path))
  return takesFile ? limitFile(c, next) : limitOrdinary(c, next)
}

/** Short, because every answer has it, and people read it to others. */
const newRequestId = () => randomBytes(9).toString('base64url')

/** The path by which a call is found: a trailing slash makes no difference. Pages of the console stay as they are. */
function pathOf(request: Request): string {
  const path = getPath(request)
  return path.startsWith('/v2/') && path.endsWith('/') ? path.slice(0, -1) : path
}

/** The server's application: /v2, `/config.json`, `/health`, `/metrics` and the console's files. It has no side effects. */
export function createApp(deps: Deps): OpenAPIHono {
  const { settings, log } = deps
  const v2 = new OpenAPIHono()
  v2.use(limitBody)
  v2.use(
    methodNotAllowed({
      app: v2,
      onMethodNotAllowed: (c, methods) => c.text('method not allowed', 405, { Allow: methods.join(', ') }),
    }),
  )
  const lanes = makeLanes()
  const implement = implementOn(v2, deps, lanes)
  accountRoutes(implement, deps)
  spaceRoutes(implement, deps)
  deviceRoutes(implement, deps, lanes)
  connectorRoutes(implement, deps)
  variableRoutes(implement, deps)
  trashRoutes(implement, deps)
  seriesRoutes(implement, deps)
  guestRoutes(implement, deps)
  overviewRoutes(implement, deps)
  alertRoutes(implement, deps)
  rolloutRoutes(implement, deps)
  replayRoutes(implement, deps)
  noticeRoutes(implement, deps)
  pushRoutes(implement, deps)
  adminRoutes(implement, deps)
  oauthRoutes(v2, deps)
  documentationRoutes(v2, settings)

  const app = new OpenAPIHono({ getPath: pathOf })
  const tracing = currentTracing()
  app.use(
    contextStorage(),
    requestId({ generator: newRequestId }),
    ...(tracing ? [tracing.requests] : []),
    requestLog(log),
    securityHeaders(settings),
    ownHost(settings),
    noteProxy(settings, log),
  )
  app.options('/v2/*', cors({ origin: '*', maxAge: 3600 }))
  app.use('/v2/*', anyOrigin, serverTime(deps))
  // The console of another server reads which capabilities this one has.
  app.use('/config.json', anyOrigin)
  app.route('/v2', v2)
  metricsRoutes(app, deps, lanes)
  siteRoutes(app, deps)
  app.notFound((c) => c.text('not found', 404))
  app.onError(answerError(log))
  return app
}
