import { STATUS_CODES } from 'node:http'

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  EPIPE: 'the connection was closed before the answer was complete',
  ENOTFOUND: 'the name of the host is not known',
  EBADNAME: 'the name of the host is not known',
  ENODATA: 'the name of the host has no address',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ESERVFAIL: 'the name of the host could not be looked up',
  ETIMEOUT: 'the name of the host could not be looked up',
  ETIMEDOUT: 'the connection was not established in time',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  CERT_HAS_EXPIRED: "the host's certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the host's certificate is signed by itself",
  SELF_SIGNED_CERT_IN_CHAIN: "the host's certificate is signed by itself",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the host's certificate cannot be verified",
  ERR_TLS_CERT_ALTNAME_INVALID: "the host's certificate is for another name",
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too large',
}

/** Why there is no answer, in words. */
export function failureOf(error: unknown): string {
  // One that tried several addresses.
  if (error instanceof AggregateError && error.errors.length > 0) return failureOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return WORDS[code] ?? (code.startsWith('HPE_') ? 'the answer is no HTTP' : error.message)
}

/** Why an answer of this status is no success; null when it is one. */
export function failureOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  const name = STATUS_CODES[status]
  const answered = `the receiver answered ${status}${name ? ` ${name}` : ''}`
  return status >= 300 && status < 400 ? `${answered}; redirects are not followed` : answered
}
