import {
  ATTR_DB_COLLECTION_NAME,
  ATTR_DB_OPERATION_NAME,
  ATTR_DB_SYSTEM_NAME,
  DB_SYSTEM_NAME_VALUE_POSTGRESQL,
} from '@opentelemetry/semantic-conventions'
import type { ClientBase } from 'pg'

const WRITE =
  /\b(?:(insert)\s+into\s+"?(\w+)|(delete)\s+from\s+"?(\w+)|(update)\s+"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b)/i
const READ = /\bfrom\s+"?([a-z_]\w*)/i

/** The operation and the table of a statement: for several steps those of the first that writes. */
function subjectOf(text: string): [operation: string, table?: string] {
  const [, ...written] = WRITE.exec(text) ?? []
  const [write, writtenTable] = written.filter((part) => part !== undefined)
  if (write !== undefined) return [write.toUpperCase(), writtenTable]
  const operation = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'QUERY'
  return [operation === 'WITH' ? 'SELECT' : operation, READ.exec(text)?.[1]]
}

/** Attributes of a span about a statement: neither its text nor its values. */
export function aboutStatement(text: string) {
  const [operation, table] = subjectOf(text)
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    attributes: {
      [ATTR_DB_SYSTEM_NAME]: DB_SYSTEM_NAME_VALUE_POSTGRESQL,
      [ATTR_DB_OPERATION_NAME]: operation,
      ...(table !== undefined && { [ATTR_DB_COLLECTION_NAME]: table }),
    },
  }
}

/** Called when a statement has ended, with its error. */
type End = (error?: unknown) => void

type Query = ClientBase['query']

/** The text of a statement, by the first argument of `query`; undefined for a stream, which has more than one answer. */
function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return undefined
  return 'text' in statement && typeof statement.text === 'string' ? statement.text : undefined
}

/**
 * Wraps `query` of a connection, in each of its forms.
 * @param begin gets the text of a statement that begins; undefined if its end does not matter
 */
export const tracedQuery =
  (begin: (text: string) => End | undefined) =>
  (query: Query): Query =>
    new Proxy(query, {
      apply(target, client, args: unknown[]) {
        const text = textOf(args[0])
        const end = text === undefined ? undefined : begin(text)
        if (!end) return Reflect.apply(target, client, args)
        const callback = args.at(-1)
        if (typeof callback === 'function') {
          const answer = (error: unknown, result: unknown) => {
            end(error)
            return Reflect.apply(callback, client, [error, result])
          }
          return Reflect.apply(target, client, [...args.slice(0, -1), answer])
        }
        const answered: unknown = Reflect.apply(target, client, args)
        if (answered instanceof Promise) answered.then(() => end(), end)
        return answered
      },
    })
