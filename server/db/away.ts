/** SQLSTATE of connections that break or are refused, of a read-only database, and Node's codes for the same. */
const AWAY_CODES =
  /^(08\w{3}|57P0[1235]|25P03|25006|53300|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/
/** SQLSTATE of a disk that is full. */
const FULL_CODE = '53100'
/** SQLSTATE of what a standby, or a database that is set to read-only, refuses. */
const READ_ONLY_CODE = '25006'
/** The driver's errors without a code. */
const AWAY_MESSAGES =
  /^(Connection terminated|timeout e(xceeded|xpired)|Client (has encountered a connection error|was closed) and is not queryable)/

/**
 * All connections of a pool have been in use for so long that a caller waited in vain, although the database answers. Workers treat it like
 * a database that is away: a retry may work.
 */
export class DatabaseBusy extends Error {}

/** A read took too long, and was given up. */
export class ReadGivenUp extends Error {}

/**
 * Whether an error means that the database cannot be reached for now: it is down, restarting or recovering, or it has broken the
 * connection. A retry may work in a few seconds; a write may have been stored nevertheless.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isRefused = 'syscall' in error && error.syscall === 'connect'
  if (isRefused || ('code' in error && AWAY_CODES.test(String(error.code)))) return true
  return AWAY_MESSAGES.test(error.message) || isDatabaseAway(error.cause)
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && (('code' in error && error.code === code) || hasCode(error.cause, code))

/** Whether an error means that the database cannot store anything, because its disk is full. */
export const isDatabaseFull = (error: unknown): boolean => hasCode(error, FULL_CODE)

/** Whether an error is of the database as a whole, so that other statements would most likely fail too. */
export const isOfDatabase = (error: unknown): boolean => isDatabaseAway(error) || isDatabaseFull(error)

/** Whether an error means that the database is read-only: it is a standby, or set to it. */
export const isDatabaseReadOnly = (error: unknown): boolean => hasCode(error, READ_ONLY_CODE)
