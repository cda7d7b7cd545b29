import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { knownMethod, type Log, loggedPath } from '../log'
import { requestDuration } from '../metrics'

/**
 * Logs each request: its id, method, path without the query and without keys, status, duration in milliseconds. It also measures the
 * duration by route.
 */
export const requestLog =
  (log: Log): MiddlewareHandler =>
  async (c, next) => {
    const began = performance.now()
    await next()
    const took = performance.now() - began
    const { method, path } = c.req
    const { status } = c.res
    const labels = { method: knownMethod(method), route: routePath(c), status }
    requestDuration.observe(labels, took / 1000)
    const ms = Math.round(took * 10) / 10
    log.debug('request', { method, path: loggedPath(path), status, ms })
    c.set('isAnswered', true)
  }
