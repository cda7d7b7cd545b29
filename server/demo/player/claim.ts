import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../db/database'
import { device, deviceCredential, simulatedDevice } from '../../db/schema'
import { notMoved } from '../../services/common/visibility'

/** A device that is due, with its state. */
export type Due = NonNullable<Awaited<ReturnType<typeof claim>>>

/** Changed columns of a simulated device. */
export type Change = PgUpdateSetSource<typeof simulatedDevice>

type Ref = Pick<Due, 'spaceId' | 'deviceId'>

/** Locks the device that is due first, and its row in the device list, so that nobody takes or claims it in between. */
export async function claim(tx: Queryable, now: Date) {
  const [due] = await tx
    .select({
      spaceId: simulatedDevice.spaceId,
      deviceId: simulatedDevice.deviceId,
      // Its messages are stored outside of the fair shares.
      personId: simulatedDevice.spaceId,
      surroundings: simulatedDevice.surroundings,
      state: simulatedDevice.state,
      serialNumber: device.serialNumber,
      tokenHash: deviceCredential.tokenHash,
    })
    .from(simulatedDevice)
    .innerJoin(
      device,
      and(eq(device.spaceId, simulatedDevice.spaceId), eq(device.id, simulatedDevice.deviceId)),
    )
    .innerJoin(
      deviceCredential,
      and(eq(deviceCredential.spaceId, device.spaceId), eq(deviceCredential.deviceId, device.id)),
    )
    .where(and(lte(simulatedDevice.nextWakeAt, now), sql.raw(notMoved('device'))))
    .orderBy(asc(simulatedDevice.nextWakeAt))
    .limit(1)
    .for('no key update', { of: [simulatedDevice, device], skipLocked: true })
  return due
}

/** Stores the changes of a simulated device. */
export async function change(db: Queryable, { spaceId, deviceId }: Ref, changes: Change): Promise<void> {
  await db
    .update(simulatedDevice)
    .set(changes)
    .where(and(eq(simulatedDevice.spaceId, spaceId), eq(simulatedDevice.deviceId, deviceId)))
}
