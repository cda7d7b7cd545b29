import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { DatabaseBusy, isDatabaseAway, isDatabaseFull, isDatabaseReadOnly, ReadGivenUp } from '../db/away'
import { isOverdue } from '../db/database'
import { ApiError, isLogged, reasonOf, rootOf } from '../errors'
import { type Log, loggedPath } from '../log'

const isBusy = (error: unknown): boolean =>
  error instanceof Error && (error instanceof DatabaseBusy || isBusy(error.cause))
const tookTooLong = (error: unknown) => error instanceof ReadGivenUp || isOverdue(error)

/** Temporary faults of the database, and the seconds after which a call may be retried: PostgreSQL restarts in about one. */
const TROUBLES: {
  isOne: (error: unknown) => boolean
  sentence: string
  retryAfter: number
}[] = [
  { isOne: isDatabaseReadOnly, sentence: 'the database can only be read', retryAfter: 10 },
  { isOne: tookTooLong, sentence: 'this call took too long and was stopped', retryAfter: 2 },
  { isOne: isBusy, sentence: 'the server is busy', retryAfter: 2 },
  { isOne: isDatabaseAway, sentence: 'the database does not answer', retryAfter: 2 },
  { isOne: isDatabaseFull, sentence: 'the disk of the database is full', retryAfter: 60 },
]

/**
 * Answers failures as plain text: 503 while the database is away, read-only or full, while all connections to it are in use, or if the call
 * took too long. The answer does not describe an unexpected error; the log has it under the id of the request, which every answer has. If
 * the caller has disconnected, nobody reads the answer, and the failure is most likely caused by that.
 */
export const answerError =
  (log: Log): ErrorHandler =>
  (error, c) => {
    if (error instanceof ApiError) {
      const { message, status, headers, json } = error
      return json ? c.json(json, status, headers) : c.text(message, status, headers)
    }
    if (error instanceof HTTPException) return error.getResponse()
    const call = { method: c.req.method, path: loggedPath(c.req.path) }
    if (c.env?.outgoing?.destroyed === true) {
      log.info('a caller disconnected before the answer', { ...call, error: reasonOf(error) })
      return c.body(null, 503)
    }
    const trouble = TROUBLES.find(({ isOne }) => isOne(error))
    if (trouble) {
      const { sentence, retryAfter } = trouble
      // The log has it from `ReadOnly`, once for all calls.
      log[isLogged(error) ? 'debug' : 'error'](sentence, { ...call, error: reasonOf(error) })
      return c.text(`${sentence}, try again in ${retryAfter} seconds`, 503, {
        'Retry-After': String(retryAfter),
      })
    }
    log.error('unexpected error', { ...call, error: describe(error) })
    return c.text('internal error', 500)
  }

function describe(error: Error): string {
  const root = rootOf(error)
  return (root instanceof Error && root.stack) || reasonOf(root)
}
