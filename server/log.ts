import { tryGetContext } from 'hono/context-storage'
import type { RequestIdVariables } from 'hono/request-id'

type LogLevel = 'debug' | 'info' | 'error'

/** One event: a short sentence and its details. Never a token, password, claim token, body or query. */
type LogFields = Record<string, string | number | boolean | null | undefined>

export type Log = Record<LogLevel, (message: string, fields?: LogFields) => void>

/** A path for the log: the id of a key, which is a secret, and everything after it are left out. */
export const loggedPath = (path: string): string => path.replace(/(\/keys)(?!\/usage$).+/i, '$1/…')

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A method in metrics and traces; unknown methods, which anyone can make up, are one. */
export const knownMethod = (method: string): string => (METHODS.has(method) ? method : 'other')

const LEVELS: LogLevel[] = ['debug', 'info', 'error']

interface Variables extends RequestIdVariables {
  /** Set for what outlives the request, such as a connection or a timer. */
  isAnswered?: boolean
}

/** The id of the current request; undefined outside of one, and then left out of JSON. */
function requestId(): string | undefined {
  const c = tryGetContext<{ Variables: Variables }>()
  return c?.get('isAnswered') ? undefined : c?.get('requestId')
}

/** Writes events from `level` on, one line of JSON each, with the id of the request in which they happen. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const at = (own: LogLevel) => (message: string, fields?: LogFields) => {
    if (LEVELS.indexOf(own) < LEVELS.indexOf(level)) return
    write(
      JSON.stringify({
        time: new Date().toISOString(),
        level: own,
        message,
        request: requestId(),
        ...fields,
      }),
    )
  }
  return { debug: at('debug'), info: at('info'), error: at('error') }
}
