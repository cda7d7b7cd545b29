import { promises as dns, type LookupAddress } from 'node:dns'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import type { Duplex, Readable } from 'node:stream'
import type { SecureContextOptions } from 'node:tls'
import { callbackify } from 'node:util'
import { type Failure, type FailureCode, failureFor } from '#contract/connectors'

/** IPv4 ranges outside the public internet (RFC 6890), and the address of cloud providers' own services. */
const PRIVATE_IPV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** IPv6 prefixes that hold an IPv4 address: mapped, and translated by NAT64. */
const CARRIES_IPV4 = ['::ffff:', '64:ff9b::']

/** Public IPv6 ranges that must not be called: protocols, documentation, and 6to4, which is out of use. */
const PRIVATE_IPV6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const refused = new BlockList()
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of PRIVATE_IPV6) refused.addSubnet(network, prefix, 'ipv6')
for (const [network, prefix] of PRIVATE_IPV4) refused.addSubnet(network, prefix, 'ipv4')
for (const carrier of CARRIES_IPV4) {
  globalIpv6.addSubnet(`${carrier}0.0.0.0`, 96, 'ipv6')
  for (const [network, prefix] of PRIVATE_IPV4) refused.addSubnet(`${carrier}${network}`, 96 + prefix, 'ipv6')
}

/**
 * Whether an IP address is on the public internet: not loopback, private, link-local, carrier-grade NAT, multicast, unspecified or
 * reserved, in any notation of IPv6.
 */
export function isPublic(address: string): boolean {
  if (!isIPv6(address)) return !refused.check(address, 'ipv4')
  // An address with a zone (`fe80::1%eth0`) is in neither list, and never public.
  return globalIpv6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}

/** Names of this machine or of a home or office network (RFC 6761, 6762, 8375, and ICANN's `internal`). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|lan|home|corp|intranet|home\.arpa)\.?$|^[^.]+\.?$/i

/**
 * Whether a name that the public name servers do not know can only belong to a private network: it is a single word, or has such an ending.
 */
export const isPrivateName = (name: string): boolean => PRIVATE_NAME.test(name)

/** How receivers are reached. */
export interface Web {
  /** Milliseconds for the whole response, from the start of the connection. */
  timeout: number
  /** Whether this machine and private networks may be called too. */
  allowPrivate: boolean
  /** The failure for a refused address: it names the setting that allows it. */
  refusal: FailureCode
  /** Hosts with a fixed address, which may be private: the receiver of the demo. */
  hosts: ReadonlyMap<string, { address: string; port: number }>
  /** Looks up the addresses of a name. Rejects with errors of the system. */
  resolve: (hostname: string) => Promise<LookupAddress[]>
}

/** The certificate that a connector shows, and the authorities by which it verifies its receiver, in PEM. */
export interface ClientTls {
  /** Null if it shows none. */
  cert: string | null
  key: string | null
  /** Null for the authorities that everyone trusts. */
  ca: string | null
}

/** TLS options of a connection. */
export const secureOptionsOf = (tls: ClientTls | null) => ({
  ...(tls?.cert && { cert: tls.cert }),
  ...(tls?.key && { key: tls.key }),
  ...(tls?.ca && { ca: tls.ca }),
})

/** The receiver must not be called. */
export class RefusedAddress extends Error {
  constructor(readonly failure: Failure) {
    super(failure.error)
  }
}

/** Asks the name servers directly, so that a slow one does not block a thread of Node. */
async function resolvePublic(hostname: string): Promise<LookupAddress[]> {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (found.length === 0 && four.status === 'rejected') throw four.reason
  return found
}

/** Names in private networks may be in the hosts file, which only the system reads. */
const resolveAny = (hostname: string) => dns.lookup(hostname, { all: true })

/** How the server reaches receivers. */
export const openWeb = ({ allowPrivate = false, ...rest }: Partial<Web> = {}): Web => ({
  timeout: 10_000,
  refusal: 'address_private',
  hosts: new Map(),
  resolve: allowPrivate ? resolveAny : resolvePublic,
  ...rest,
  allowPrivate,
})

/** @throws RefusedAddress that names the host as it was given, because its address would reveal the server's network */
function check({ allowPrivate, refusal }: Web, host: string, address: string) {
  if (allowPrivate || isPublic(address)) return
  throw new RefusedAddress(failureFor(refusal, host))
}

/** Options of a connection. They name no family, so that the lookup returns all addresses together. */
export interface Destination {
  hostname: string
  port: string
  lookup: LookupFunction
  autoSelectFamily: true
}

/**
 * The connection options for a host and port, as a URL has them. The connection resolves the name once and uses only the addresses that
 * were checked, so that the name cannot change in between.
 * @throws RefusedAddress for an IP address that must not be called
 */
export function destinationOf(web: Web, url: Pick<URL, 'hostname' | 'port'>): Destination {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const own = web.hosts.get(host)
  if (isIP(host)) check(web, host, host)
  const addressesOf = async (name: string) => {
    const addresses = await web.resolve(name).catch((error: unknown) => {
      // The name servers do not know it: the person who gave it should learn that nothing would be sent to it.
      if (!web.allowPrivate && isPrivateName(name)) throw new RefusedAddress(failureFor(web.refusal, name))
      throw error
    })
    for (const { address } of addresses) check(web, name, address)
    if (addresses.length === 0) throw new RefusedAddress(failureFor('host_no_address'))
    return addresses
  }
  const lookup: LookupFunction = (name, _options, callback) => callbackify(addressesOf)(name, callback)
  const connection = { lookup, autoSelectFamily: true } as const
  return own
    ? { ...connection, hostname: own.address, port: String(own.port) }
    : { ...connection, hostname: host, port: url.port }
}

/** A request by any version of HTTP. */
export interface Outgoing {
  method: string
  url: URL
  headers: OutgoingHttpHeaders
  body: string | Uint8Array | null
}

/** How a request gets its connection. */
export interface Way extends Destination, Pick<SecureContextOptions, 'cert' | 'key' | 'ca'> {
  /** Requests with the same text may share a connection; it distinguishes receivers and certificates. */
  owner: string
  /** Ends the request, and a connection that is not open yet. */
  signal: AbortSignal
  /** Receives a new secure connection before it is open. */
  watch: (socket: Duplex) => void
}

/** The beginning of an answer. */
export interface Incoming {
  status: number
  headers: IncomingHttpHeaders
  body: Readable
  /** Whether the body was read completely: it may break off without an error. */
  isWhole: () => boolean
}

/** A request that is on its way. */
export interface Sending {
  /** Rejects with errors of the connection. */
  answer: Promise<Incoming>
  /** If there is no answer: whether the receiver may have closed the idle connection before the request arrived. */
  isStale: () => boolean
  /** Ends the request. Its connection is used again if the answer was read to its end. */
  end: () => void
}

/** The connection was closed. */
export class Closed extends Error {
  readonly code = 'ECONNRESET'
}
