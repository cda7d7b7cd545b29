import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { allowsDownlinks, type DOWNLINK_EVENTS, type MessageType, NO_DOWNLINKS } from '#contract/messages'
import type { Queryable } from '../../db/database'
import { device, deviceTag, message, messageEvent, tag } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { type Change, note } from '../audit/note'
import type { Caller } from '../common/caller'
import { newId, timeOf } from '../common/ids'
import { enqueueDeliveries } from '../deliveries/enqueue'
import { lockDevice } from './lockDevice'
import { noteEndedOrders } from './settingsOrders'

/** Whether the tags of a device allow downlinks. */
export async function takesDownlinks(tx: Queryable, spaceId: string, deviceId: string): Promise<boolean> {
  const tags = await tx
    .select({ access_type: tag.accessType })
    .from(deviceTag)
    .innerJoin(tag, and(eq(tag.spaceId, deviceTag.spaceId), eq(tag.id, deviceTag.tagId)))
    .where(and(eq(deviceTag.spaceId, spaceId), eq(deviceTag.deviceId, deviceId)))
  return allowsDownlinks(tags)
}

/**
 * Checks that the device exists and that its tags allow downlinks, and locks it in its space until the transaction ends.
 * @throws ApiError 404, 409: not 403, which would be about the caller's permission and make a console leave the page
 */
export async function checkTakesDownlinks(tx: Queryable, spaceId: string, deviceId: string): Promise<void> {
  await lockDevice(tx, { spaceId, deviceId })
  if (!(await takesDownlinks(tx, spaceId, deviceId))) throw new ApiError(409, NO_DOWNLINKS)
}

/** The columns of a downlink that an event needs. */
export const DOWNLINK = {
  spaceId: message.spaceId,
  createdAt: message.createdAt,
  id: message.id,
  deviceId: message.deviceId,
}
type Row = Pick<typeof message.$inferSelect, keyof typeof DOWNLINK>

/** SQL condition: a downlink waits for the device: to be handed over, or to be confirmed. */
export const IS_WAITING = sql`(${message.downState} = 'pending' or ${message.downAwaits})`

/** The columns that cancel a downlink. */
export const cancelledAt = (at: Date) =>
  ({ downState: 'cancelled', downStateAt: at, downAwaits: false }) as const

/** The condition that selects messages of a space by their ids, whose times name the partitions. */
export const areMessages = (spaceId: string, ids: readonly string[]) => {
  const times = ids.map((id) => timeOf(id))
  return and(
    eq(message.spaceId, spaceId),
    inArray(
      message.createdAt,
      times.filter((time) => time !== null),
    ),
    inArray(message.id, [...ids]),
  )
}

interface Cancelling {
  at: Date
  userId: string | null
  /** A further condition of the downlinks. */
  which?: SQL
}

/**
 * Cancels those of some downlinks that wait, with an event for each. They are locked in their order, as uplinks lock those that they
 * conclude.
 * @returns those that were cancelled, with their states before
 */
export async function cancelWaiting(
  tx: Queryable,
  spaceId: string,
  ids: readonly string[],
  { at, userId, which }: Cancelling,
) {
  if (ids.length === 0) return []
  const rows = await tx
    .select({ ...DOWNLINK, type: message.type, state: message.downState })
    .from(message)
    .where(and(areMessages(spaceId, ids), IS_WAITING, which))
    .orderBy(message.createdAt, message.id)
    .for('update')
  if (rows.length === 0) return []
  const waiting = rows.map(({ id }) => id)
  await tx.update(message).set(cancelledAt(at)).where(areMessages(spaceId, waiting))
  await noteEvents(tx, rows, { type: 'downlink.cancelled', at, userId })
  await noteEndedOrders(
    tx,
    spaceId,
    rows.filter(({ type }) => type === 'config'),
    at,
  )
  return rows
}

interface NewDownlink {
  spaceId: string
  deviceId: string
  type: MessageType
  /** JSON text. */
  body: string
  /** From then on it is not handed over. */
  expiresAt?: Date | null
  /** Id of a downlink of the device that this one makes needless. */
  replaces?: string | null
}

/**
 * Stores a pending downlink with its event. Connectors that it triggers will deliver it.
 * @returns its id, which contains the time
 * @throws ApiError 400 if it replaces what is no downlink of the device
 */
export async function insertDownlink(
  tx: Queryable,
  { replaces = null, ...downlink }: NewDownlink,
  { at, userId, id = newId(at) }: { at: Date; userId: string | null; id?: string },
): Promise<string> {
  if (replaces !== null) await replaceDownlink(tx, { ...downlink, replaces, id }, { at, userId })
  const row = {
    ...downlink,
    id,
    createdAt: at,
    direction: 'down' as const,
    downState: 'pending' as const,
    downStateAt: at,
    downAttempt: 0,
  }
  await tx.insert(message).values(row)
  await noteEvents(tx, [row], { type: 'downlink.scheduled', at, userId })
  await enqueueDeliveries(tx, { ...downlink, id, direction: 'down' }, at)
  return id
}

/**
 * Ends a downlink that another one makes needless. One that waits is cancelled; one that was handed over, and that nobody confirmed, is
 * replaced; one with an outcome stays as it is.
 * @throws ApiError 400 if it is no downlink of the device
 */
async function replaceDownlink(
  tx: Queryable,
  {
    spaceId,
    deviceId,
    replaces,
    id,
  }: Pick<NewDownlink, 'spaceId' | 'deviceId'> & { replaces: string; id: string },
  { at, userId }: { at: Date; userId: string | null },
): Promise<void> {
  const none = new ApiError(400, 'replaces is the id of no downlink to this device')
  const createdAt = timeOf(replaces)
  if (!createdAt) throw none
  const one = and(eq(message.spaceId, spaceId), eq(message.createdAt, createdAt), eq(message.id, replaces))
  const ofDevice = and(one, eq(message.deviceId, deviceId), eq(message.direction, 'down'))
  const [found] = await tx
    .select({
      ...DOWNLINK,
      type: message.type,
      state: message.downState,
      awaits: message.downAwaits,
      outcome: message.downOutcome,
    })
    .from(message)
    .where(ofDevice)
    .for('update')
  if (!found) throw none
  if (found.type === 'firmware')
    throw new ApiError(
      400,
      'replaces must not be the id of a firmware job: a later job for its target replaces it',
    )
  const { state, awaits, outcome } = found
  if (outcome !== null || state === 'cancelled') return
  const isWaiting = awaits || state === 'pending'
  await tx
    .update(message)
    .set({ downOutcome: 'replaced', ...(isWaiting && cancelledAt(at)) })
    .where(one)
  await noteEvents(tx, [found], { type: 'downlink.replaced', at, userId, about: { replaced_by: id } })
  if (found.type === 'config') await noteEndedOrders(tx, spaceId, [found], at)
}

/** What the audit log records of a downlink or a firmware job. */
interface DownlinkChange extends Pick<Change, 'action' | 'before' | 'after'> {
  spaceId: string
  deviceId: string
  id: string
}

/** Records a downlink or a firmware job of a device in the audit log, without its body. */
export async function noteDownlink(
  tx: Queryable,
  deps: Pick<Deps, 'now'>,
  caller: Caller,
  { id, deviceId, spaceId, ...change }: DownlinkChange,
): Promise<void> {
  const [found] = await tx
    .select({ name: device.name })
    .from(device)
    .where(and(eq(device.spaceId, spaceId), eq(device.id, deviceId)))
  await note(tx, deps, caller, { ...change, spaceId, target: { id, name: found?.name ?? null } })
}

interface NewEvent {
  type: (typeof DOWNLINK_EVENTS)[number]
  at: Date
  /** The person who caused it; null if nobody did. */
  userId: string | null
  /** More about it. */
  about?: Record<string, string>
}

/** Stores an event of each downlink. */
export async function noteEvents(
  tx: Queryable,
  downlinks: Row[],
  { type, at, userId, about }: NewEvent,
): Promise<void> {
  if (downlinks.length === 0) return
  await tx.insert(messageEvent).values(
    downlinks.map(({ spaceId, createdAt, id, deviceId }) => ({
      spaceId,
      messageCreatedAt: createdAt,
      messageId: id,
      id: newId(at),
      deviceId,
      createdAt: at,
      type,
      body: userId === null && !about ? null : { ...(userId !== null && { user_id: userId }), ...about },
    })),
  )
}
