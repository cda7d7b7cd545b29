import { HOUR } from '#contract/common/durations'
import { deviceEntity } from '#contract/devices'
import { type GuestShows, type GuestView, NO_GUEST_LINK } from '#contract/guestLinks'
import { shownOf } from '#contract/series'
import { isDatabaseReadOnly } from '../../db/away'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import type { KeyCaller, Origin } from '../common/caller'
import { type JsonStream, JsonText } from '../common/json'
import { notMoved } from '../common/visibility'
import { devices } from '../devices/devices'
import { readPoints } from '../series/points'
import { storedSettings } from '../series/settings'
import { guestLinkState } from './state'
import type { GuestToken } from './token'

/** Somebody who looks at what a link shows. The server does not know them: a guest has no permission, and makes only the calls for guests. */
export interface Guest {
  guestLinkId: string
  spaceId: string
  /** The share of the server that all guests of a person's spaces take together: of the owner, or of a space without one. */
  hostId: string
  shows: GuestShows
  endsAt: Date
  origin: Origin
}

/** SQL of the time in which views are counted once. */
const VIEW = "interval '1 minute'"
const isNewView = (link: string) =>
  `(${link}.last_viewed_at is null or ${link}.last_viewed_at <= now() - ${VIEW})`

const FIND = {
  name: 'guest_link.find',
  text: `
    select l.id as "guestLinkId", l.space_id as "spaceId", coalesce(s.owner_id, s.id) as "hostId", l.shows, l.ends_at as "endsAt",
      ${isNewView('l')} as "isNewView"
    from guest_link l join space s on s.id = l.space_id
      join device d on d.space_id = l.space_id and d.id = l.device_id and ${notMoved('d')}
    where l.space_id = $1 and l.token_hash = $2 and ${guestLinkState('l')} = 'active'`,
}

const COUNT = {
  name: 'guest_link.count',
  text: `
    update guest_link l set views = l.views + 1, last_viewed_at = now()
    where l.space_id = $1 and l.id = $2 and ${isNewView('l')}`,
}

/**
 * The guest with a token.
 * @throws ApiError 404 for a link that is unknown, shows nothing any more, or whose device is gone; the answer does not say which
 */
export async function findGuest(
  { db }: Pick<Deps, 'db'>,
  token: GuestToken | undefined,
  origin: Origin,
): Promise<Guest> {
  const { rows } = token
    ? await db.$client.query<Omit<Guest, 'origin'> & { isNewView: boolean }>({
        ...FIND,
        values: [token.spaceId, token.hash],
      })
    : { rows: [] }
  const [found] = rows
  if (!found) throw new ApiError(404, NO_GUEST_LINK)
  const { isNewView: isCounted, ...guest } = found
  if (isCounted) await countView(db, guest)
  return { ...guest, origin }
}

/** Counts a view; a guest of a server that only reads is not counted. */
async function countView(db: Deps['db'], { spaceId, guestLinkId }: Omit<Guest, 'origin'>) {
  try {
    await db.$client.query({ ...COUNT, values: [spaceId, guestLinkId] })
  } catch (error) {
    if (!isDatabaseReadOnly(error)) throw error
  }
}

/** A caller without any permission, as whom the server reads what a link names. */
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

const VALUES = {
  name: 'guest_link.values',
  text: `
    select s.path, s.is_boolean, s.last_at, s.last_value from series s
    where s.space_id = $1 and s.device_id = $2 and s.path = any($3::text[])`,
}

interface ValueRow {
  path: string
  is_boolean: boolean
  last_at: Date
  last_value: number
}

/** What a link shows: the name and the state of a device, and the chosen values in their order. @throws ApiError 404 if the device is gone */
export async function viewAsGuest({ db, now }: Pick<Deps, 'db' | 'now'>, guest: Guest): Promise<GuestView> {
  const { spaceId, shows } = guest
  const { text } = await devices.read({ db, now }, readerFor(guest), { spaceId, id: shows.device_id })
  const { name, contact, last_seen, tags } = deviceEntity.schema.parse(JSON.parse(text))
  const { rows } = await db.$client.query<ValueRow>({
    ...VALUES,
    values: [spaceId, shows.device_id, shows.paths],
  })
  const { series: settings } = await storedSettings(db, spaceId)
  const shown = shownOf(
    shows.paths,
    settings,
    tags.map(({ id }) => id),
  )
  const found = new Map(rows.map((row) => [row.path, row]))
  return {
    kind: shows.kind,
    name,
    state: contact?.state ?? null,
    last_seen,
    ends_at: guest.endsAt.toISOString(),
    hours: shows.kind === 'history' ? shows.hours : null,
    values: shows.paths.flatMap((path) => {
      const row = found.get(path)
      if (!row) return []
      const { label = path, unit = null, decimals = null } = shown.get(path) ?? {}
      const { is_boolean, last_at, last_value } = row
      return {
        path,
        label,
        unit: is_boolean ? null : unit,
        decimals,
        is_boolean,
        last_at: last_at.toISOString(),
        last_value,
      }
    }),
  }
}

/** The history that a link shows, up to now; none for a link without one. @throws ApiError 400 for more values than a chart reads */
export async function pointsAsGuest(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  guest: Guest,
  { width }: { width: number },
): Promise<JsonText | JsonStream> {
  const { spaceId, shows } = guest
  if (shows.kind !== 'history') return new JsonText('[]')
  const before = now().getTime()
  const query = {
    device_id: [shows.device_id],
    path: shows.paths,
    after: before - shows.hours * HOUR,
    before,
    width,
  }
  return readPoints(db, readerFor(guest), spaceId, query, { isAnonymous: true })
}
