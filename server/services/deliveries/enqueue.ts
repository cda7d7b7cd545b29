import { and, eq, gt, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { Message } from '#contract/messages'
import type { Queryable } from '../../db/database'
import { delivery } from '../../db/schema'
import type { Deps } from '../../deps'
import { idAt } from '../common/ids'
import { withValues } from '../common/statement'
import { changeInSteps, type OnStep } from './steps'
import type { DeliveryKey } from './take'

/** A stored message. */
export interface Stored extends Pick<Message, 'id' | 'type' | 'direction'> {
  spaceId: string
  deviceId: string
}

interface Additions {
  /** SQL of the id of the space. */
  space: string
  /** SQL of the time. */
  at: string
  /** SQL of rows `m` with the `device_id`, `id`, `created_at`, `type` and `direction` of messages. */
  messages: string
}

/** SQL of how long the first attempt of a connector `c` waits for other messages. */
const FIRST_WAIT = `case when c.batch_size > 1 then c.batch_seconds else 0 end * interval '1 second'`

/**
 * SQL that adds deliveries of messages of one space for all connectors that they trigger. Run it together with what stores the messages.
 * `mismatchOf` in the contract has the same rules. Ring `deps.dueDeliveries` after the commit.
 */
export const addDeliveries = ({ space, at, messages }: Additions): string => `
  insert into delivery
    (space_id, connector_id, id, message_created_at, message_id, device_id, created_at, next_attempt_at, due_at, is_in_line)
  select ${space}, c.id, ${idAt(at)}, m.created_at, m.id, m.device_id, ${at}, ${at} + ${FIRST_WAIT}, now() + ${FIRST_WAIT}, c.delivery_order = 'device'
  from ${messages}
    cross join lateral (
      select distinct t.connector_id
      from device_tag d join connector_tag t on t.space_id = ${space} and t.tag_id = d.tag_id
      where d.space_id = ${space} and d.device_id = m.device_id
    ) shares
    join connector c on c.space_id = ${space} and c.id = shares.connector_id
  where c.enabled and c.direction = m.direction
    and (m.type = any(c.triggers) or (m.type in ('encoder', 'decoder') and 'codec' = any(c.triggers)))
  order by m.id
  for key share of c`

const ADD_ONE = addDeliveries({
  space: '$1::uuid',
  at: '$2::timestamptz',
  messages:
    '(values ($3::uuid, $4::uuid, $2::timestamptz, $5::text, $6::text)) m (device_id, id, created_at, type, direction)',
})

/** Adds the deliveries of a message, in the transaction that stores it; see `addDeliveries`. */
export async function enqueueDeliveries(tx: Queryable, message: Stored, at: Date): Promise<void> {
  const { spaceId, deviceId, id, type, direction } = message
  await tx.execute(withValues(ADD_ONE, [spaceId, at, deviceId, id, type, direction]))
}

/** States from which a delivery can be retried. */
const OVER = ['failed', 'cancelled'] as const

/** Makes a delivery pending again. One that is retried by hand ranks as a new message, not as part of its replay. */
const retryNow = ({ now }: Pick<Deps, 'now'>) =>
  ({ state: 'pending', nextAttemptAt: now(), dueAt: sql`now()`, replayId: null, batchId: null }) as const

/**
 * Retries a failed or cancelled delivery now, but no test, in a transaction. The numbers of its attempts go on. Ring `deps.dueDeliveries`
 * after the commit.
 * @param which condition on `delivery`
 * @returns whether there is one
 */
export async function retryDelivery(
  deps: Pick<Deps, 'now'>,
  tx: Queryable,
  which: SQL | undefined,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(delivery)
    .set(retryNow(deps))
    .where(and(which, inArray(delivery.state, OVER), not(delivery.isTest)))
  return rowCount === 1
}

/**
 * Retries all failed deliveries of a connector now, as above, the oldest first.
 * @param which condition on `delivery`
 * @param onStep notes how many each step retries
 * @returns how many will be retried
 */
export const retryFailed = async (
  deps: Pick<Deps, 'db' | 'now'>,
  ref: Pick<DeliveryKey, 'spaceId' | 'connectorId'>,
  which: SQL | undefined,
  onStep: OnStep,
): Promise<number> =>
  changeInSteps(deps.db, ref, {
    onStep,
    // Deliveries that have failed again meanwhile are left out.
    left: (last) =>
      and(
        which,
        eq(delivery.state, 'failed'),
        not(delivery.isTest),
        last === undefined ? undefined : gt(delivery.id, last),
      ),
    order: sql`${delivery.id}`,
    values: retryNow(deps),
  })

/** The condition that selects a delivery. */
export const isDelivery = ({ spaceId, connectorId, id }: DeliveryKey) =>
  and(eq(delivery.spaceId, spaceId), eq(delivery.connectorId, connectorId), eq(delivery.id, id))
