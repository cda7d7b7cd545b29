import { AUTH_ERRORS } from '#contract/auth'

type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429

/** An answer of failure: the sentence is its body. */
export class ApiError extends Error {
  constructor(
    readonly status: ErrorStatus,
    sentence: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(sentence)
  }
}

/** What the log says of a failure. Statements and their values stay out: they hold what people typed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  // One that tried several addresses says nothing itself.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error.message
}

export const notFound = () => new ApiError(404, 'not found')
export const badToken = () => new ApiError(401, AUTH_ERRORS.badToken, { 'WWW-Authenticate': 'Bearer' })
export const notVerified = () => new ApiError(403, AUTH_ERRORS.notVerified)
