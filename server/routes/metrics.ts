import type { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { bearerAuth } from 'hono/bearer-auth'
import type { Deps } from '../deps'
import { ApiError } from '../errors'
import { isFromHere } from '../http/here'
import type { Lanes } from '../http/lanes'
import { registry } from '../metrics'
import { readGauges } from '../services/administration/gauges'

/** Refuses callers that are not on this machine itself. */
const fromHere: MiddlewareHandler = async (c, next) => {
  if (!isFromHere(c))
    throw new ApiError(403, 'set METRICS_TOKEN to read the metrics from another machine or through a proxy')
  await next()
}

/** `/metrics` for Prometheus: with the bearer token METRICS_TOKEN, or without one only from this machine. */
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
