import type { Duplex } from 'node:stream'
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls'

/** Longest subject that is told, in characters. */
const SUBJECT_MAX = 200
/** Most certificates of a chain that are looked at. */
const CHAIN_MAX = 10

function lastOf(leaf: DetailedPeerCertificate): DetailedPeerCertificate {
  let last = leaf
  for (let n = 0; n < CHAIN_MAX; n++) {
    // Types do not know that a chain may end.
    const issuer: DetailedPeerCertificate | undefined = last.issuerCertificate
    if (!issuer || issuer.fingerprint256 === last.fingerprint256) break
    last = issuer
  }
  return last
}

const nameOf = ({ subject, fingerprint256 }: DetailedPeerCertificate) => {
  const names = Object.entries(subject ?? {}).map(([name, value]) => `${name}=${String(value)}`)
  return [names.join(', ').slice(0, SUBJECT_MAX), `SHA-256 ${fingerprint256}`].filter(Boolean).join(', ')
}

/** Names the last certificate of the chain that the other end has shown; null before there are any. */
export type Peer = () => string | null

/** Of a connection that shows none. */
export const NO_PEER: Peer = () => null

/**
 * Notes which certificates the other end of a new connection shows.
 * @returns what names the one that nobody else has signed
 */
export function watchPeer(socket: Duplex): Peer {
  if (!(socket instanceof TLSSocket)) return NO_PEER
  let name: string | null = null
  // After this event the connection is ended where its certificate is not trusted, and has none any more.
  socket.prependOnceListener('secure', () => {
    const shown = socket.getPeerCertificate(true)
    if (shown.fingerprint256) name = nameOf(lastOf(shown))
  })
  return () => name
}
