import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls'
import { type Failure, type FailureCode, failureFor, unknownFailure } from '#contract/connectors'
import { rootOf } from '../../errors'
import { RefusedAddress } from './web'

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

/** Failures by the codes of Node's errors. */
const REASONS: Record<string, FailureCode> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_closed',
  EPIPE: 'connection_closed',
  ENOTFOUND: 'host_unknown',
  EBADNAME: 'host_unknown',
  ENODATA: 'host_no_address',
  EAI_AGAIN: 'host_lookup',
  ESERVFAIL: 'host_lookup',
  ETIMEOUT: 'host_lookup',
  ETIMEDOUT: 'connection_late',
  EPROTO: 'connection_tls',
  EHOSTUNREACH: 'host_unreachable',
  ENETUNREACH: 'host_unreachable',
  CERT_HAS_EXPIRED: 'certificate_expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_own',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_own',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_unknown',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_unknown',
  CERT_UNTRUSTED: 'certificate_unknown',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
  HPE_HEADER_OVERFLOW: 'answer_headers',
}

/** OpenSSL's codes for a certificate that a receiver refused. */
const REFUSED_CERTIFICATE =
  /^ERR_SSL_.*ALERT_(BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_\w+|UNKNOWN_CA|ACCESS_DENIED)$/

function reasonOf(code: string): FailureCode | undefined {
  if (code.endsWith('ALERT_CERTIFICATE_REQUIRED')) return 'certificate_required'
  if (REFUSED_CERTIFICATE.test(code)) return 'certificate_refused'
  if (code.startsWith('ERR_SSL_')) return 'connection_tls'
  if (code.startsWith('ERR_HTTP2_')) return 'connection_closed'
  return code.startsWith('HPE_') ? 'answer_no_http' : REASONS[code]
}

/** The failure of a request without a response. @param peer names what the other end has shown */
export function failureOf(thrown: unknown, peer: Peer): Failure {
  const error = rootOf(thrown)
  if (error instanceof RefusedAddress) return error.failure
  if (!(error instanceof Error)) return unknownFailure(String(error))
  const code = 'code' in error ? String(error.code) : ''
  const reason = REASONS[code] ?? reasonOf(code)
  if (reason === 'certificate_own') return failureFor(reason, peer())
  return reason ? failureFor(reason) : unknownFailure(error.message)
}

/** The failure that a status stands for; null for a success. */
export function failureOfStatus(status: number): Failure | null {
  if (status >= 200 && status < 300) return null
  const name = STATUS_CODES[status]
  // 304 redirects nowhere: it says that nothing has changed.
  const isRedirect = status >= 300 && status < 400 && status !== 304
  return failureFor(isRedirect ? 'answer_redirect' : 'answer_status', name ? `${status} ${name}` : status)
}
