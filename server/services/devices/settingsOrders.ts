import { DAY } from '#contract/common/durations'
import type { Db, Queryable } from '../../db/database'
import type { Deps } from '../../deps'
import { timeOf } from '../common/ids'
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

const LOCK = `
  with named as materialized (
    select c.order_at as created_at, c.order_id as id from device_configuration c
    where c.space_id = $1::uuid and c.device_id in (select unnest($2::uuid[])) and c.order_id is not null
    union
    select * from unnest($3::timestamptz[], $4::uuid[])
  )
  select from named n
    join message m on m.space_id = $1::uuid and m.created_at = n.created_at and m.id = n.id
  where m.device_id in (select unnest($2::uuid[]))
  order by m.created_at, m.id
  for update of m`

/**
 * Locks the last orders of settings of some devices, which the transaction has locked, until it ends. So they neither end nor are handed
 * over while the configurations change.
 * @param others downlinks of the devices to lock along with them in one order
 */
export async function lockSettingsOrders(
  tx: Queryable,
  spaceId: string,
  deviceIds: readonly string[],
  others: readonly string[] = [],
): Promise<void> {
  const named = others.map((id) => ({ id, at: timeOf(id) })).filter(({ at }) => at !== null)
  const [times, ids] = [named.map(({ at }) => at), named.map(({ id }) => id)]
  await tx.execute(withValues(LOCK, [spaceId, deviceIds, times, ids]))
}

/** Rows that one statement changes, so that none keeps its locks for long. */
const BATCH = 1000

const END_LOST = {
  name: 'configuration.end_lost',
  text: `
    update device_configuration set state = 'differs', since = $2
    where (space_id, device_id) in (
      select c.space_id, c.device_id from device_configuration c
      where c.state = 'waiting' and not c.is_new_hardware and c.order_at < $1 and not exists (
        select from message m where m.space_id = c.space_id and m.created_at = c.order_at and m.id = c.order_id)
      limit ${BATCH} for update skip locked
    )`,
}

/** Ends the orders that no device can get any more, because they were deleted with the messages of their month. */
export async function endLostOrders(
  { db, now }: { db: Db } & Pick<Deps, 'now'>,
  messageRetentionDays: number | undefined,
): Promise<void> {
  if (messageRetentionDays === undefined) return
  const before = new Date(now().getTime() - messageRetentionDays * DAY)
  for (let ended = BATCH; ended === BATCH; ) {
    const { rowCount } = await db.$client.query({ ...END_LOST, values: [before, now()] })
    ended = rowCount ?? 0
  }
}
