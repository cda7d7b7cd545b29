import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { EventLoopQueue } from '../eventLoopQueue'
import { networkOf } from './address'

/** The limits that a server grants to callers. Times are in milliseconds. */
export interface Grants {
  /** Without a byte, while a request or its answer is being transferred. */
  stall: number
  headers: number
  /** For a whole request: 1 MB over the slowest phone line. */
  request: number
  /** Requests of one address that have not arrived completely; 200 devices behind one router are far from it. */
  unfinished: number
  /** Bytes of answers that the clients have not read: of one address, and of all. */
  unread: { each: number; all: number }
}

const MB = 1024 * 1024

export const GRANTS: Grants = {
  stall: 20_000,
  headers: 20_000,
  request: 300_000,
  unfinished: 256,
  unread: { each: 64 * MB, all: 192 * MB },
}

type HeaderList = readonly (readonly [name: string, value: string])[]

/** The server's answers to unreadable requests, before it looks for a route. */
const SENTENCES: Record<number, string> = {
  400: 'this is no valid HTTP request',
  408: 'the request did not arrive in time',
  413: 'the request is too large, or its body comes in too many small pieces',
  417: 'only 100-continue can be expected',
  429: 'too many requests from this address are unfinished, try again in a minute',
  431: 'the headers of the request are too large or too many',
}

const STATUS_OF: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** A connection. */
interface Line {
  socket: Socket
  network: string
  /** Whether a request is being received; a new connection owes its first. */
  isReceiving: boolean
  isRefused: boolean
  /** The request that came last: those before it have arrived. */
  request: IncomingMessage | null
  /**
   * Answers that are not finished, in order; the first one is being prepared or sent. Not a `Set`: V8 copies one that changes all the time,
   * and while it collects young garbage, each copy keeps what was in it.
   */
  answers: ServerResponse[]
  /** Functions that begin each of the others, in order. */
  waiting: (() => void)[]
}

/** Bytes of a small piece of a body, and most small pieces that a body may come in: each costs as much as a large one. */
const SMALL_PIECE = 64
const SMALL_PIECES_MAX = 1000

/** Most answers that a connection may wait for; a client that reads them needs no more. */
const ANSWERS_MAX = 16

/** Most lines of headers; behind several proxies a request has about 40. */
const HEADERS_MAX = 100

/** Milliseconds between two checks of what clients do not read. */
const LOOK = 500

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const endConnection = (answer: ServerResponse) => {
  if (!answer.headersSent) answer.setHeader('Connection', 'close')
}

/**
 * Keeps clients from holding up the server: ends requests that stall or come in tiny pieces, connections whose client does not read, and
 * too many unfinished requests of one address. Addresses are served by rotation, and each connection has one answer in preparation at a
 * time. Unreadable requests are answered with a sentence.
 * @param headers of each such answer
 * @param isByAddress false behind a proxy, whose address all callers share
 * @returns ends each connection with the answer that it waits for, or its next one: otherwise a client that always has another request
 * would be cut off in the middle of one
 */
export function guard(
  server: Server,
  listener: RequestListener,
  { headers, isByAddress, grants }: { headers: HeaderList; isByAddress: boolean; grants: Grants },
): () => void {
  const lines = new WeakMap<Duplex, Line>()
  /** Connections that wait for an answer. */
  const answered = new Set<Line>()
  const unfinished = new Map<string, number>()
  const queue = new EventLoopQueue()
  let isEnding = false

  function setReceiving(line: Line, isReceiving: boolean) {
    if (line.isReceiving === isReceiving) return
    line.isReceiving = isReceiving
    const count = (unfinished.get(line.network) ?? 0) + (isReceiving ? 1 : -1)
    if (count > 0) unfinished.set(line.network, count)
    else unfinished.delete(line.network)
  }

  const isFull = ({ network }: Line) => isByAddress && (unfinished.get(network) ?? 0) >= grants.unfinished

  function refuse(socket: Duplex, status: number) {
    const line = lines.get(socket)
    if (line?.isRefused) return
    if (!socket.writable || line?.answers[0]?.headersSent) return void socket.destroy()
    if (line) line.isRefused = true
    const sentence = SENTENCES[status] ?? ''
    const all: HeaderList = [
      ...headers,
      ...(status === 429 ? [['Retry-After', '60'] as const] : []),
      ['Content-Type', 'text/plain; charset=UTF-8'],
      ['Content-Length', String(sentence.length)],
      ['Connection', 'close'],
    ]
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...all.map((pair) => pair.join(': '))]
    socket.end(`${head.join('\r\n')}\r\n\r\n${sentence}`, () => socket.destroy())
  }

  /** Ends a request whose body comes in tiny pieces. */
  function limitPieces(request: IncomingMessage) {
    const push = request.push.bind(request)
    let small = 0
    // Node's parser pushes each piece as it came; a false result makes it read no more.
    request.push = (piece: Buffer | null, encoding) => {
      if (piece && piece.length < SMALL_PIECE) small++
      if (small <= SMALL_PIECES_MAX) return push(piece, encoding)
      refuse(request.socket, 413)
      return false
    }
  }

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const line: Line = {
      socket,
      network,
      isReceiving: false,
      isRefused: false,
      request: null,
      answers: [],
      waiting: [],
    }
    lines.set(socket, line)
    socket.once('close', () => {
      setReceiving(line, false)
      // Node notifies only the answer that is being sent that its connection has closed.
      for (const answer of line.answers.filter((one) => !one.socket)) answer.emit('close')
    })
    if (isFull(line)) refuse(socket, 429)
    else setReceiving(line, true)
  })

  server.on('request', (request, answer) => {
    const line = lines.get(request.socket)
    if (!line) return
    line.answers.push(answer)
    answered.add(line)
    if (isEnding) endConnection(answer)
    answer.once('close', () => {
      line.answers.splice(line.answers.indexOf(answer), 1)
      if (line.answers.length === 0) answered.delete(line)
      if (!request.socket.destroyed && !line.isRefused) line.waiting.shift()?.()
    })
    // A connection that is being closed accepts nothing more.
    if (line.isRefused || request.socket.destroyed) return
    if (request.rawHeaders.length > 2 * HEADERS_MAX) return refuse(request.socket, 431)
    const isWhole = !hasBody(request)
    if (!isWhole && !line.isReceiving && isFull(line)) return refuse(request.socket, 429)
    if (line.answers.length > ANSWERS_MAX) return void request.socket.destroy()
    line.request = request
    const received = () => {
      if (line.request === request) setReceiving(line, false)
    }
    setReceiving(line, !isWhole)
    if (!isWhole) limitPieces(request)
    request.once('end', received).once('close', received)
    const begin = () =>
      queue.begin(line.network, () => {
        if (!request.socket.destroyed) listener(request, answer)
      })
    if (line.answers.length === 1) begin()
    else line.waiting.push(begin)
  })

  /** Closes the connections with most unread bytes of an address, or of all, until the rest is within the limit. */
  function limitUnread() {
    const unread = [...answered].map((line) => ({ line, bytes: line.socket.writableLength }))
    const sums = new Map<string, number>()
    let sum = 0
    for (const { line, bytes } of unread.toSorted((a, b) => a.bytes - b.bytes)) {
      const { network } = line
      const own = (sums.get(network) ?? 0) + bytes
      if (sum + bytes > grants.unread.all || (isByAddress && own > grants.unread.each)) line.socket.destroy()
      else {
        sum += bytes
        sums.set(network, own)
      }
    }
  }
  const looking = setInterval(limitUnread, LOOK)
  looking.unref()
  server.once('close', () => clearInterval(looking))

  server.on('checkExpectation', ({ socket }: IncomingMessage) => refuse(socket, 417))

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else refuse(socket, STATUS_OF[error.code ?? ''] ?? 400)
  })

  server.setTimeout(grants.stall, (socket) => {
    const line = lines.get(socket)
    const [answer] = line?.answers ?? []
    const isThinking = answer && !line?.isReceiving && answer.writableLength + socket.writableLength === 0
    if (isThinking) socket.setTimeout(grants.stall)
    else if (line?.isReceiving) refuse(socket, 408)
    else socket.destroy()
  })

  return () => {
    isEnding = true
    for (const { answers } of answered) for (const answer of answers) endConnection(answer)
  }
}
