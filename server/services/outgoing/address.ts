import { BlockList, isIPv6 } from 'node:net'

/** IPv4 outside of the public internet (RFC 6890), and the address of a cloud provider's own services. */
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

/** Public IPv6 that must not be called: protocols, documentation, and 6to4, which is out of use. */
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
 * Whether an IP address is in the public internet: not loopback, private, link-local, carrier-grade NAT, multicast,
 * unspecified or reserved, in any notation of IPv6.
 */
export function isPublic(address: string): boolean {
  if (!isIPv6(address)) return !refused.check(address, 'ipv4')
  // An address with a zone (`fe80::1%eth0`) is in neither list, and never public.
  return globalIpv6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}

/** Names for machines at hand: of this machine, of a network at home or at work (RFC 6761, 6762, 8375, and ICANN's `internal`). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|lan|home|corp|intranet|home\.arpa)\.?$|^[^.]+\.?$/i

/** Whether a name that the public name servers do not know can only be one of a private network: of one word, or with such an end. */
export const isPrivateName = (name: string): boolean => PRIVATE_NAME.test(name)
