import type { Pool } from 'pg'
import { inTransaction } from '../../db/database'
import type { OneDevice } from '../devices/hold'
import { isMuted } from './muted'
import { isInScope } from './scope'
import { judgeAgain } from './values'

/** Most devices that are looked at in one round; the next rounds look at the others. */
const DEVICES_MAX = 1000

/**
 * Devices with values that are beyond, and no longer muted. One that has sent something since is judged with that. They come in
 * any order, so that some that fail hold up no others.
 */
const DUE = {
  name: 'alerts.withheld',
  text: `
    select s.space_id as "spaceId", s.device_id as "deviceId"
    from alert_state s
    join alert_rule r on r.space_id = s.space_id and r.id = s.rule_id and r.judged_from = s.judged_from
    join device d on d.space_id = s.space_id and d.id = s.device_id
    join device_contact c on c.space_id = s.space_id and c.device_id = s.device_id
    where s.withheld_at is not null and r.enabled and d.moved_at is null and c.history_from is null
      and ${isInScope('r.scope', 'd')} and not ${isMuted('r', 'd', '$1')}
    group by s.space_id, s.device_id order by random() limit ${DEVICES_MAX}`,
}

/** Holds the history of a device that has sent nothing since, as whoever adds to it. */
const LOCK = {
  name: 'alerts.lockDevice',
  text: `
    with held as materialized (
      select id from device where space_id = $1 and id = $2 for key share skip locked
    )
    select from held join device_contact c on c.device_id = held.id
    where c.space_id = $1 and c.device_id = $2 and c.history_from is null for no key update of c skip locked`,
}

interface Round {
  now: () => Date
  stopping: AbortSignal
  /** Hears of a device that failed; it holds up no other. */
  onFailure: (device: OneDevice, error: unknown) => void
  /** Is called after each device: a round that takes long says that it still runs. */
  goOn: () => Promise<void>
}

/** Looks again at values that were beyond while their device was muted: what is still so opens, though no value came since. */
export async function openWithheld(pool: Pool, { now, stopping, onFailure, goOn }: Round): Promise<void> {
  const { rows: devices } = await pool.query<OneDevice>({ ...DUE, values: [now()] })
  for (const device of devices) {
    if (stopping.aborted) return
    try {
      await inTransaction(pool, async (_, client) => {
        const { rowCount } = await client.query({ ...LOCK, values: [device.spaceId, device.deviceId] })
        if (rowCount) await judgeAgain(client, device, now())
      })
    } catch (error) {
      onFailure(device, error)
    }
    await goOn()
  }
}
