import { isIP } from 'node:net'
import { expandIPv6 } from 'hono/utils/ipaddr'

/** An address with a port, as some proxies write it: `198.51.100.7:4711`, `[2001:db8::7]:4711`. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*)):\d{1,5}$/

/** Longest name of a caller that a proxy may write instead of an address. */
const NAME_MAX = 64

/** The network of a caller. For IPv6 only the first half, because one person may use the whole second half. */
export function networkOf(address: string): string {
  const [, six, four] = WITH_PORT.exec(address) ?? []
  const plain = (six ?? four ?? address.replace(/^\[|\]$/g, '')).replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(plain) === 6 ? expandIPv6(plain).split(':').slice(0, 4).join(':') : plain.slice(0, NAME_MAX)
}
