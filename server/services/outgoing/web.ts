import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { type Failure, type FailureCode, failureFor } from '#contract/connectors'
import { isPrivateName, isPublic } from './address'

/** How receivers are reached. */
export interface Web {
  /** Milliseconds for the whole response, from the start of the connection. */
  timeout: number
  /** Whether this machine and private networks may be called too. */
  allowPrivate: boolean
  /** What a refused address is told with: it names the setting that allows it. */
  refusal: FailureCode
  /** Hosts with a fixed address, which may be private: the receiver of the demo. */
  hosts: ReadonlyMap<string, { address: string; port: number }>
  /** Looks up the addresses of a name. Errors: of the system. */
  resolve: (hostname: string) => Promise<LookupAddress[]>
}

/** How a connector proves who it is, and by which authorities it verifies its receiver: PEM. */
export interface ClientTls {
  /** Null where it shows none. */
  cert: string | null
  key: string | null
  /** Null for those that everybody trusts. */
  ca: string | null
}

/** The options of a secure connection. */
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

/** Asks the name servers without the system, so that a slow one does not block a thread of Node. */
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

/**
 * @throws RefusedAddress that names the host, as it was given, because its address would reveal the server's network
 */
function check({ allowPrivate, refusal }: Web, host: string, address: string) {
  if (allowPrivate || isPublic(address)) return
  throw new RefusedAddress(failureFor(refusal, host))
}

/** Options of a connection. They name no family, so that the lookup answers all addresses at once. */
export interface Destination {
  hostname: string
  port: string
  lookup: LookupFunction
  autoSelectFamily: true
}

/**
 * The connection's options for a host and port, as a URL has them. The connection resolves the name once and uses only the addresses that were
 * checked, so that the name cannot change in between.
 * @throws RefusedAddress for an IP address that must not be called
 */
export function destinationOf(web: Web, url: Pick<URL, 'hostname' | 'port'>): Destination {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const own = web.hosts.get(host)
  if (isIP(host)) check(web, host, host)
  const addressesOf = async (name: string) => {
    const addresses = await web.resolve(name).catch((error: unknown) => {
      // The name servers do not know it: whoever gave it should learn that nobody would go there.
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
