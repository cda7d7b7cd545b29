import { createHash } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import {
  type Device,
  type DeviceClaim,
  type DeviceCreate,
  type DeviceUpdate,
  deviceEntity,
  FIRMWARE_VERSIONS,
  type Session,
} from '#contract/devices'
import { type Db, type Queryable, violatedConstraint } from '../../db/database'
import {
  device,
  deviceContact,
  deviceCredential,
  deviceSession,
  deviceTag,
  simulatedDevice,
} from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { type Caller, may } from '../common/caller'
import { type Columns, columnsOf, timeColumn } from '../common/columns'
import type { JsonText } from '../common/json'
import { checkChange, hasAllowedTag, limitOf, tagsAfter } from '../common/visibility'
import { type Deleting, discard } from '../discard/discard'
import type { Clocked, Key } from '../resources/spaceQueries'
import { type ChangeOptions, spaceResource } from '../resources/spaceResource'
import { putTags, tagsColumn } from '../spaces/tags'
import { CONTACT, contactColumn } from './contact'
import { lockDevice, type OneDevice } from './lockDevice'

/** SQL of the version of a device's firmware, or of the firmware that its last successful job was for. */
export const FIRMWARE = `coalesce((
    select coalesce(${FIRMWARE_VERSIONS.map((name) => `s.up->>'${name}'`).join(', ')}) from device_session s
    where s.space_id = device.space_id and s.device_id = device.id and s.session_id = device_contact.session_id
  ), (
    select j.firmware_id from firmware_job j
    where j.space_id = device.space_id and j.device_id = device.id and j.state = 'succeeded' order by j.id desc limit 1
  ))`
/** The state of a device's configuration; null if nothing is wished. */
const configurationColumn: SQL<Device['configuration']> = sql`(
  select json_build_object('state', o.state, 'differences', o.differences) from device_configuration o
  where o.space_id = device.space_id and o.device_id = device.id and o.state <> 'none')`

/** The columns of an answer. @param now SQL of the time */
export const columnsAt = (now: string) =>
  columnsOf(deviceEntity.schema, device, {
    tags: tagsColumn('device'),
    session_id: deviceContact.sessionId,
    last_seen: timeColumn(deviceContact.lastSeen),
    contact: contactColumn(now),
    firmware: sql<string | null>`${sql.raw(FIRMWARE)}`,
    open_alerts: undefined,
    configuration: configurationColumn,
  })

/** SQL of the number of open alerts of a device; null for callers who may not read alerts. @param mayRead SQL of whether the caller may */
export const openAlerts = (mayRead: string) => `case when ${mayRead}::boolean then (
    select count(distinct e.alert_id)::int from alert_episode e
    where e.space_id = device.space_id and e.device_id = device.id and e.ended_at is null
  ) end`

export const mayReadAlerts = (caller: Caller) => may(caller, 'space:alert:read')

/** Devices of a space. Rules, "Devices". */
export const devices = spaceResource({
  table: device,
  entity: deviceEntity,
  joinedTable: sql`join ${deviceContact} on ${sql.raw(CONTACT.on)}`,
  columns: columnsAt('clock.at'),
  columnsFor: (caller) => ({ open_alerts: sql.raw(openAlerts(String(mayReadAlerts(caller)))) }),
  customStores: { tags: putTags('device') },
  seenBy: (caller) => hasAllowedTag(caller, 'device', device),
})

/** The stored hash of a claim token. */
export const hashClaimToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Gives a device the serial number and the claim token of its hardware, in place of the current ones. From then on the demo no longer
 * simulates it.
 * @throws ApiError 409 if the serial number is claimed in any space
 */
export async function putCredential(
  tx: Queryable,
  { spaceId, deviceId }: OneDevice,
  { serial_number: serialNumber, token }: DeviceClaim,
): Promise<void> {
  const hardware = { serialNumber, tokenHash: hashClaimToken(token) }
  try {
    await tx
      .insert(deviceCredential)
      .values({ spaceId, deviceId, ...hardware })
      .onConflictDoUpdate({ target: [deviceCredential.spaceId, deviceCredential.deviceId], set: hardware })
  } catch (error) {
    if (violatedConstraint(error) === 'device_credential_serial_number') throw alreadyClaimed()
    throw error
  }
  await tx
    .delete(simulatedDevice)
    .where(and(eq(simulatedDevice.spaceId, spaceId), eq(simulatedDevice.deviceId, deviceId)))
}

/** The error for a serial number that is claimed. */
export const alreadyClaimed = () =>
  new ApiError(409, 'serial_number belongs to a device that was claimed already')

/**
 * Claims a device for the space. Rules, "Devices".
 * @throws ApiError 400 for a tag of another space, or that a key with a limit must not add, 409 if the serial number is claimed in any
 * space
 */
export async function createDevice(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
  given: DeviceCreate,
): Promise<JsonText> {
  const limit = limitOf(caller)
  const input = limit ? { ...given, tags: tagsAfter(limit, given.tags, []) } : given
  return devices.create(deps, caller, spaceId, input, {
    store: async (tx, { id: deviceId }) => {
      await tx.insert(deviceContact).values({ spaceId, deviceId })
      await putCredential(tx, { spaceId, deviceId }, input)
    },
  })
}

/**
 * Updates a device; fields that are not given are kept.
 * @throws ApiError 400, 403, 404, 409 for a device that was moved to another space, 412
 */
export async function updateDevice(
  { db, now }: Clocked,
  caller: Caller,
  key: Key,
  input: DeviceUpdate,
  options?: ChangeOptions,
): Promise<JsonText> {
  const one = { spaceId: key.spaceId, deviceId: key.id }
  const limit = limitOf(caller)
  return db.transaction(async (tx) => {
    // The lock keeps others from changing its tags until they are stored.
    await lockDevice(tx, one, 'no key update', caller)
    await checkChange(tx, caller, one)
    if (!limit || !input.tags) return devices.update({ db: tx, now }, caller, key, input, options)
    const current = await tx
      .select({ id: deviceTag.tagId })
      .from(deviceTag)
      .where(and(eq(deviceTag.spaceId, key.spaceId), eq(deviceTag.deviceId, key.id)))
    const currentIds = current.map(({ id }) => id)
    const tags = tagsAfter(limit, input.tags, currentIds)
    return devices.update({ db: tx, now }, caller, key, { ...input, tags }, options)
  })
}

/** Deletes a device, which goes to the trash. Its messages can no longer be seen. @throws ApiError 403, 404, 412 */
export async function deleteDevice(
  deps: Deleting,
  caller: Caller,
  key: Key,
  options?: ChangeOptions,
): Promise<void> {
  const one = { spaceId: key.spaceId, deviceId: key.id }
  await devices.delete(deps, caller, key, {
    ...options,
    check: (tx) => checkChange(tx, caller, one),
    remove: async (tx, { before, ...deleted }) => {
      const { serial_number: serialNumber } = before
      const detail = typeof serialNumber === 'string' ? serialNumber : null
      await discard(tx, deps, caller, { ...deleted, resource: 'device', detail })
    },
  })
}

const SESSION = {
  id: deviceSession.sessionId,
  device_id: deviceSession.deviceId,
  up: deviceSession.up,
} satisfies Columns<Session>

/**
 * The details that a device sent at a boot. `sessionId` is the Unix time of the boot in seconds. Rules, "Sessions of a device".
 * @throws ApiError 404
 */
export async function readSession(
  db: Db,
  caller: Caller,
  { spaceId, deviceId, sessionId }: OneDevice & { sessionId: number },
): Promise<Session> {
  const [session] = await db
    .select(SESSION)
    .from(deviceSession)
    .where(
      and(
        eq(deviceSession.spaceId, spaceId),
        eq(deviceSession.deviceId, deviceId),
        eq(deviceSession.sessionId, sessionId),
        hasAllowedTag(caller, 'device', { spaceId: deviceSession.spaceId, id: deviceSession.deviceId }),
      ),
    )
  if (!session) throw notFound()
  return session
}
