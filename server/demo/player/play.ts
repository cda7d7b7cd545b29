import type { PoolClient } from 'pg'
import { isDatabaseAway } from '../../db/away'
import { inTransaction, lacksPartition } from '../../db/database'
import { ensurePartitions } from '../../db/partitions'
import { reasonOf } from '../../errors'
import { type SimulatorDeps, simulated } from '../deps'
import { receive, wake, wakesAt } from '../simulator/device'
import { deviceStateSchema, type Received, surroundingsSchema } from '../simulator/types'
import { type Change, change, claim, type Due } from './claim'
import { send } from './send'

/** Milliseconds until a device whose wake-up failed is retried. */
const RETRY = 60_000

/**
 * Plays the next due wake-up, in one transaction: what the device sends, what it receives and what it remembers are stored together. Other
 * copies pass over the device meanwhile.
 * @returns false if none is due
 */
export async function playNext(deps: SimulatorDeps): Promise<boolean> {
  const now = deps.now()
  const pool = deps.db.$client
  let due: Due | undefined
  try {
    return await inTransaction(pool, async (tx, client) => {
      due = await claim(tx, now)
      if (due) await change(tx, due, await play(deps, client, due, now))
      return due !== undefined
    })
  } catch (error) {
    if (lacksPartition(error)) await ensurePartitions(pool, now)
    else if (due && !isDatabaseAway(error)) await postpone(deps, due, error)
    else throw error
    return true
  }
}

/** Plays one wake-up of the device, and returns what changed. */
async function play(deps: SimulatorDeps, client: PoolClient, due: Due, now: Date): Promise<Change> {
  const device = simulated(deps, due.serialNumber, surroundingsSchema.parse(due.surroundings))
  const step = wake(device, deviceStateSchema.parse(due.state), now.getTime())
  const handedOver: Received[] = []
  for (const message of step.messages) handedOver.push(...(await send(client, due, message, now)))
  const state = receive(device, step.state, handedOver, now.getTime())
  const wakes = wakesAt(state)
  return { state, silent: state.silent, nextWakeAt: wakes === null ? null : new Date(wakes) }
}

async function postpone({ db, now, log }: SimulatorDeps, due: Due, error: unknown): Promise<void> {
  log.error('A simulated device failed', { device: due.deviceId, reason: reasonOf(error) })
  await change(db, due, { nextWakeAt: new Date(now().getTime() + RETRY) })
}
