import { randomUUID } from 'node:crypto'
import type { ErrorHandler } from 'hono'
import { isDatabaseAway } from '../db/away'
import { isOverdue } from '../db/database'
import { ApiError, reasonOf, rootOf } from '../errors'
import { type Log, loggedPath } from '../log'

/** Seconds after which a call may be tried again while the database is away: PostgreSQL restarts in about one. */
const RETRY_AFTER = 2

/**
 * Answers failures as plain text: 503 while the database is away, or takes too long. An unexpected error is logged
 * under an id; the answer has the id only. When the caller has gone, nobody reads the answer, and the failure is most
 * likely caused by that.
 */
export const answerError =
  (log: Log): ErrorHandler =>
  (error, c) => {
    if (error instanceof ApiError) {
      const { message, status, headers, json } = error
      return json ? c.json(json, status, headers) : c.text(message, status, headers)
    }
    const call = { method: c.req.method, path: loggedPath(c.req.path) }
    if (c.env?.outgoing?.destroyed === true) {
      log.info('a caller has gone before the answer', { ...call, error: reasonOf(error) })
      return c.body(null, 503)
    }
    const trouble = isDatabaseAway(error)
      ? 'the database does not answer'
      : isOverdue(error) && 'the database took too long'
    if (trouble) {
      log.error(trouble, { ...call, error: reasonOf(error) })
      const sentence = `${trouble}, try again in ${RETRY_AFTER} seconds`
      return c.text(sentence, 503, { 'Retry-After': String(RETRY_AFTER) })
    }
    const id = randomUUID()
    log.error('unexpected error', { id, ...call, error: describe(error) })
    return c.text('internal error', 500, { 'X-Error-Id': id })
  }

function describe(error: Error): string {
  const root = rootOf(error)
  return (root instanceof Error && root.stack) || reasonOf(root)
}
