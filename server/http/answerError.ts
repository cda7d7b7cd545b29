import { randomUUID } from 'node:crypto'
import type { ErrorHandler } from 'hono'
import { ApiError, reasonOf, rootOf } from '../errors'
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

function describe(error: Error): string {
  const root = rootOf(error)
  return (root instanceof Error && root.stack) || reasonOf(root)
}
