import { and, desc, eq, gte, max, sql } from 'drizzle-orm'
import { LIST_LIMIT } from '#contract/common'
import type { DeviceClaim } from '#contract/devices'
import type { DeviceReplacement } from '#contract/devices/handover'
import type { Queryable } from '../../db/database'
import {
  device,
  deviceContact,
  deviceCredential,
  deviceReplacement,
  message,
  uplinkAnswer,
} from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError } from '../../errors'
import { note } from '../audit/note'
import { type Caller, nameOf, shownDoer } from '../common/caller'
import { type Columns, timeColumn } from '../common/columns'
import { newId } from '../common/ids'
import type { JsonText } from '../common/json'
import { checkChange } from '../common/visibility'
import { incrementVersion } from '../resources/version'
import { forgetReported } from './configurationRow'
import { isContactOf } from './contact'
import { alreadyClaimed, devices, putCredential } from './devices'
import { endJobsOfHardware } from './firmware'
import { lockDevice, type OneDevice } from './lockDevice'

/** Checks that no device has the serial number. @throws ApiError 409 */
async function checkIsFree(tx: Queryable, serialNumber: string, current: string): Promise<void> {
  if (serialNumber === current)
    throw new ApiError(409, 'serial_number is that of the hardware that the device already has')
  const isClaimed = await tx.$count(deviceCredential, eq(deviceCredential.serialNumber, serialNumber))
  if (isClaimed > 0) throw alreadyClaimed()
}

/**
 * The first time after everything that the old hardware has sent, even if the clocks of several servers differ, or many messages came
 * together: each has a time of its own.
 */
async function seamAt(tx: Queryable, { spaceId, deviceId }: OneDevice, now: Date, lastSeen: Date | null) {
  if (!lastSeen) return now
  const [sent] = await tx
    .select({ last: max(message.createdAt) })
    .from(message)
    .where(
      and(eq(message.spaceId, spaceId), eq(message.deviceId, deviceId), gte(message.createdAt, lastSeen)),
    )
  const last = Math.max(lastSeen.getTime(), sent?.last?.getTime() ?? 0)
  return new Date(Math.max(now.getTime(), last + 1))
}

/** Fields about the hardware. The new one has not reported yet; the time of the last contact stays. */
const UNKNOWN = { configHash: null, decoderHash: null, encoderHash: null }

/**
 * Replaces the hardware of a device. Only its serial number and its claim token change, and what the old hardware reported about itself is
 * deleted; its history, tags, variables and pending downlinks stay. From then on the old hardware is refused, and the firmware jobs that it
 * has started have ended.
 * @throws ApiError 403, 404, 409 if the serial number is claimed or that of the device, or the device was moved away
 */
export async function replaceDevice(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  one: OneDevice,
  hardware: DeviceClaim,
): Promise<JsonText> {
  const { spaceId, deviceId } = one
  return deps.db.transaction(async (tx) => {
    // Uplinks of the old hardware that are on their way are stored before this, or refused after it.
    const { name, serialNumber: before } = await lockDevice(tx, one, 'no key update', caller)
    await checkChange(tx, caller, one)
    const { serial_number: serialNumber } = hardware
    await checkIsFree(tx, serialNumber, before)
    const [contact] = await tx
      .update(deviceContact)
      .set({ sessionId: 0, confirms: false })
      .where(isContactOf(one))
      .returning({ lastSeen: deviceContact.lastSeen })
    const at = await seamAt(tx, one, deps.now(), contact?.lastSeen ?? null)

    await putCredential(tx, one, hardware)
    // The new hardware may number its messages from the beginning.
    await tx
      .delete(uplinkAnswer)
      .where(and(eq(uplinkAnswer.spaceId, spaceId), eq(uplinkAnswer.deviceId, deviceId)))
    await tx
      .update(device)
      .set({ serialNumber, ...UNKNOWN, ...incrementVersion(device) })
      .where(devices.is(spaceId, deviceId))
    await tx.insert(deviceReplacement).values({
      ...one,
      id: newId(at),
      createdAt: at,
      oldSerialNumber: before,
      newSerialNumber: serialNumber,
      by: nameOf(caller),
    })
    await endJobsOfHardware(tx, one, at)
    await forgetReported(tx, one, at)
    await note(tx, deps, caller, {
      action: 'device.replace',
      spaceId,
      target: { id: deviceId, name },
      before: { serial_number: before },
      after: { serial_number: serialNumber },
    })
    return devices.read({ db: tx, now: deps.now }, caller, { spaceId, id: deviceId })
  })
}

const COLUMNS = {
  id: deviceReplacement.id,
  created_at: timeColumn(deviceReplacement.createdAt),
  old_serial_number: deviceReplacement.oldSerialNumber,
  new_serial_number: deviceReplacement.newSerialNumber,
} satisfies Columns<Omit<DeviceReplacement, 'by'>>

/** The replacements of a device's hardware, newest first. @throws ApiError 404 */
export async function listReplacements(
  db: Queryable,
  caller: Caller,
  { spaceId, deviceId }: OneDevice,
): Promise<DeviceReplacement[]> {
  await devices.check(db, caller, { spaceId, id: deviceId })
  return db
    .select({ ...COLUMNS, by: sql<string | null>`${sql.raw(shownDoer(caller, 'device_replacement.by'))}` })
    .from(deviceReplacement)
    .where(and(eq(deviceReplacement.spaceId, spaceId), eq(deviceReplacement.deviceId, deviceId)))
    .orderBy(desc(deviceReplacement.createdAt), desc(deviceReplacement.id))
    .limit(LIST_LIMIT)
}
