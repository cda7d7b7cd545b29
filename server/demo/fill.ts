import { sql } from 'drizzle-orm'
import { DAY, MINUTE } from '#contract/common/durations'
import { ensurePartitions } from '../db/partitions'
import { appUser, simulatedDevice } from '../db/schema'
import { noteNoPause } from '../services/alerts/evaluation/round'
import { insertTemplates } from './configuration'
import { insertConnector } from './connectors/insert'
import type { DemoDeps } from './deps'
import { insertDevice, pastOf } from './insertDevice'
import { insertSpace, insertUsers } from './insertSpace'
import { insertKeys } from './keys'
import { insertMutes } from './mutes'
import { insertNotes } from './notes'
import type { Ids } from './place'
import { insertRollouts } from './rollouts'
import { insertSizes } from './sizes'
import { demoFleet } from './spaces'
import { insertVariables } from './variables'

/** Whether the database has the demo. The simulator must not run in any other. */
export async function isDemo({ db }: Pick<DemoDeps, 'db'>): Promise<boolean> {
  const found = await db.select({ deviceId: simulatedDevice.deviceId }).from(simulatedDevice).limit(1)
  return found.length > 0
}

/** Age of the demo's oldest messages. */
const PAST = 10 * DAY
const FILL_LOCK = 0x5fac_e903
/** Devices between two lines of progress. */
const PROGRESS = 20

/**
 * Fills an empty database with the demo: accounts, three spaces, sixty devices with ten days of messages. It is one transaction: an
 * interrupted fill leaves nothing behind, and the next start fills again.
 * @param progress prints a line of progress
 * @returns false if there are users already, perhaps because another copy has just filled it
 */
export async function fillDemo(deps: DemoDeps, progress: (line: string) => void): Promise<boolean> {
  const to = deps.now().getTime()
  const from = to - PAST
  await ensurePartitions(deps.db.$client, new Date(from), new Date(to))
  const spaces = demoFleet()
  const isFilled = await deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${FILL_LOCK})`)
    if ((await tx.$count(appUser)) > 0) return false
    const users = await insertUsers(tx, from - MINUTE)
    const total = spaces.flatMap(({ devices }) => devices).length
    for (const [i, { space, devices }] of spaces.entries()) {
      const place = await insertSpace(tx, space, users, from - MINUTE + i)
      const deviceIds: Ids = new Map()
      for (const device of devices) {
        const past = pastOf(device, deps, { from: from + device.number * MINUTE, to })
        deviceIds.set(device.name, await insertDevice(tx, place, device, past))
        const done = device.number + 1
        if (done % PROGRESS === 0) progress(`Filling the demo: ${done} of ${total} devices`)
      }
      await insertKeys(tx, place, space.keys, { from, to })
      await insertVariables(tx, place, deviceIds, space.variables, from + DAY)
      await insertTemplates(tx, place, space.templates, from + DAY)
      await insertMutes(tx, place, deviceIds, space.mutes, to)
      await insertRollouts(tx, place, deviceIds, space.rollouts ?? [], to)
      for (const [day, connector] of space.connectors.entries())
        await insertConnector(tx, place, connector, { from: from + day * DAY, to })
    }
    await insertSizes(tx, { from, to })
    await noteNoPause(tx, { now: deps.now, since: new Date(from) })
    await tx.execute(sql`analyze device, device_contact, message`)
    return true
  })
  if (isFilled)
    await insertNotes(
      deps,
      spaces.map(({ space }) => space),
    )
  return isFilled
}
