import { HOUR } from '#contract/common/durations'
import { deviceEntity } from '#contract/devices'
import { type GuestShows, type GuestView, NO_GUEST_LINK } from '#contract/guestLinks'
import { type PointsQuery, PIXELS_MAX } from '#contract/series'
import { isDatabaseReadOnly } from '../../db/away'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import type { KeyCaller, Origin } from '../common/caller'
import { JsonStream, JsonText } from '../common/json'
import { hashOf } from '../common/oneTime'
import { devices } from '../devices/devices'
import { countGuestCall } from '../rateLimit'
import { listSeries } from '../series/listSeries'
import { readPoints } from '../series/points'
import { readGuestToken } from './token'

/** Who looks at what a link shows: nobody that the server knows. A guest has no permission, and makes the calls for guests only. */
export interface Guest {
  guestLinkId: string
  spaceId: string
  shows: GuestShows
  endsAt: Date
  origin: Origin
}

const FIND = {
  name: 'guest_link.find',
  text: `
    select l.id as "guestLinkId", l.space_id as "spaceId", l.shows, l.ends_at as "endsAt",
      l.last_viewed_at is null or l.last_viewed_at < now() - interval '1 minute' as "isCounted"
    from guest_link l join device d on d.space_id = l.space_id and d.id = l.device_id and d.moved_at is null
    where l.space_id = $1 and l.token_hash = $2 and l.ends_at > now()`,
}

/** At most one write a minute. */
const COUNT = {
  name: 'guest_link.count',
  text: `
    update guest_link set views = views + 1, last_viewed_at = now()
    where space_id = $1 and id = $2 and (last_viewed_at is null or last_viewed_at < now() - interval '1 minute')`,
}

/**
 * The guest with a token. Each call is counted, by address and by link.
 * @throws ApiError 401 for a link that is unknown, has ended, was revoked, or whose device is gone; 429
 */
export async function findGuest(
  deps: Pick<Deps, 'db' | 'now'>,
  token: string | undefined,
  origin: Origin,
): Promise<Guest> {
  await countGuestCall(deps, `from ${origin.address}`)
  const read = readGuestToken(token)
  const { rows } = read
    ? await deps.db.$client.query<Omit<Guest, 'origin'> & { isCounted: boolean }>({
        ...FIND,
        values: [read.spaceId, hashOf(read.secret)],
      })
    : { rows: [] }
  const [found] = rows
  if (!found) throw new ApiError(401, NO_GUEST_LINK)
  await countGuestCall(deps, `of ${found.guestLinkId}`)
  const { isCounted, ...guest } = found
  if (isCounted) await countView(deps, guest)
  return { ...guest, origin }
}

async function countView({ db }: Pick<Deps, 'db'>, { spaceId, guestLinkId }: Omit<Guest, 'origin'>) {
  try {
    await db.$client.query({ ...COUNT, values: [spaceId, guestLinkId] })
  } catch (error) {
    if (!isDatabaseReadOnly(error)) throw error
  }
}

/** The server itself, which reads what a link names. */
const readerFor = ({ spaceId, origin }: Guest): KeyCaller => ({
  keyId: '',
  handle: '',
  name: '',
  spaceId,
  personId: null,
  permissions: [],
  tagIds: null,
  endsAt: null,
  used: new Set(),
  origin,
})

/** What a link shows: the name and the state of a device, and the chosen values. @throws ApiError 401 if the device is gone */
export async function viewAsGuest(deps: Pick<Deps, 'db' | 'now'>, guest: Guest): Promise<GuestView> {
  const { spaceId, shows } = guest
  const caller = readerFor(guest)
  const read = await devices.read(deps, caller, { spaceId, id: shows.device_id })
  const { name, contact, last_seen } = deviceEntity.schema.parse(JSON.parse(read.text))
  const series = await listSeries(deps.db, caller, { spaceId, deviceId: shows.device_id })
  return {
    kind: shows.kind,
    name,
    state: contact?.state ?? null,
    last_seen,
    ends_at: guest.endsAt.toISOString(),
    hours: shows.kind === 'history' ? shows.hours : null,
    values: shows.paths.flatMap((path) => {
      const found = series.find((one) => one.path === path)
      if (!found) return []
      const { label, unit, decimals, is_boolean, last_at, last_value } = found
      return { path, label, unit, decimals, is_boolean, last_at, last_value }
    }),
  }
}

/** The history that a link shows, up to now; none for a link without one. */
export async function pointsAsGuest(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  guest: Guest,
  { width }: { width: number },
): Promise<JsonText | JsonStream> {
  const { spaceId, shows } = guest
  if (shows.kind !== 'history' || shows.paths.length === 0) return new JsonText('[]')
  const before = now().getTime()
  const query: PointsQuery = {
    device_id: [shows.device_id],
    path: shows.paths,
    after: before - shows.hours * HOUR,
    before,
    width: Math.min(width, Math.floor(PIXELS_MAX / shows.paths.length)),
  }
  return readPoints(db, readerFor(guest), spaceId, query, { isAnonymous: true })
}
