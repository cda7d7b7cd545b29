import type { Pool } from 'pg'
import { SCOPE_MAX } from '#contract/alerts'
import { inTransaction } from '../../db/database'
import { withPartitionOf } from '../../db/partitions'
import type { Deps } from '../../deps'
import { keepSpace } from '../resources/spaceNames'
import type { Key } from '../resources/spaceQueries'
import { IS_ABSENT, IS_LOST } from './evidence'
import { give, type Recipient } from './give'
import { lockedBy, orderOf, type RolloutRow } from './rollouts'

/** Devices that get their orders in one transaction; of mutes as many as one can name. */
const BATCH = 50
/** Milliseconds after which the evidence is looked at again before others get their orders. */
const PATIENCE = 1000

/** Orders that a decision allows. */
export interface Allowance {
  count: number
  /** Until when they may be handed over. */
  expiresAt: Date
}

/** Locks a roll-out that runs, unless another copy of the server has. */
const LOCK = `select from rollout where space_id = $1 and id = $2 and state = 'running' for update skip locked`

/** The next devices that get an order, in the order of the stages, with what they had before the roll-out that is taken back. */
const NEXT = {
  name: 'rollouts.next',
  text: `
    select r.device_id as "deviceId", o.before as back
    from rollout_device r
      left join rollout_device o on o.space_id = $1 and o.rollout_id = $5 and o.device_id = r.device_id
    where r.space_id = $1 and r.rollout_id = $2 and r.state = 'waiting' and r.stage <= $3
    order by r.stage, r.device_id limit $4`,
}

/** Devices that have an order and no result yet, and are in touch. */
const UNDER_WAY = {
  name: 'rollouts.under_way',
  text: `
    select count(*)::int as count
    from rollout_device r left join device_contact k on k.space_id = $1 and k.device_id = r.device_id
    where r.space_id = $1 and r.rollout_id = $2 and r.state in ('ordered', 'handed_over')
      and (${IS_ABSENT}) is not true and (${IS_LOST}) is not true`,
}

/** How many more may have an order at once. Another copy may have given some since the decision. */
async function roomOf(
  client: Pick<Pool, 'query'>,
  { spaceId, id, atOnce }: RolloutRow,
  at: Date,
): Promise<number> {
  if (atOnce === null) return Infinity
  const { rows } = await client.query<{ count: number }>({ ...UNDER_WAY, values: [spaceId, id, at] })
  return Math.max(0, atOnce - (rows[0]?.count ?? 0))
}

/** Gives some devices their orders, in one transaction. @returns how many */
async function giveSome(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  key: Key,
  { count, expiresAt }: Allowance,
): Promise<number> {
  const at = now()
  return withPartitionOf(db.$client, at, () =>
    inTransaction(db.$client, async (tx, client) => {
      if (!(await keepSpace(tx, key.spaceId))) return 0
      const row = await lockedBy(tx, client, LOCK, key)
      const order = row && (await orderOf(tx, row))
      if (!row || !order) return 0
      const batch = order.kind === 'mute' ? SCOPE_MAX : BATCH
      const most = Math.min(count, batch, await roomOf(client, row, at))
      const { rows } = await client.query<Recipient>({
        ...NEXT,
        values: [row.spaceId, row.id, row.stage, most, row.rollbackOf],
      })
      // Devices are locked in the order of their ids, as uplinks do.
      const recipients = rows.toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : 1))
      await give(tx, row, order, recipients, { at, expiresAt })
      return recipients.length
    }),
  )
}

/**
 * Gives devices of a roll-out the orders that a decision allows, a few in each transaction: pausing it has its effect between two. It ends
 * early, so that no order is given on old evidence. Each device gets its order once, whatever is killed.
 * @returns how many it has given
 */
export async function giveOrders(
  deps: Pick<Deps, 'db' | 'now' | 'dueDeliveries'>,
  key: Key,
  { count, expiresAt }: Allowance,
): Promise<number> {
  const began = performance.now()
  let left = count
  while (left > 0 && performance.now() - began < PATIENCE) {
    const given = await giveSome(deps, key, { count: left, expiresAt })
    if (given === 0) break
    deps.dueDeliveries.ring()
    left -= given
  }
  return count - left
}
