import type { Queryable } from '../../db/database'
import { withValues } from '../common/statement'

interface Ended {
  /** SQL of the id of the space. */
  space: string
  /** SQL of the time. */
  at: string
  /** SQL of rows `x` with the `device_id` and `id` of downlinks that devices no longer get, or have refused. */
  downlinks: string
}

/** SQL that notes it in the configurations of the devices if these were the last orders of their settings. */
export const endSettingsOrders = ({ space, at, downlinks }: Ended): string => `
  update device_configuration c set state = 'differs', since = ${at}
  from ${downlinks}
  where c.space_id = ${space} and c.device_id = x.device_id and c.order_id = x.id and c.state = 'waiting'
    and not c.is_new_hardware`

const END = endSettingsOrders({
  space: '$1::uuid',
  at: '$2::timestamptz',
  downlinks: 'unnest($3::uuid[], $4::uuid[]) x (device_id, id)',
})

/** The same for some downlinks of a space, in a transaction. */
export async function noteEndedOrders(
  tx: Queryable,
  spaceId: string,
  downlinks: readonly { id: string; deviceId: string }[],
  at: Date,
): Promise<void> {
  if (downlinks.length === 0) return
  const [devices, ids] = [downlinks.map(({ deviceId }) => deviceId), downlinks.map(({ id }) => id)]
  await tx.execute(withValues(END, [spaceId, at, devices, ids]))
}
