import type { Queryable } from '../../db/database'
import { withValues } from '../common/statement'
import { idsOf, scheduledJobs } from './firmware'
import type { OneDevice } from './lockDevice'
import { endSettingsOrders, lockSettingsOrders } from './settingsOrders'

/** Cancels the scheduled jobs of a device `$2` that no downlink orders any more. */
const END_JOBS = `
  update firmware_job j
  set state = 'canceled', updated_at = greatest(j.updated_at, j.scheduled_at, now()), reason = (
    select m.down_outcome from message m where m.space_id = $1::uuid and m.created_at = j.scheduled_at and m.id = j.id)
  where j.space_id = $1::uuid and j.device_id = $2::uuid and j.state = 'scheduled' and not exists (
    select from message m
    where m.space_id = $1::uuid and m.created_at = j.scheduled_at and m.id = j.id and m.down_state <> 'cancelled')`

const END_SETTINGS = endSettingsOrders({
  space: '$1::uuid',
  at: 'now()',
  downlinks: `(
    select o.device_id, o.order_id as id from device_configuration o
    where o.space_id = $1::uuid and o.device_id = $2::uuid and not exists (
      select from message m
      where m.space_id = $1::uuid and m.created_at = o.order_at and m.id = o.order_id
        and m.down_state <> 'cancelled' and coalesce(m.down_outcome, 'confirmed') = 'confirmed')) x`,
})

/** Ends the firmware jobs and the order of settings of a device whose downlinks have ended while it was in the trash. */
export async function endRestoredOrders(tx: Queryable, one: OneDevice): Promise<void> {
  const { spaceId, deviceId } = one
  await lockSettingsOrders(tx, spaceId, [deviceId], await idsOf(tx, scheduledJobs(one)))
  for (const end of [END_JOBS, END_SETTINGS]) await tx.execute(withValues(end, [spaceId, deviceId]))
}
