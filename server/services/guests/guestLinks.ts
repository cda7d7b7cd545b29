import { and, desc, eq, lte, sql } from 'drizzle-orm'
import {
  GUEST_DAYS_MAX,
  GUEST_LINKS_MAX,
  type GuestLink,
  type GuestLinkInput,
  type GuestLinkState,
  guestEnd,
  type NewGuestLink,
} from '#contract/guestLinks'
import type { Db, Queryable } from '../../db/database'
import { appUser, device, guestLink } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { note } from '../audit/note'
import type { Person } from '../common/caller'
import { type Columns, timeColumn } from '../common/columns'
import { newId } from '../common/ids'
import { hashOf, makeSecret } from '../common/oneTime'
import { notMoved } from '../common/visibility'
import { lockSpace } from '../resources/spaceNames'
import { guestLinkState } from './state'
import { tokenOf } from './token'

const COLUMNS = {
  id: guestLink.id,
  shows: guestLink.shows,
  device_name: device.name,
  state: sql<GuestLinkState>`${sql.raw(guestLinkState('guest_link'))}`,
  created_by: appUser.email,
  created_at: timeColumn(guestLink.createdAt),
  ends_at: timeColumn(guestLink.endsAt),
  views: guestLink.views,
  last_viewed_at: timeColumn(guestLink.lastViewedAt),
} satisfies Columns<GuestLink>

const select = (db: Queryable) =>
  db
    .select(COLUMNS)
    .from(guestLink)
    .innerJoin(device, and(eq(device.spaceId, guestLink.spaceId), eq(device.id, guestLink.deviceId)))
    .innerJoin(appUser, eq(appUser.id, guestLink.creatorId))

/** The guest links of a space, also those that have ended, the newest first. Rules, "Guest links". */
export const listGuestLinks = async (db: Db, spaceId: string): Promise<GuestLink[]> =>
  select(db).where(eq(guestLink.spaceId, spaceId)).orderBy(desc(guestLink.id))

/** Makes room for one more link: in a full space those that have ended go. The transaction has locked the space. @throws ApiError 400 */
async function makeRoom(tx: Queryable, spaceId: string): Promise<void> {
  const isOfSpace = eq(guestLink.spaceId, spaceId)
  if ((await tx.$count(guestLink, isOfSpace)) < GUEST_LINKS_MAX) return
  await tx.delete(guestLink).where(and(isOfSpace, lte(guestLink.endsAt, sql`now()`)))
  if ((await tx.$count(guestLink, isOfSpace)) < GUEST_LINKS_MAX) return
  throw new ApiError(400, `a space has at most ${GUEST_LINKS_MAX} guest links`)
}

/**
 * Creates a guest link.
 * @returns the link with its token, which is stored nowhere
 * @throws ApiError 400 for a device that is not in the space, an end that is over or too far, and for a full space
 */
export async function createGuestLink(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  spaceId: string,
  { shows, ends_at }: GuestLinkInput,
): Promise<NewGuestLink> {
  const { end, isPossible } = guestEnd(ends_at, now().getTime())
  if (!isPossible) throw new ApiError(400, `ends_at must be in the next ${GUEST_DAYS_MAX} days`)
  const secret = makeSecret()
  return db.transaction(async (tx) => {
    await lockSpace(tx, spaceId)
    await makeRoom(tx, spaceId)
    const isShown = and(
      eq(device.spaceId, spaceId),
      eq(device.id, shows.device_id),
      sql.raw(notMoved('device')),
    )
    const [found] = await tx.select({ name: device.name }).from(device).where(isShown).for('key share')
    if (!found) throw new ApiError(400, 'shows.device_id is the id of no device in this space')
    const id = newId(now())
    await tx.insert(guestLink).values({
      spaceId,
      id,
      tokenHash: hashOf(secret),
      shows,
      deviceId: shows.device_id,
      creatorId: caller.userId,
      createdAt: now(),
      endsAt: new Date(end),
    })
    const [created] = await select(tx).where(and(eq(guestLink.spaceId, spaceId), eq(guestLink.id, id)))
    if (!created) throw notFound()
    await note(tx, { now }, caller, {
      action: 'guestLink.create',
      spaceId,
      target: { id, name: found.name },
      after: loggedOf(created),
    })
    return { ...created, token: tokenOf(spaceId, secret) }
  })
}

const loggedOf = ({ shows, ends_at }: GuestLink) => ({ shows, ends_at })

/** Revokes a guest link: it shows nothing from then on. @throws ApiError 404 */
export async function revokeGuestLink(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  { spaceId, id }: { spaceId: string; id: string },
): Promise<void> {
  const isLink = and(eq(guestLink.spaceId, spaceId), eq(guestLink.id, id))
  await db.transaction(async (tx) => {
    const [found] = await select(tx).where(isLink).for('update', { of: guestLink })
    if (!found) throw notFound()
    await note(tx, { now }, caller, {
      action: 'guestLink.revoke',
      spaceId,
      target: { id, name: found.device_name },
      before: loggedOf(found),
    })
    await tx.delete(guestLink).where(isLink)
  })
}
