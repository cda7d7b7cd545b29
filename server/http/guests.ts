import type { Context } from 'hono'
import { GUEST_HEADER } from '#contract/guestLinks'
import { reading, withPatience } from '../db/pool'
import type { Deps } from '../deps'
import { refuseAfterPause } from '../lane'
import { BoundedMap } from '../services/common/boundedMap'
import type { Origin } from '../services/common/caller'
import { findGuest, type Guest } from '../services/guests/guest'
import { readGuestToken } from '../services/guests/token'
import type { Lanes } from './lanes'

/** A leaky bucket: it has a capacity of `calls`, and `perSecond` of them leak. */
interface Limit {
  calls: number
  perSecond: number
}

/** Calls for guests from one address, which a whole office may share. A page makes two calls a minute. */
const OF_ADDRESS: Limit = { calls: 120, perSecond: 5 }
/** Calls of one link, by everybody who has it. */
const OF_LINK: Limit = { calls: 60, perSecond: 20 }

/** Most buckets that are kept: a new one replaces the oldest, which then counts anew. */
const BUCKETS_MAX = 20_000

/**
 * Returns the function that counts a call, and says whether it fits. It counts in memory: in the database that would be a write for each
 * call.
 */
function countsCalls() {
  /** When each bucket is empty, in milliseconds of `performance.now`. */
  const emptyAt = new BoundedMap<string, number>(BUCKETS_MAX)
  return (key: string, { calls, perSecond }: Limit): boolean => {
    const now = performance.now()
    const drop = 1000 / perSecond
    const level = Math.max(emptyAt.get(key) ?? 0, now) + drop
    const fits = level <= now + drop * calls
    if (fits) emptyAt.set(key, level)
    return fits
  }
}

/**
 * Returns the function that identifies the guest of a call by the token of their link. Each copy of the server limits the calls by address
 * and by link, before anything is read. No search engine keeps the answer. Rules, "Guest links".
 * @throws ApiError 404 for a link that shows nothing, 429
 */
export function identifiesGuests(deps: Pick<Deps, 'db'>, lanes: Pick<Lanes, 'entrance' | 'guestLinks'>) {
  const count = countsCalls()
  return async (c: Context, origin: Origin): Promise<Guest> => {
    c.header('X-Robots-Tag', 'noindex')
    const { gone } = origin
    const token = readGuestToken(c.req.header(GUEST_HEADER))
    const link = `link ${token?.hash.toString('base64')}`
    const fits = count(`address ${origin.address}`, OF_ADDRESS) && (!token || count(link, OF_LINK))
    if (!fits) await refuseAfterPause(gone)
    const find = async () =>
      reading(gone, async () => withPatience(async () => findGuest(deps, token, origin)))
    return lanes.guestLinks.run(link, gone, async () => lanes.entrance.run('guests', gone, find))
  }
}
