import { simulatedDevice } from '../db/schema'
import type { DemoDeps } from './deps'

/** Whether the database holds the demo, so that the simulator may play in it. In any other it must not. */
export async function isDemo({ db }: Pick<DemoDeps, 'db'>): Promise<boolean> {
  const found = await db.select({ deviceId: simulatedDevice.deviceId }).from(simulatedDevice).limit(1)
  return found.length > 0
}
