import { and, desc, eq, lte, sql } from 'drizzle-orm'
import {
  GUEST_DAYS_MAX,
  GUEST_LINKS_MAX,
  type GuestLink,
  type GuestLinkInput,
  guestEnd,
} from '#contract/guestLinks'
import type { Db, Queryable } from '../../db/database'
import { device, guestLink } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { note } from '../audit/note'
import { nameOf, type Person } from '../common/caller'
import { type Columns, timeColumn } from '../common/columns'
import { newId } from '../common/ids'
import { hashOf, makeSecret } from '../common/oneTime'
import { notMoved } from '../common/visibility'
import { checkCountLimit, lockSpace } from '../resources/spaceNames'
import { tokenOf } from './token'

const COLUMNS = {
  id: guestLink.id,
  shows: guestLink.shows,
  device_name: device.name,
  created_by: guestLink.createdBy,
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

/** The guest links of a space, also those that have ended lately, the newest first. Rules, "Guest links". */
export const listGuestLinks = async (db: Db, spaceId: string): Promise<GuestLink[]> =>
  select(db).where(eq(guestLink.spaceId, spaceId)).orderBy(desc(guestLink.id))

/**
 * Creates a guest link. Those that have ended go: a space keeps at most so many.
 * @throws ApiError 400 for a device that is not in the space, an end that is too far or over, and for a full space, 403 for an end after
 * that of the caller
 */
export async function createGuestLink(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  spaceId: string,
  { shows, ends_at }: GuestLinkInput,
): Promise<GuestLink & { token: string }> {
  const { end, isPossible } = guestEnd(ends_at, now().getTime())
  if (!isPossible) throw new ApiError(400, `ends_at must be in the next ${GUEST_DAYS_MAX} days`)
  if (caller.endsAt && end > caller.endsAt.getTime())
    throw new ApiError(403, 'forbidden: you can give nothing that lasts longer than your own time in the space')
  const secret = makeSecret()
  return db.transaction(async (tx) => {
    await lockSpace(tx, spaceId)
    const isOver = lte(guestLink.endsAt, sql`now()`)
    await tx.delete(guestLink).where(and(eq(guestLink.spaceId, spaceId), isOver))
    await checkCountLimit(tx, {
      table: guestLink,
      counted: eq(guestLink.spaceId, spaceId),
      max: GUEST_LINKS_MAX,
      full: `a space has at most ${GUEST_LINKS_MAX} guest links`,
    })
    const isShown = and(eq(device.spaceId, spaceId), eq(device.id, shows.device_id), sql.raw(notMoved('device')))
    const [found] = await tx.select({ name: device.name }).from(device).where(isShown).for('key share')
    if (!found) throw new ApiError(400, 'shows.device_id is not a device of this space')
    const id = newId(now())
    await tx.insert(guestLink).values({
      spaceId,
      id,
      tokenHash: hashOf(secret),
      shows,
      deviceId: shows.device_id,
      createdBy: nameOf(caller),
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
  const is = and(eq(guestLink.spaceId, spaceId), eq(guestLink.id, id))
  await db.transaction(async (tx) => {
    const [found] = await select(tx).where(is).for('update', { of: guestLink })
    if (!found) throw notFound()
    await note(tx, { now }, caller, {
      action: 'guestLink.revoke',
      spaceId,
      target: { id, name: found.device_name },
      before: loggedOf(found),
    })
    await tx.delete(guestLink).where(is)
  })
}
