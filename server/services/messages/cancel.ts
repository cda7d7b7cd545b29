import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type CancelResult, downlinkPermission } from '#contract/messages'
import type { Queryable } from '../../db/database'
import { device, firmwareJob, message } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { isOfOwnDevice } from '../background/deletion'
import { authorize, type Caller, may, userIdOf } from '../common/caller'
import type { JsonText } from '../common/json'
import { checkChange } from '../common/visibility'
import { areMessages, cancelWaiting, noteDownlink } from '../devices/downlinks'
import { cancelJobs } from '../devices/firmware'
import { lockDevice } from '../devices/lockDevice'
import { isMessage, readMessage } from './message'

/** Cancels downlinks of locked devices that wait, and their firmware jobs, with an entry of the audit log for each. @returns their ids */
async function cancelAll(
  tx: Queryable,
  { now }: Pick<Deps, 'now'>,
  caller: Caller,
  { spaceId, ids }: { spaceId: string; ids: readonly string[] },
): Promise<Set<string>> {
  const [at, userId] = [now(), userIdOf(caller)]
  const cancelled = await cancelWaiting(tx, spaceId, ids, { at, userId })
  const orders = cancelled.filter(({ type }) => type === 'firmware').map(({ id }) => id)
  if (orders.length > 0) {
    const jobs = and(eq(firmwareJob.spaceId, spaceId), inArray(firmwareJob.id, orders))
    await cancelJobs(tx, { spaceId, jobs }, { at, reason: null, userId })
  }
  for (const { id, deviceId, type, state } of cancelled) {
    const of = { type, device_id: deviceId }
    await noteDownlink(tx, { now }, caller, {
      action: 'message.cancel',
      spaceId,
      deviceId,
      id,
      before: { ...of, down_state: state },
      after: { ...of, down_state: 'cancelled' },
    })
  }
  return new Set(cancelled.map(({ id }) => id))
}

const refusalOf = (found: Pick<typeof message.$inferSelect, 'downState' | 'downOutcome'>) =>
  found.downState === 'sent' && found.downOutcome ? found.downOutcome : (found.downState ?? 'an uplink')

/**
 * Cancels a downlink that is pending or waits for a confirmation, and its firmware job. It competes with the device that receives or
 * confirms the downlink; exactly one of them wins. Rules, "Downlinks".
 * @throws ApiError 403, 404, 409 if it does not wait
 */
export async function cancelMessage(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  messageId: string,
): Promise<JsonText> {
  const find = async () => {
    const [found] = await db.select().from(message).where(isMessage(spaceId, messageId))
    if (!found) throw notFound()
    return found
  }
  const { type, deviceId } = await find()
  await checkChange(db, caller, { spaceId, deviceId })
  authorize(caller, downlinkPermission(type, 'delete'))
  const cancelled = await db.transaction(async (tx) => {
    await lockDevice(tx, { spaceId, deviceId })
    const { size } = await cancelAll(tx, { now }, caller, { spaceId, ids: [messageId] })
    return size > 0 ? readMessage(tx, caller, { spaceId, messageId }) : undefined
  })
  if (cancelled) return cancelled
  const state = refusalOf(await find())
  throw new ApiError(409, `only a pending downlink can be cancelled; this message is ${state}`)
}

/** Downlinks that one transaction cancels, so that none keeps its locks for long. */
const TOGETHER = 100

/** What the caller may do with a device: null for everything, or why not. */
async function obstacleOf(db: Queryable, caller: Caller, one: { spaceId: string; deviceId: string }) {
  try {
    await checkChange(db, caller, one)
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.status === 404 ? 'not_found' : 'forbidden'
  }
}

/** Cancels some downlinks in one transaction. @returns the states by id */
async function cancelSome(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  ids: readonly string[],
): Promise<Map<string, CancelResult['state']>> {
  const found = await db
    .select({ id: message.id, type: message.type, deviceId: message.deviceId })
    .from(message)
    .where(and(areMessages(spaceId, ids), sql.raw(isOfOwnDevice('message'))))
  const states = new Map<string, CancelResult['state']>()
  const obstacles = new Map<string, CancelResult['state'] | null>()
  for (const { id, type, deviceId } of found) {
    const known = obstacles.get(deviceId)
    const obstacle = known === undefined ? await obstacleOf(db, caller, { spaceId, deviceId }) : known
    obstacles.set(deviceId, obstacle)
    states.set(
      id,
      obstacle ?? (may(caller, downlinkPermission(type, 'delete')) ? 'not_pending' : 'forbidden'),
    )
  }
  const allowed = found.filter(({ id }) => states.get(id) === 'not_pending')
  if (allowed.length === 0) return states
  await db.transaction(async (tx) => {
    const devices = await tx
      .select({ id: device.id })
      .from(device)
      .where(
        and(
          eq(device.spaceId, spaceId),
          inArray(device.id, [...new Set(allowed.map(({ deviceId }) => deviceId))]),
          isNull(device.movedAt),
        ),
      )
      .orderBy(device.id)
      .for('key share')
    const locked = new Set(devices.map(({ id }) => id))
    const open = allowed.filter(({ deviceId }) => locked.has(deviceId)).map(({ id }) => id)
    for (const id of await cancelAll(tx, { now }, caller, { spaceId, ids: open })) states.set(id, 'cancelled')
  })
  return states
}

/**
 * Cancels those of many downlinks that wait and that the caller may cancel, a hundred in a transaction. Rules, "Downlinks".
 * @returns a result for each id, in their order
 */
export async function cancelMessages(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  ids: readonly string[],
): Promise<CancelResult[]> {
  const distinct = [...new Set(ids.map((id) => id.toLowerCase()))]
  const states = new Map<string, CancelResult['state']>()
  for (let from = 0; from < distinct.length; from += TOGETHER)
    for (const [id, state] of await cancelSome(deps, caller, spaceId, distinct.slice(from, from + TOGETHER)))
      states.set(id, state)
  return ids.map((id) => ({ id, state: states.get(id.toLowerCase()) ?? 'not_found' }))
}
