import type { MiddlewareHandler } from 'hono'
import { type Log, loggedPath } from '../log'

/** Logs each request: method, path without the query and without keys, status, duration in milliseconds. */
export const requestLog =
  (log: Log): MiddlewareHandler =>
  async (c, next) => {
    const began = performance.now()
    await next()
    const ms = Math.round((performance.now() - began) * 10) / 10
    log.debug('request', { method: c.req.method, path: loggedPath(c.req.path), status: c.res.status, ms })
  }
