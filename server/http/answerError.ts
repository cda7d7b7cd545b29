import { randomUUID } from 'node:crypto'
import type { ErrorHandler } from 'hono'
import { ApiError } from '../errors'
import type { Log } from '../log'

/** Answers failures as plain text. What was not foreseen is logged under an id, and the caller learns the id only. */
export const answerError =
  (log: Log): ErrorHandler =>
  (error, c) => {
    if (error instanceof ApiError) return c.text(error.message, error.status, error.headers)
    const id = randomUUID()
    log.error('unexpected error', { id, method: c.req.method, path: c.req.path, error: describe(error) })
    return c.text('internal error', 500, { 'X-Error-Id': id })
  }

/** The stack of an error and its cause. Statements and their values stay out: they hold what people typed. */
function describe(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error
  return cause.stack ?? cause.message
}
