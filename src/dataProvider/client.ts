import { createContext, useContext } from 'react'
import type { z } from 'zod'
import { AUTH_ERRORS } from '#contract/auth/errors'
import type { Language } from '#contract/common'
import { SERVER_TIME_HEADER } from '#contract/common/endpoint'
import { confirmation } from './confirmation'
import { connection } from './connection'
import { isRefusedForNow, pause, RETRIES } from './retry'

export type QueryValue = string | number | boolean | null | undefined | readonly string[]

export interface RequestOptions {
  query?: Record<string, QueryValue>
  /** JSON, or a file as it is. */
  body?: unknown
  /** The answer is a file. */
  isFile?: boolean
  signal?: AbortSignal
  /** Sends no bearer token. */
  anonymous?: boolean
  headers?: Readonly<Record<string, string>>
}

/** An answer of the server, with any status. */
interface Answer {
  status: number
  text: string
  headers: Headers
  /** The file that was asked for. */
  file?: Blob
}

/** A call that anyone may make, to find out whether the server answers. */
const PROBE = '/auth/oauth2/providers'
/** Timeout of a probe, in milliseconds. */
const PROBE_TIMEOUT = 10_000

/** Text key: the server does not answer. */
export const NO_ANSWER = 'common.noAnswer'

/** Text key: the answer does not match the contract. */
export const UNREADABLE = 'common.unreadable'

/** Text key: too many calls at a time. */
const TOO_MUCH = 'common.tooMuch'

/** An error whose message is for people: a sentence, or a text key. */
export class UserFacingError extends Error {}

/** Parses an answer; a failure becomes an error with a message for people. */
export function read<Value>(parse: () => Value): Value {
  try {
    return parse()
  } catch (cause) {
    throw new UserFacingError(UNREADABLE, { cause })
  }
}

/** The server's sentence. An unexpected error adds its request id, by which an administrator finds it in the log. */
function sentenceOf(status: number, body: string, headers: Headers | null): string {
  const sentence = body || (status === 0 ? NO_ANSWER : `HTTP ${status}`)
  const request = status === 500 ? headers?.get('X-Request-Id') : null
  return request ? `${sentence} (${request})` : sentence
}

/** An answer that is not 2xx, or none (status 0). `body` is the server's sentence, `message` the text to show. */
export class ApiError extends UserFacingError {
  readonly status: number
  readonly body: string
  /** When the request was sent, in milliseconds since 1970. */
  readonly sentAt: number
  /** Milliseconds after which to retry; 0 if the server does not say. */
  readonly retryAfter: number
  /** Headers of the answer; null without an answer. */
  readonly headers: Headers | null

  constructor(status: number, body: string, sentAt: number, retryAfter = 0, headers: Headers | null = null) {
    super(isRefusedForNow(status, retryAfter) ? TOO_MUCH : sentenceOf(status, body, headers))
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.sentAt = sentAt
    this.retryAfter = retryAfter
    this.headers = headers
  }
}

/** The person was asked to confirm their identity and did not, so nothing was done. */
export class NotConfirmed extends UserFacingError {
  constructor() {
    super('common.notConfirmed')
    this.name = 'NotConfirmed'
  }
}

/**
 * A call of a signed-in person was denied. The rules for 401 and 403 have already navigated elsewhere, so
 * `useFailureToast` and `LoadFailed` show nothing.
 */
export class Denied extends UserFacingError {
  constructor() {
    super('common.notPermitted')
    this.name = 'Denied'
  }
}

/** Whether an answer is an HTML page, as proxies send them; it has no sentence for people. */
const isPage = (answer: Answer) => answer.headers.get('Content-Type')?.startsWith('text/html') ?? false

/** The message of a failed call: the server's sentence, or a text key. */
export const reasonOf = (error: unknown): string =>
  error instanceof UserFacingError ? error.message : 'common.frontendError'

/** Whether nobody answered, or only a proxy did. */
export const isUnreachable = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.status <= 504))

/** Whether the record does not exist. Servers may answer 400 to an id that is not a UUID. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

/** Whether the record was deleted or never existed. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

const isNotRecent = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 403 && error.body === AUTH_ERRORS.notRecent

/** Query string of a call; lists repeat with brackets, empty values are left out. Rules, "Requests". */
export function toQuery(query: Record<string, QueryValue> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const item of value) search.append(`${name}[]`, item)
    else if (value !== undefined && value !== null && value !== '') search.append(name, String(value))
  }
  const text = search.toString()
  return text && `?${text}`
}

export type Client = ReturnType<typeof createClient>

/**
 * The only place that uses HTTP. Errors: ApiError; AbortError on abort; UserFacingError for an unreadable answer.
 * @param base of all calls, without a trailing slash
 * @param getLanguage of the console, in which the server writes e-mails
 */
export function createClient(
  base: string,
  getToken: () => string | null,
  getLanguage: () => Language | null = () => null,
) {
  /** Makes a call. Errors: ApiError with status 0 when nobody answers; AbortError on abort. */
  async function ask(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const { query, body, signal, anonymous, isFile } = options
    const headers = new Headers({ Accept: isFile ? '*/*' : 'application/json', ...options.headers })
    const token = anonymous ? null : getToken()
    if (token) headers.set('Authorization', `Bearer ${token}`)
    const language = getLanguage()
    if (language) headers.set('Accept-Language', language)
    const isBytes = body instanceof Blob
    if (body !== undefined)
      headers.set('Content-Type', isBytes ? 'application/octet-stream' : 'application/json')
    const sentAt = Date.now()
    try {
      const answer = await fetch(base + path + toQuery(query), {
        method,
        headers,
        signal,
        body: body === undefined || isBytes ? body : JSON.stringify(body),
      })
      connection.onAnswer(answer.headers.get(SERVER_TIME_HEADER), sentAt)
      if (isFile && answer.ok)
        return { status: answer.status, text: '', headers: answer.headers, file: await answer.blob() }
      return { status: answer.status, text: await answer.text(), headers: answer.headers }
    } catch (error) {
      if (signal?.aborted) throw error
      throw new ApiError(0, '', sentAt)
    }
  }

  /** Retries a call that was refused for now. Changes are retried too, because a refused call has not begun. */
  async function send(method: string, path: string, options: RequestOptions): Promise<unknown> {
    for (let retries = 0; ; retries++) {
      const sentAt = Date.now()
      const answer = await ask(method, path, options)
      const { status, text, file } = answer
      if (file) return file
      if (status >= 200 && status <= 299) return text === '' ? undefined : read(() => JSON.parse(text))
      // The header may also be a date, but our servers never send one.
      const retryAfter = (Number(answer.headers.get('Retry-After')) || 0) * 1000
      if (!isRefusedForNow(status, retryAfter) || retries === RETRIES)
        throw new ApiError(status, isPage(answer) ? '' : text, sentAt, retryAfter, answer.headers)
      await pause(retryAfter, options.signal)
    }
  }

  /**
   * Like `send`. A call that needs a recent sign-in is repeated once the person has confirmed their identity; see
   * `NotConfirmed`.
   */
  async function sendConfirmed(method: string, path: string, options: RequestOptions): Promise<unknown> {
    try {
      return await send(method, path, options)
    } catch (error) {
      if (!isNotRecent(error)) throw error
      const isConfirmed = await confirmation.since(error.sentAt)
      if (isConfirmed === null) throw error
      if (!isConfirmed) throw new NotConfirmed()
    }
    try {
      return await send(method, path, options)
    } catch (error) {
      throw isNotRecent(error) ? new NotConfirmed() : error
    }
  }

  let probing: Promise<void> | undefined
  /** Checks whether the server answers and reports the result to `connection`. Never fails. */
  const probe = () => {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT)
    probing ??= send('GET', PROBE, { anonymous: true, signal })
      .then(connection.restored, (error: unknown) => {
        if (signal.aborted || isUnreachable(error)) connection.lost()
        else connection.restored()
      })
      .finally(() => {
        probing = undefined
      })
    return probing
  }

  async function request(method: string, path: string, options: RequestOptions = {}): Promise<unknown> {
    try {
      const answer = await sendConfirmed(method, path, options)
      connection.restored()
      return answer
    } catch (error) {
      // One unanswered call does not mean that the server is down; a server known to be down is already being probed.
      if (isUnreachable(error) && !connection.isLost()) void probe()
      if (!isUnreachable(error) && !options.signal?.aborted) connection.restored()
      throw error
    }
  }

  return {
    base,
    getToken,
    ask,
    request,
    probe,
    /** Calls and parses the answer strictly by its schema, because answers to sign-ins must be exact. */
    async call<Answer extends z.ZodType>(
      schema: Answer,
      method: string,
      path: string,
      options?: RequestOptions,
    ): Promise<z.output<Answer>> {
      const answer = await request(method, path, options)
      return read(() => schema.parse(answer))
    },
  }
}

/**
 * Parses an answer by its schema, as far as it is readable. Errors: UserFacingError if nothing is readable.
 * @param known other known fields of the record, for those that the answer lacks
 */
export async function readAnswer<Schema extends z.ZodType>(
  { getToken }: Pick<Client, 'getToken'>,
  schema: Schema,
  answer: unknown,
  known?: object,
): Promise<z.output<Schema>> {
  const { success, data } = schema.safeParse(answer)
  if (success) return data
  const { readLeniently } = await import('./lenient')
  return read(() => readLeniently(schema, answer, getToken(), known))
}

const ClientContext = createContext<Client | null>(null)
export const ClientProvider = ClientContext.Provider

/** The HTTP client. Pages use it only where there is no data provider yet. */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (!client) throw new Error('ClientProvider is missing')
  return client
}
