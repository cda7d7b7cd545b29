import { AUTH_ERRORS } from '#contract/auth'
import { isDatabaseAway, isDatabaseFull, isDatabaseReadOnly } from './db/away'
import { ClusterError } from './db/cluster/errors'

type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 421 | 424 | 429 | 503

/** A failure as an answer: the sentence is its body, unless it has a body of JSON. */
export class ApiError extends Error {
  constructor(
    readonly status: ErrorStatus,
    sentence: string,
    readonly headers: Record<string, string> = {},
    readonly json?: object,
  ) {
    super(sentence)
  }
}

/**
 * The cause of an error. An error of the database layer contains statements with values that people typed, and one that tried several
 * addresses has no message of its own; an error that says what to do is its own cause.
 */
export function rootOf(error: unknown): unknown {
  if (error instanceof ClusterError) return error
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0])
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error
}

/** The text of a failure in the log. */
export function reasonOf(error: unknown): string {
  const root = rootOf(error)
  return root instanceof Error ? root.message : String(root)
}

/** Whether the log has a failure already: a read-only database is logged once for all calls. */
export const isLogged = isDatabaseReadOnly

/** Codes of connections that had been established. */
const ENDED_CODES = /^(57P0[125]|25P03|08\w{3}|ECONNRESET|ECONNABORTED|EPIPE)$/

/** The fault of the database, in words; undefined for another kind of error. */
export function databaseTrouble(error: unknown): string | undefined {
  if (isDatabaseFull(error)) return 'the disk of the database is full'
  if (isDatabaseReadOnly(error)) return 'the database can only be read, as a standby is'
  if (!isDatabaseAway(error)) return undefined
  const root = rootOf(error)
  const message = root instanceof Error ? root.message : String(root)
  const code = root instanceof Error && 'code' in root ? String(root.code) : ''
  const isEnded = ENDED_CODES.test(code) || /^(Connection terminated|Client )/.test(message)
  return `the database ${isEnded ? 'has ended the connection' : 'does not answer'} (${message})`
}

/** The same as sentences for the person who runs a command, with what to do. */
export function databaseAdvice(error: unknown): string | undefined {
  const advice = isDatabaseReadOnly(error)
    ? 'Use the primary one.'
    : 'Look at it and at its disk, then try again.'
  const trouble = databaseTrouble(error)
  return trouble && `${trouble.replace(/^t/, 'T')}. ${advice}`
}

export const notFound = () => new ApiError(404, 'not found')
export const badToken = () => new ApiError(401, AUTH_ERRORS.badToken, { 'WWW-Authenticate': 'Bearer' })
export const badKey = () => new ApiError(401, AUTH_ERRORS.badKey, { 'WWW-Authenticate': 'Bearer' })
export const onlyForKeys = () => new ApiError(403, AUTH_ERRORS.onlyForKeys)
export const notForKeys = () => new ApiError(403, AUTH_ERRORS.notForKeys)
export const notRecent = () => new ApiError(403, AUTH_ERRORS.notRecent)
export const noSecondFactor = () => new ApiError(403, AUTH_ERRORS.noSecondFactor)
export const notVerified = () => new ApiError(403, AUTH_ERRORS.notVerified)
