import type { Duplex } from 'node:stream'
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls'

/** Longest subject that is shown, in characters. */
const SUBJECT_MAX = 200
/** Most certificates of a chain that are read. */
const CHAIN_MAX = 10

function lastOf(leaf: DetailedPeerCertificate): DetailedPeerCertificate {
  let last = leaf
  for (let n = 0; n < CHAIN_MAX; n++) {
    // The types do not know that a chain may end.
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

/** Names the last certificate of the chain that the other end has shown; null before there is one. */
export type Peer = () => string | null

/** The peer of a connection that shows no certificate. */
export const NO_PEER: Peer = () => null

/**
 * Records the certificates that the other end of a new connection shows.
 * @returns a function that names the one that no other certificate has signed
 */
export function watchPeer(socket: Duplex): Peer {
  if (!(socket instanceof TLSSocket)) return NO_PEER
  let name: string | null = null
  // After this event a connection with an untrusted certificate is ended and has no certificates any more.
  socket.prependOnceListener('secure', () => {
    const shown = socket.getPeerCertificate(true)
    if (shown.fingerprint256) name = nameOf(lastOf(shown))
  })
  return () => name
}
