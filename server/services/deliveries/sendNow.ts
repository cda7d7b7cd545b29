import { and, eq, lte, max, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database'
import { delivery } from '../../db/schema'
import type { Deps } from '../../deps'
import { earlierOfDevice } from './deviceOrder'
import { BY_INDEXES, changeInSteps, TOGETHER } from './steps'
import type { DeliveryKey } from './take'

type Ref = Pick<DeliveryKey, 'spaceId' | 'connectorId'>

/** Deliveries that are being sent are left out, and parked ones, which wait for their device to be restored. */
const WAITS = sql`${delivery.state} = 'pending' and not ${delivery.isTest}
  and not (${delivery.isTaken} and ${delivery.dueAt} > now()) and ${delivery.dueAt} is distinct from 'infinity'`

/** SQL condition: a delivery waits for a later time. */
export const IS_LATER = sql`${delivery.dueAt} > now()`

const areWaiting = ({ spaceId, connectorId }: Ref, which: SQL | undefined) =>
  and(eq(delivery.spaceId, spaceId), eq(delivery.connectorId, connectorId), WAITS, which)

/** Number of deliveries of a connector that wait for any reason, without those that are being sent. */
export async function countWaiting(db: Queryable, ref: Ref, which: SQL | undefined): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from delivery where ${areWaiting(ref, which)}`,
  )
  return rows[0]?.count ?? 0
}

/** An attempt that a person asks for uses up no retry: the retries go on as they would have. */
const ONE_MORE_UNCOUNTED = sql`least(uncounted + 1, attempts)`

/**
 * Makes deliveries of a connector that wait for a later time due now, the oldest first: retries, including those that the receiver asked
 * for, and those that wait for a full batch. Deliveries that wait for their device order follow. Ring `deps.dueDeliveries` afterwards.
 * @param which condition on `delivery`; all unless given
 * @returns how many
 */
export async function makeDue({ db, now }: Pick<Deps, 'db' | 'now'>, ref: Ref, which?: SQL): Promise<number> {
  const [latest] = await db
    .select({ at: max(delivery.dueAt) })
    .from(delivery)
    .where(areWaiting(ref, IS_LATER))
  if (!latest?.at) return 0
  // A delivery that is sent meanwhile and fails waits for longer.
  const wasLater = and(IS_LATER, lte(delivery.dueAt, latest.at))
  return changeInSteps(db, ref, {
    left: () => areWaiting(ref, and(wasLater, which)),
    order: sql`${delivery.dueAt}, ${delivery.id}`,
    values: {
      dueAt: sql`least(now(), ${delivery.createdAt})`,
      nextAttemptAt: now(),
      uncounted: ONE_MORE_UNCOUNTED,
    },
  })
}

/** SQL of the selected waiting deliveries, with those that have to be sent before them in device order. */
const chosenOf = (ref: Ref, which: SQL | undefined) => sql`
  chosen as materialized (
    select * from delivery where ${areWaiting(ref, which)} order by id limit ${TOGETHER}
  ), named as (
    select id from chosen
    union
    (select p.id from chosen c cross join lateral (${sql.raw(earlierOfDevice('c', 'p.id'))} limit ${TOGETHER}) p where c.is_in_line limit ${TOGETHER})
  )`

/**
 * Puts selected deliveries, a thousand at most, before all others that wait for their connector, and makes them due. They no longer belong
 * to a replay, as those that are retried by hand. The caller rings `deps.dueDeliveries` after the commit.
 * @returns how many of the selected ones wait
 */
export async function sendFirst(
  { now }: Pick<Deps, 'now'>,
  tx: Queryable,
  ref: Ref,
  which: SQL | undefined,
): Promise<number> {
  await tx.execute(BY_INDEXES)
  const { rows } = await tx.execute<{ count: number }>(sql`
    with ${chosenOf(ref, which)}, front as materialized (
      select least(now(), (select min(due_at) from delivery where ${areWaiting(ref, undefined)})) - interval '1 millisecond' as at
    ), held as materialized (
      select d.id, d.due_at > now() as is_later from named
        join delivery d on d.space_id = ${ref.spaceId} and d.connector_id = ${ref.connectorId} and d.id = named.id
      where d.state = 'pending' and not (d.is_taken and d.due_at > now()) and d.due_at > (select at from front)
      for no key update of d skip locked
    ), sent as (
      update delivery d set due_at = (select at from front), next_attempt_at = ${now().toISOString()}::timestamptz, replay_id = null,
        uncounted = case when held.is_later then ${ONE_MORE_UNCOUNTED} else d.uncounted end
      from held where d.space_id = ${ref.spaceId} and d.connector_id = ${ref.connectorId} and d.id = held.id
    )
    select count(*)::int as count from chosen`)
  return rows[0]?.count ?? 0
}

/**
 * Sends selected deliveries although their connector is held back, one at a time, as tests are. At most a thousand of a space wait in this
 * way, because each round reads all of them. The caller rings `deps.dueTests` after the commit.
 * @returns how many
 */
export async function sendThrough(tx: Queryable, ref: Ref, which: SQL | undefined): Promise<number> {
  await tx.execute(BY_INDEXES)
  const { rowCount } = await tx.execute(sql`
    with ${chosenOf(ref, which)}
    insert into delivery_test (space_id, connector_id, delivery_id, due_at)
    select ${ref.spaceId}::uuid, ${ref.connectorId}::uuid, id, now() from named
    order by id limit greatest(${TOGETHER} - (select count(*) from delivery_test t where t.space_id = ${ref.spaceId}), 0)
    on conflict do nothing`)
  return rowCount ?? 0
}

const CLAIM = {
  name: 'deliveries.claimHeld',
  text: `
    update delivery d set is_taken = true, due_at = now() + $4 * interval '1 second', batch_id = null, replay_id = null,
      uncounted = least(d.uncounted + (d.due_at > now())::int, d.attempts)
    where d.space_id = $1 and d.connector_id = $2 and d.id = $3 and d.state = 'pending' and not d.is_test
      and not (d.is_taken and d.due_at > now()) and not (d.is_in_line and exists (${earlierOfDevice('d')}))`,
}

/**
 * Takes a delivery that is sent although its connector is held back, unless it has ended, is being sent, or has others before it in device
 * order.
 * @param lease seconds after which it is due again if the copy of the server that had it was killed
 */
export async function claimHeld(
  { $client }: Deps['db'],
  { spaceId, connectorId, id }: DeliveryKey,
  lease: number,
): Promise<boolean> {
  const { rowCount } = await $client.query({ ...CLAIM, values: [spaceId, connectorId, id, lease] })
  return rowCount === 1
}
