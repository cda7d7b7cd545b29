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
  body?: unknown
  signal?: AbortSignal
  /** Sends no bearer token. */
  anonymous?: boolean
  /** More headers. */
  headers?: Readonly<Record<string, string>>
}

/** What the server answers, whatever its status. */
interface Answer {
  status: number
  text: string
  headers: Headers
}

/** A call that everyone may make, to find out whether the server answers at all. */
const PROBE = '/auth/oauth2/providers'
/** How long a probe may take, in milliseconds. */
const PROBE_TIMEOUT = 10_000

/** Key of the text that says that the server does not answer. */
export const NO_ANSWER = 'common.noAnswer'

/** Key of the text that says that an answer is not what the contract says. */
export const UNREADABLE = 'common.unreadable'

/** Key of the text that says that the server is asked for too much at a time. */
const TOO_MUCH = 'common.tooMuch'

/** An error whose message is for people: a sentence, or the key of our own text. */
export class UserFacingError extends Error {}

/** Parses an answer; a failure becomes an error whose message is for people. */
export function read<Value>(parse: () => Value): Value {
  try {
    return parse()
  } catch (cause) {
    throw new UserFacingError(UNREADABLE, { cause })
  }
}

/** The server's sentence. That of an unexpected error says nothing itself: by its request, an administrator finds it in the log. */
function sentenceOf(status: number, body: string, headers: Headers | null): string {
  const sentence = body || (status === 0 ? NO_ANSWER : `HTTP ${status}`)
  const request = status === 500 ? headers?.get('X-Request-Id') : null
  return request ? `${sentence} (${request})` : sentence
}

/** An answer that is not 2xx, or no answer at all (status 0). `body` is the server's sentence, `message` is what to tell. */
export class ApiError extends UserFacingError {
  readonly status: number
  readonly body: string
  /** When the request was sent, in milliseconds since 1970. */
  readonly sentAt: number
  /** Milliseconds after which the server wants it again; 0 when it does not say. */
  readonly retryAfter: number
  /** Of the answer; null when nobody answered. */
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
 * A call of a signed-in person was denied. The rules for 401 and 403 were carried out and lead elsewhere, so nothing is
 * shown: `useFailureToast` and `LoadFailed` say nothing.
 */
export class Denied extends UserFacingError {
  constructor() {
    super('common.notPermitted')
    this.name = 'Denied'
  }
}

/** Whether an answer is a page, as proxies send them: it contains no sentence for people. */
const isPage = (answer: Answer) => answer.headers.get('Content-Type')?.startsWith('text/html') ?? false

/** What to say about a failed call: the server's sentence, or the key of our own text. */
export const reasonOf = (error: unknown): string =>
  error instanceof UserFacingError ? error.message : 'common.frontendError'

/** Whether nobody answered, or only a proxy instead of the server. */
export const isUnreachable = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.status <= 504))

/** Whether what was asked for is not there. A server may answer an id that is not a UUID with 400. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

/** Whether it is gone, or was never there. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

const isNotRecent = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 403 && error.body === AUTH_ERRORS.notRecent

/** Query string of a call; lists are repeated with brackets, empty values left out. Rules, "Requests". */
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
 * The one place that speaks HTTP. Errors: ApiError, for an abort an AbortError, an Error for an unreadable answer.
 * @param base of all calls, without a slash at its end
 * @param getLanguage of the console: the server writes e-mails in it
 */
export function createClient(
  base: string,
  getToken: () => string | null,
  getLanguage: () => Language | null = () => null,
) {
  /** Makes a call, and answers what came. Errors: ApiError with status 0 when nobody answers, for an abort an AbortError. */
  async function ask(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const { query, body, signal, anonymous } = options
    const headers = new Headers({ Accept: 'application/json', ...options.headers })
    const token = anonymous ? null : getToken()
    if (token) headers.set('Authorization', `Bearer ${token}`)
    const language = getLanguage()
    if (language) headers.set('Accept-Language', language)
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    const sentAt = Date.now()
    try {
      const answer = await fetch(base + path + toQuery(query), {
        method,
        headers,
        signal,
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      connection.onAnswer(answer.headers.get(SERVER_TIME_HEADER), sentAt)
      return { status: answer.status, text: await answer.text(), headers: answer.headers }
    } catch (error) {
      if (signal?.aborted) throw error
      throw new ApiError(0, '', sentAt)
    }
  }

  /** A call that was refused for now is made again, reads and changes alike: it has not begun. */
  async function send(method: string, path: string, options: RequestOptions): Promise<unknown> {
    for (let retries = 0; ; retries++) {
      const sentAt = Date.now()
      const answer = await ask(method, path, options)
      const { status, text } = answer
      if (status >= 200 && status <= 299) return text === '' ? undefined : read(() => JSON.parse(text))
      // It could also be a date, which nobody sends here.
      const retryAfter = (Number(answer.headers.get('Retry-After')) || 0) * 1000
      if (!isRefusedForNow(status, retryAfter) || retries === RETRIES)
        throw new ApiError(status, isPage(answer) ? '' : text, sentAt, retryAfter, answer.headers)
      await pause(retryAfter, options.signal)
    }
  }

  /**
   * As `send`. A call that needs a recent sign-in is repeated when the person has confirmed their identity; see
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
  /** Finds out whether the server answers at all, and reports it to the connection. Never fails. */
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
      // One call without an answer is not yet a server that is down; one that is known to be down is probed already.
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
    /** Calls and parses the answer by its schema, to the letter: what signs in must be right. */
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
 * What a schema makes of an answer, as far as it can be read. Errors: UserFacingError when nothing of it can.
 * @param known what else is known of the record, where the answer does not say so itself
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

/** The HTTP client of the console; pages use it only where there is no data provider yet. */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (!client) throw new Error('ClientProvider is missing')
  return client
}
