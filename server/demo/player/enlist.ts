import { and, desc, eq, isNull, notExists, sql } from 'drizzle-orm'
import { device, simulatedDevice } from '../../db/schema'
import { type SimulatorDeps, simulated } from '../deps'
import { newborn, surroundingsOf, wakesAt } from '../simulator'

/** Devices that are taken in at once, the newest first: a person who has just created one is waiting. */
const BATCH = 50

/** Takes in the devices that were created since and that never sent anything; each is switched on soon. */
export async function enlist(deps: SimulatorDeps): Promise<void> {
  const { db, now } = deps
  const known = db
    .select({ one: sql`1` })
    .from(simulatedDevice)
    .where(and(eq(simulatedDevice.spaceId, device.spaceId), eq(simulatedDevice.deviceId, device.id)))
  const found = await db
    .select({ spaceId: device.spaceId, deviceId: device.id, serialNumber: device.serialNumber })
    .from(device)
    .where(and(isNull(device.lastSeen), eq(device.sessionId, 0), notExists(known)))
    .orderBy(desc(device.createdAt))
    .limit(BATCH)
  if (found.length === 0) return
  const time = now().getTime()
  const enlisted = found.map(({ spaceId, deviceId, serialNumber }) => {
    const surroundings = surroundingsOf(serialNumber)
    const state = newborn(simulated(deps, serialNumber, surroundings), time)
    return { spaceId, deviceId, surroundings, state, nextWakeAt: new Date(wakesAt(state) ?? time) }
  })
  await db.insert(simulatedDevice).values(enlisted).onConflictDoNothing()
}
