import { getConnInfo } from '@hono/node-server/conninfo'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { bearerAuth } from 'hono/bearer-auth'
import type { Deps } from '../deps'
import { ApiError } from '../errors'
import type { Lanes } from '../http/lanes'
import { registry } from '../metrics'
import { isLoopback } from '../providerConfig'
import { readGauges } from '../services/administration/gauges'

/** A proxy on this machine calls for others. */
const FORWARDED = ['forwarded', 'x-forwarded-for']

/** Refuses whoever does not call from this machine itself. */
const fromHere: MiddlewareHandler = async (c, next) => {
  // Calls within the process have no connection.
  const address = c.env?.incoming ? getConnInfo(c).remote.address?.replace(/^::ffff:/, '') : undefined
  if (!isLoopback(address ?? '') || FORWARDED.some((name) => c.req.header(name) !== undefined))
    throw new ApiError(403, 'set METRICS_TOKEN to read the metrics from another machine')
  await next()
}

/** `/metrics` for Prometheus: by the bearer token METRICS_TOKEN, or without one from this machine only. */
export function metricsRoutes(app: OpenAPIHono, deps: Deps, lanes: Lanes) {
  const token = deps.settings.metricsToken
  app.get('/metrics', token === null ? fromHere : bearerAuth({ token }), async (c) => {
    await readGauges(deps, lanes)
    return c.body(await registry.metrics(), 200, {
      'Content-Type': registry.contentType,
      'Cache-Control': 'no-store',
    })
  })
}
