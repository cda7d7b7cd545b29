import { once } from 'node:events'
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { KEY_HEADER } from '#contract/keys'

export interface Question {
  method?: string
  path: string
  token?: string
  /** Id of a key. */
  key?: string
  /** Sent as JSON, unless it is text. */
  body?: unknown
  headers?: Record<string, string>
  /** Local address of the connection. */
  from?: string
}

export interface Answered {
  /** 0 when the connection was closed without an answer. */
  status: number
  text: string
}

/** Options of the request for Node, and its body. */
export function requestOf(url: string, { method = 'GET', path, token, key, body, headers, from }: Question) {
  const { hostname, port } = new URL(url)
  const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const options: RequestOptions = {
    hostname,
    port,
    // Node neither encodes nor resolves it.
    path,
    method,
    localAddress: from,
    headers: {
      ...(sent !== undefined && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(sent),
      }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(key !== undefined && { [KEY_HEADER]: key }),
      ...headers,
    },
  }
  return { options, sent }
}

type Way = Pick<RequestOptions, 'agent' | 'signal'>

/** Sends a request, without reading the body of the answer. Without an agent it has its own connection. */
export async function begin(url: string, question: Question, { agent = false, signal }: Way = {}) {
  const { options, sent } = requestOf(url, question)
  const asking = request({ ...options, agent, ...(signal && { signal }) })
  asking.on('error', () => undefined)
  const answered = once(asking, 'response')
  asking.end(sent)
  const [answer]: IncomingMessage[] = await answered
  if (!answer) throw new Error('There is no answer.')
  return answer
}

/** Sends a request, and reads the answer. */
export async function ask(url: string, question: Question, way?: Way): Promise<Answered> {
  try {
    const answer = await begin(url, question, way)
    return { status: answer.statusCode ?? 0, text: await text(answer) }
  } catch {
    return { status: 0, text: '' }
  }
}

/** Makes a call of /v2. @returns its JSON @throws Error for an unsuccessful answer */
export async function call(
  url: string,
  method: string,
  path: string,
  given: Pick<Question, 'token' | 'body' | 'from'> = {},
): Promise<unknown> {
  const answer = await ask(url, { method, path: `/v2${path}`, ...given })
  if (answer.status < 200 || answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.text === '' ? undefined : JSON.parse(answer.text)
}

/** Credentials of a call: a bearer token or a key. */
export type Credentials = Pick<Question, 'token' | 'key'>

/** Calls /v2 on kept connections, because the cost of new ones would hide the measurement. */
export class Api {
  readonly #agent = new Agent({ keepAlive: true })

  /** @param url address of the server */
  constructor(
    readonly url: string,
    readonly credentials: Credentials = {},
  ) {}

  /** Text of the answer to a query. @throws Error with the server's sentence when it refuses */
  get(path: string, query: object = {}): Promise<string> {
    const pairs = Object.entries(query).flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((one) => [`${name}[]`, String(one)]) : [[name, String(value)]],
    )
    return this.#ask({ path: `/v2${path}?${new URLSearchParams(pairs)}` })
  }

  /** The same with a body. */
  post(path: string, body: object | string): Promise<string> {
    return this.#ask({ method: 'POST', path: `/v2${path}`, body })
  }

  close() {
    this.#agent.destroy()
  }

  async #ask(question: Question, isAgain = false): Promise<string> {
    const asked = { ...question, ...this.credentials }
    const { status, text } = await ask(this.url, asked, { agent: this.#agent })
    // The server may have closed an idle connection.
    if (status === 0 && !isAgain && question.method === undefined) return this.#ask(question, true)
    if (status >= 200 && status < 300) return text
    throw new Error(`${question.method ?? 'GET'} ${question.path}: ${status} ${text}`)
  }
}
