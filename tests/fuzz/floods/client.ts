import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { KEY_HEADER } from '#contract/keys'

/** Attackers come from another address of this machine than their neighbour, where the system has one. */
export const ELSEWHERE = process.platform === 'linux' ? '127.0.0.2' : undefined

export interface Question {
  method?: string
  path: string
  token?: string
  /** Id of a key. */
  key?: string
  /** Sent as JSON, unless it is text. */
  body?: unknown
  headers?: Record<string, string>
  /** Another address of this machine. */
  from?: string
}

export interface Answered {
  /** 0 when the connection was closed without an answer. */
  status: number
  text: string
}

/** A request as Node makes it, and its body. */
export function requestOf(url: string, { method = 'GET', path, token, key, body, headers, from }: Question) {
  const { hostname, port } = new URL(url)
  const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const options: RequestOptions = {
    hostname,
    port,
    // Node does not encode or resolve it.
    path,
    method,
    localAddress: from ?? ELSEWHERE,
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

/** A request with a connection of its own; the answer is not read. */
export async function begin(url: string, question: Question) {
  const { options, sent } = requestOf(url, question)
  const asking = request({ ...options, agent: false })
  asking.on('error', () => undefined)
  const answered = once(asking, 'response')
  asking.end(sent)
  const [answer]: IncomingMessage[] = await answered
  if (!answer) throw new Error('there is no answer')
  return answer
}

/** Asks on a connection of its own. */
export async function ask(url: string, question: Question): Promise<Answered> {
  try {
    const answer = await begin(url, question)
    return { status: answer.statusCode ?? 0, text: await text(answer) }
  } catch {
    return { status: 0, text: '' }
  }
}

/** A connection on which nothing was sent. */
export async function aConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({
    host: hostname,
    port: Number(port),
    ...(ELSEWHERE && { localAddress: ELSEWHERE }),
  })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}
