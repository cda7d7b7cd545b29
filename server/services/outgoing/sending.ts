import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
import type { SecureContextOptions } from 'node:tls'
import type { Destination } from './web'

/** A request, by any version of HTTP. */
export interface Outgoing {
  method: string
  url: URL
  headers: OutgoingHttpHeaders
  body: string | Uint8Array | null
}

/** How a request gets its connection. */
export interface Way extends Destination, Pick<SecureContextOptions, 'cert' | 'key' | 'ca'> {
  /** Who may share the connection: those with the same text, which tells receivers and certificates apart. */
  owner: string
  /** Ends the request, and a connection that is not open yet. */
  signal: AbortSignal
  /** Gets a new secure connection before it is open. */
  watch: (socket: Duplex) => void
}

/** The beginning of an answer. */
export interface Incoming {
  status: number
  headers: IncomingHttpHeaders
  body: Readable
  /** Whether the body, once it is read, is whole: it may break off without an error. */
  isWhole: () => boolean
}

/** A request that is on its way. */
export interface Sending {
  /** Errors: of the connection. */
  answer: Promise<Incoming>
  /** Whether the receiver may have closed the connection before the request came, if there is no answer: its time was over. */
  isStale: () => boolean
  /** Ends the request. Its connection is used again if the answer was read to its end. */
  end: () => void
}

/** The connection was closed. */
export class Closed extends Error {
  readonly code = 'ECONNRESET'
}
