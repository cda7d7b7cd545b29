import type { Pool } from 'pg'
import { inTransaction } from '../../db/database'
import type { OneDevice } from '../devices/hold'
import { isMuted } from './muted'
import { isInScope } from './scope'
import { judgeAgain } from './values'

/** Most devices that are looked at in one round; the next rounds look at the others. */
const DEVICES_MAX = 1000
/** Most that are looked at together: their uplinks wait meanwhile. */
const TOGETHER = 50

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

/** Holds the histories of devices that have sent nothing since, as whoever adds to them. */
const LOCK = {
  name: 'alerts.lockDevices',
  text: `
    with held as materialized (
      select id from device where space_id = $1 and id = any($2::uuid[]) order by id for key share skip locked
    )
    select c.device_id as "deviceId" from held join device_contact c on c.device_id = held.id
    where c.space_id = $1 and c.device_id = any($2::uuid[]) and c.history_from is null for no key update of c skip locked`,
}

interface Round {
  now: () => Date
  stopping: AbortSignal
  /** Hears of a device that failed; it holds up no other. */
  onFailure: (device: OneDevice, error: unknown) => void
  /** Is called after some devices: a round that takes long says that it still runs. */
  goOn: () => Promise<void>
}

async function openTogether(
  pool: Pool,
  { spaceId, deviceIds }: { spaceId: string; deviceIds: readonly string[] },
  round: Round,
): Promise<void> {
  try {
    await inTransaction(pool, async (_, client) => {
      const { rows } = await client.query<{ deviceId: string }>({ ...LOCK, values: [spaceId, deviceIds] })
      const ids = rows.map(({ deviceId }) => deviceId)
      await judgeAgain(client, spaceId, ids, round.now())
    })
  } catch (error) {
    const [deviceId = '', ...others] = deviceIds
    if (others.length === 0) round.onFailure({ spaceId, deviceId }, error)
    else for (const id of deviceIds) await openTogether(pool, { spaceId, deviceIds: [id] }, round)
  }
}

/** Looks again at values that were beyond while their devices were muted: what is still so opens, though no value came since. */
export async function openWithheld(pool: Pool, round: Round): Promise<void> {
  const { rows } = await pool.query<OneDevice>({ ...DUE, values: [round.now()] })
  const spaces = new Map<string, string[]>()
  for (const { spaceId, deviceId } of rows) spaces.set(spaceId, [...(spaces.get(spaceId) ?? []), deviceId])
  while (spaces.size > 0)
    for (const [spaceId, left] of spaces) {
      if (round.stopping.aborted) return
      await openTogether(pool, { spaceId, deviceIds: left.splice(0, TOGETHER) }, round)
      if (left.length === 0) spaces.delete(spaceId)
      await round.goOn()
    }
}
