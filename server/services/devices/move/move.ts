import { and, eq, inArray, sql } from 'drizzle-orm'
import type { DeviceMove } from '#contract/devices/handover'
import type { Queryable } from '../../../db/database'
import {
  device,
  deviceContact,
  deviceCredential,
  deviceReplacement,
  deviceSession,
  deviceTag,
  guestLink,
  simulatedDevice,
  space,
  uplinkAnswer,
  variable,
} from '../../../db/schema'
import type { Deps } from '../../../deps'
import { note } from '../../audit/note'
import type { Person } from '../../common/caller'
import type { JsonText } from '../../common/json'
import { incrementVersion } from '../../resources/version'
import { moveConfiguration } from '../configurationRow'
import { isContactOf } from '../contact'
import { devices } from '../devices'
import { isDevice, lockDevice, type OneDevice } from '../lockDevice'
import { endOrders, keptTags, type Move } from './effects'
import { checkHistory, targetOf } from './target'

type Row = typeof device.$inferSelect

/** Stores the device in its new space; a row that stayed there for its history becomes the device again. */
async function arrive(tx: Queryable, { target, ...one }: Move, moved: Row, at: Date): Promise<void> {
  const { searched: _computed, ...stored } = moved
  const row = {
    ...stored,
    spaceId: target.id,
    createdAt: at,
    movedAt: null,
    movedTo: null,
    movedFrom: one.spaceId,
    version: moved.version + 1,
  } satisfies Omit<Row, 'searched'>
  await tx
    .insert(device)
    .values(row)
    .onConflictDoUpdate({
      target: [device.spaceId, device.id],
      set: { ...row, version: sql`greatest(${device.version}, ${moved.version}) + 1` },
    })
  const [contact] = await tx.select().from(deviceContact).where(isContactOf(one))
  if (!contact) throw new Error('the device has no row in device_contact')
  // The history of its values stays with its messages, and is completed in the old space.
  const { historyFrom: _from, ...known } = contact
  // Whether it confirms is learnt anew, with the downlinks of its new space.
  const here = { ...known, spaceId: target.id, confirms: false }
  await tx
    .insert(deviceContact)
    .values(here)
    .onConflictDoUpdate({ target: [deviceContact.spaceId, deviceContact.deviceId], set: here })
}

/** Copies what both spaces need: the current session of the device, and which hardware its messages came from. */
async function copyPast(tx: Queryable, { spaceId, deviceId, target }: Move): Promise<void> {
  await tx.execute(sql`
    insert into ${deviceSession} (space_id, device_id, session_id, up, created_at)
    select ${target.id}, s.device_id, s.session_id, s.up, s.created_at
    from ${deviceSession} s join ${deviceContact} c on c.space_id = s.space_id and c.device_id = s.device_id
    where s.space_id = ${spaceId} and s.device_id = ${deviceId} and s.session_id = c.session_id
    on conflict do nothing`)
  await tx.execute(sql`
    insert into ${deviceReplacement} (space_id, device_id, id, created_at, old_serial_number, new_serial_number, by)
    select ${target.id}, r.device_id, r.id, r.created_at, r.old_serial_number, r.new_serial_number, r.by
    from ${deviceReplacement} r where r.space_id = ${spaceId} and r.device_id = ${deviceId}
    on conflict do nothing`)
}

/** Removes from the old space what belongs to the device, not to its history. */
async function takeAlong(tx: Queryable, move: Move): Promise<void> {
  const { spaceId, deviceId, target } = move
  const tagIds = await keptTags(tx, move)
  if (tagIds.length > 0)
    await tx
      .insert(deviceTag)
      .values(tagIds.map((tagId) => ({ spaceId: target.id, deviceId, tagId })))
      .onConflictDoNothing()
  await tx.delete(deviceTag).where(and(eq(deviceTag.spaceId, spaceId), eq(deviceTag.deviceId, deviceId)))
  await tx
    .update(deviceCredential)
    .set({ spaceId: target.id })
    .where(and(eq(deviceCredential.spaceId, spaceId), eq(deviceCredential.deviceId, deviceId)))
  // Rows whose space decides on which node they are cannot change it.
  const variables = await tx
    .delete(variable)
    .where(and(eq(variable.spaceId, spaceId), eq(variable.deviceId, deviceId)))
    .returning()
  if (variables.length > 0)
    await tx.insert(variable).values(variables.map((row) => Object.assign(row, { spaceId: target.id })))
  const [simulated] = await tx
    .delete(simulatedDevice)
    .where(and(eq(simulatedDevice.spaceId, spaceId), eq(simulatedDevice.deviceId, deviceId)))
    .returning()
  if (simulated) await tx.insert(simulatedDevice).values({ ...simulated, spaceId: target.id })
  // A message name that the device has used before is new in its new space, and when it comes back.
  await tx
    .delete(uplinkAnswer)
    .where(and(inArray(uplinkAnswer.spaceId, [spaceId, target.id]), eq(uplinkAnswer.deviceId, deviceId)))
  // What guests see belongs to the old space.
  await tx.delete(guestLink).where(and(eq(guestLink.spaceId, spaceId), eq(guestLink.deviceId, deviceId)))
  await copyPast(tx, move)
}

/**
 * Moves a device to another space, in which it keeps its id, with what belongs to it. Its messages stay in the old space, with a row of the
 * device that cannot be reached any more. `readMoveEffects` says what else is lost.
 * @returns the device in its new space, where `created_at` is the time of the move
 * @throws ApiError 400, 403, 404, 409 as `readMoveEffects`
 */
export const moveDevice = (
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Person,
  one: OneDevice,
  input: DeviceMove,
): Promise<JsonText> =>
  deps.db.transaction(async (tx) => {
    const target = await targetOf(tx, caller, one, input)
    // Uplinks, changes and other moves wait here, and then find the device in its new space.
    const found = await lockDevice(tx, one, 'update')
    const move = { ...one, target }
    const at = deps.now()
    await arrive(tx, move, found, at)
    // This check comes last, because the row may have waited for the deletion of a history there.
    await checkHistory(tx, target, one)
    await takeAlong(tx, move)
    // The downlinks first, as what ends them locks the configuration after them.
    await endOrders(tx, one, { at, userId: caller.userId })
    await moveConfiguration(tx, move, at)
    await tx
      .update(device)
      .set({ movedAt: at, movedTo: target.id, ...incrementVersion(device) })
      .where(isDevice(one))
    const [left] = await tx.select({ name: space.name }).from(space).where(eq(space.id, one.spaceId))
    await note(tx, deps, caller, {
      action: 'device.move',
      spaceId: one.spaceId,
      target: { id: found.id, name: found.name },
      before: { space: left?.name ?? null },
      after: { space: target.name },
    })
    return devices.read({ db: tx, now: () => at }, caller, { spaceId: target.id, id: found.id })
  })
