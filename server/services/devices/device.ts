import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { DeviceCreate, DeviceInput } from '#contract/devices'
import { type Queryable, violatedConstraint } from '../../db/database'
import { device, deviceCredential, deviceTag } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { newId } from '../ids'
import { JsonText } from '../json'
import { putTags } from '../tags'
import { DEVICE_COLUMNS } from './columns'

/** What is kept of a claim token. */
export const hashClaimToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const isDevice = (spaceId: string, deviceId: string) =>
  and(eq(device.spaceId, spaceId), eq(device.id, deviceId))

/** A device of the space. @throws ApiError 404 */
export async function readDevice(db: Queryable, spaceId: string, deviceId: string): Promise<JsonText> {
  const { rows } = await db.execute<{ json: string }>(sql`
    select row_to_json(one)::text as json from (
      select ${sql.raw(DEVICE_COLUMNS)} from device d where d.space_id = ${spaceId} and d.id = ${deviceId}
    ) one`)
  const [row] = rows
  if (!row) throw notFound()
  return new JsonText(row.json)
}

/**
 * Claims a device for the space. Spec 2, section 7.
 * @throws ApiError 400 for a tag of elsewhere, 409 when the serial number was claimed, in whatever space
 */
export async function createDevice(
  { db, now }: Deps,
  spaceId: string,
  { serial_number: serialNumber, token, tags, ...input }: DeviceCreate,
): Promise<JsonText> {
  const deviceId = newId()
  return db.transaction(async (tx) => {
    await tx.insert(device).values({ ...input, spaceId, id: deviceId, serialNumber, createdAt: now() })
    try {
      const tokenHash = hashClaimToken(token)
      await tx.insert(deviceCredential).values({ spaceId, deviceId, serialNumber, tokenHash })
    } catch (error) {
      if (violatedConstraint(error) !== 'device_credential_serial_number') throw error
      throw new ApiError(409, 'serial_number belongs to a device that was claimed already')
    }
    await putTagsOf(tx, spaceId, deviceId, tags)
    return readDevice(tx, spaceId, deviceId)
  })
}

/** Replaces what a person can change of a device. @throws ApiError 400 for a tag of elsewhere, 404 */
export async function updateDevice(
  { db }: Deps,
  spaceId: string,
  deviceId: string,
  { tags, ...input }: DeviceInput,
): Promise<JsonText> {
  return db.transaction(async (tx) => {
    const updated = await tx
      .update(device)
      .set(input)
      .where(isDevice(spaceId, deviceId))
      .returning({ id: device.id })
    if (updated.length === 0) throw notFound()
    await tx.delete(deviceTag).where(and(eq(deviceTag.spaceId, spaceId), eq(deviceTag.deviceId, deviceId)))
    await putTagsOf(tx, spaceId, deviceId, tags)
    return readDevice(tx, spaceId, deviceId)
  })
}

/** Deletes a device with its messages, sessions and credential. @throws ApiError 404 */
export async function deleteDevice({ db }: Deps, spaceId: string, deviceId: string): Promise<void> {
  const deleted = await db.delete(device).where(isDevice(spaceId, deviceId)).returning({ id: device.id })
  if (deleted.length === 0) throw notFound()
}

const putTagsOf = (tx: Queryable, spaceId: string, deviceId: string, tags: DeviceInput['tags']) =>
  putTags(tags, 'device_tag_tag', (tagIds) =>
    tx.insert(deviceTag).values(tagIds.map((tagId) => ({ spaceId, deviceId, tagId }))),
  )
