import { randomUUID } from 'node:crypto'
import type { ErrorHandler } from 'hono'
import { isDatabaseAway } from '../db/database'
import { ApiError, reasonOf, rootOf } from '../errors'
import { type Log, loggedPath } from '../log'

/** Seconds after which a call may be tried again while the database is away: PostgreSQL restarts in about one. */
const RETRY_AFTER = 2

/**
 * Answers failures as plain text: 503 while the database is away. An unexpected error is logged under an id; the answer
 * has the id only.
 */
export const answerError =
  (log: Log): ErrorHandler =>
  (error, c) => {
    if (error instanceof ApiError) return c.text(error.message, error.status, error.headers)
    if (isDatabaseAway(error)) {
      log.error('the database is away', {
        method: c.req.method,
        path: loggedPath(c.req.path),
        error: reasonOf(error),
      })
      const sentence = `the database does not answer, try again in ${RETRY_AFTER} seconds`
      return c.text(sentence, 503, { 'Retry-After': String(RETRY_AFTER) })
    }
    const id = randomUUID()
    log.error('unexpected error', {
      id,
      method: c.req.method,
      path: loggedPath(c.req.path),
      error: describe(error),
    })
    return c.text('internal error', 500, { 'X-Error-Id': id })
  }

function describe(error: Error): string {
  const root = rootOf(error)
  return (root instanceof Error && root.stack) || reasonOf(root)
}
