import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { expandIPv6 } from 'hono/utils/ipaddr'

/**
 * Network address of the caller. Of IPv6 only the first half, because one person has the whole second half.
 * @param trustProxy a proxy of ours has added the caller's address at the end of `X-Forwarded-For`
 */
export function addressOf(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  // Calls inside of the process have no connection.
  const connected = c.env?.incoming ? getConnInfo(c).remote.address : undefined
  const address = (forwarded ?? connected ?? 'local').replace(/^::ffff:/, '')
  return address.includes(':') ? expandIPv6(address).split(':').slice(0, 4).join(':') : address
}
