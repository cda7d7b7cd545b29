import { and, eq, sql } from 'drizzle-orm'
import { type Backlog, WEBHOOK_EVENTS } from '#contract/connectors'
import type { Queryable } from '../../db/database'
import { connector, connectorOperation, delivery } from '../../db/schema'
import type { Deps } from '../../deps'
import { reasonOf } from '../../errors'
import { note } from '../audit/note'
import { clockAt } from '../common/columns'
import { firstIdOf, idAt } from '../common/ids'
import { wakeNext } from './deviceOrder'
import { isOperationOf, lockOperation, noteHeld } from './operation'
import { makeDue } from './sendNow'
import type { DeliveryKey } from './take'

type Ref = Pick<DeliveryKey, 'spaceId' | 'connectorId'>

/** SQL condition: the connector with the operation `o`, if any, is held back. */
export const IS_HELD = `coalesce(o.state, 'on') <> 'on' or o.skip_before is not null`

/** SQL condition: a person has limited the rate or the parallel requests of the connector `c`. */
export const IS_LIMITED = `c.max_rate is not null or c.max_parallel is not null`

/** Number of waiting deliveries of a connector. */
export const waitingOf = (db: Queryable, { spaceId, connectorId }: Ref): Promise<number> =>
  db.$count(
    delivery,
    and(eq(delivery.spaceId, spaceId), eq(delivery.connectorId, connectorId), eq(delivery.state, 'pending')),
  )

/** The columns to set when a connector begins to skip waiting deliveries. */
export const skipUntil = (at: Date, total: number) => ({ skipBefore: at, skipTotal: total, skipped: 0 })

/** The columns to set when a connector is no longer held back. */
export const RELEASED: Partial<typeof connectorOperation.$inferInsert> = {
  state: 'on',
  since: null,
  until: null,
  backlog: null,
  failing: [],
  lateRuns: 0,
  probes: 0,
  probeAt: null,
  status: null,
  error: null,
  errorCode: null,
  errorDetail: null,
}

type PauseDeps = Pick<Deps, 'db' | 'now' | 'dueDeliveries' | 'log'>

/** Pauses that have expired, by the clock of the database. */
const OVER = {
  name: 'holds.over',
  text: `select space_id as "spaceId", connector_id as "connectorId" from connector_operation
    where state = 'paused' and until <= now() order by until limit 100`,
}

/** Ends a pause as planned, unless a person has changed it or another copy of the server has ended it. */
async function endPause({ db, now }: PauseDeps, one: Ref): Promise<void> {
  const isOver = and(
    isOperationOf(one),
    eq(connectorOperation.state, 'paused'),
    sql`${connectorOperation.until} <= now()`,
  )
  const [ending] = await db
    .select({ backlog: connectorOperation.backlog })
    .from(connectorOperation)
    .where(isOver)
  if (ending && ending.backlog !== 'skip') await makeDue({ db, now }, one)
  await db.transaction(async (tx) => {
    // The connector is locked before its operation, as it is when it is deleted.
    const [of] = await tx
      .select({ name: connector.name })
      .from(connector)
      .where(and(eq(connector.spaceId, one.spaceId), eq(connector.id, one.connectorId)))
      .for('key share')
    const [row] = await tx
      .select({ backlog: connectorOperation.backlog })
      .from(connectorOperation)
      .where(isOver)
      .for('update', { skipLocked: true })
    if (!row) return
    const backlog: Backlog = row.backlog ?? 'deliver'
    const count = await waitingOf(tx, one)
    await tx
      .update(connectorOperation)
      .set({ ...RELEASED, since: now(), ...(backlog === 'skip' && skipUntil(now(), count)) })
      .where(isOperationOf(one))
    await noteHeld(tx, one, now())
    await note(tx, { now }, null, {
      action: 'connector.pauseEnd',
      spaceId: one.spaceId,
      target: { id: one.connectorId, name: of?.name ?? null },
      after: { backlog, count },
    })
  })
}

/** SQL condition: the device or the connector of a delivery is in the trash. */
const isInTrash = (row: string) => `exists (
  select from deletion x
  where x.space_id = ${row}.space_id and (x.device_id = ${row}.device_id or x.connector_id = ${row}.connector_id))`

/** Deliveries that one transaction cancels, so that none keeps its locks for long. */
const BATCH = 1000

/**
 * Cancels some waiting deliveries of a connector that were created until then and are not being sent, and adds an event to the messages.
 * The caller has locked the operation of the connector, unless it is in the trash.
 * @param which condition on `delivery`
 * @returns how many
 */
async function cancelSome(
  tx: Queryable,
  { spaceId, connectorId }: Ref,
  before: Date,
  at: Date,
  which = 'true',
): Promise<number> {
  const { rows } = await tx.execute<{ count: number; inLine: string[] }>(sql`
    with skipped as (
      update delivery d set state = 'cancelled', due_at = null, next_attempt_at = null, is_taken = false
      from (
        select id from delivery
        where space_id = ${spaceId} and connector_id = ${connectorId} and state = 'pending'
          and created_at <= ${before.toISOString()}::timestamptz and not (is_taken and due_at > now()) and ${sql.raw(which)}
        order by due_at, id limit ${BATCH} for update skip locked
      ) chosen
      where d.space_id = ${spaceId} and d.connector_id = ${connectorId} and d.id = chosen.id
      returning d.space_id, d.id, d.message_created_at, d.message_id, d.device_id, d.attempts, d.is_in_line
    ), noted as (
      insert into message_event
        (space_id, message_created_at, message_id, id, device_id, created_at, type, message_connector_id, body)
      select ${spaceId}::uuid, s.message_created_at, s.message_id, ${sql.raw(idAt('clock.at'))}, s.device_id, clock.at,
        ${WEBHOOK_EVENTS.cancelled}, ${connectorId}::uuid, jsonb_build_object('delivery_id', s.id, 'attempt', s.attempts, 'status', null,
          'error', 'skipped', 'error_code', null, 'error_detail', null, 'next_attempt_at', null)
      from skipped s join message m
        on m.space_id = ${spaceId} and m.created_at = s.message_created_at and m.id = s.message_id
        cross join ${clockAt(at)}
      where not exists (select from deletion x where x.space_id = ${spaceId} and x.device_id = s.device_id)
    )
    select count(*)::int as count, coalesce(array_agg(id) filter (where is_in_line), '{}') as "inLine" from skipped`)
  const { count = 0, inLine = [] } = rows[0] ?? {}
  await wakeNext(tx, { spaceId, connectorId }, inLine)
  return count
}

const SKIPPING = {
  name: 'holds.skipping',
  text: `select space_id as "spaceId", connector_id as "connectorId" from connector_operation
    where skip_before is not null order by skip_before limit 20`,
}

/**
 * Cancels the next deliveries that a connector skips; they can be retried by hand. Deliveries that are being sent are not skipped, and
 * later ones wait until all are skipped.
 * @returns how many; none if another copy of the server does it
 */
async function skipSome({ db, now }: PauseDeps, { spaceId, connectorId }: Ref): Promise<number> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ before: connectorOperation.skipBefore })
      .from(connectorOperation)
      .where(isOperationOf({ spaceId, connectorId }))
      .for('update', { skipLocked: true })
    if (!row?.before) return 0
    const count = await cancelSome(tx, { spaceId, connectorId }, row.before, now())
    await tx
      .update(connectorOperation)
      .set({
        skipped: sql`${connectorOperation.skipped} + ${count}`,
        ...(count < BATCH && { skipBefore: null }),
      })
      .where(isOperationOf({ spaceId, connectorId }))
    return count
  })
}

/** Connectors whose receiver is away, with deliveries that have waited since before a time. */
const FORGOTTEN = {
  name: 'holds.forgotten',
  text: `select o.space_id as "spaceId", o.connector_id as "connectorId"
    from connector_operation o cross join lateral (
      select d.created_at from delivery d
      where d.space_id = o.space_id and d.connector_id = o.connector_id and d.state = 'pending'
      order by d.due_at, d.id limit 1
    ) oldest
    where o.state in ('stopped', 'waiting') and oldest.created_at < $1`,
}

/** Connectors with deliveries that have waited since before a time while they or their device are in the trash. */
const TRASHED = {
  name: 'holds.trashed',
  text: `select distinct d.space_id as "spaceId", d.connector_id as "connectorId" from delivery d
    where d.state = 'pending' and d.id < $2 and d.created_at < $1 and ${isInTrash('d')}`,
}

/**
 * Cancels deliveries that have waited since before a time for receivers that are away, or in the trash. Otherwise the deliveries of all
 * spaces would be kept with them.
 */
export async function cancelAbandoned({ db, now }: Pick<Deps, 'db' | 'now'>, before: Date): Promise<void> {
  const cancelAll = async (one: Ref, which?: string) => {
    const cancelNext = async () =>
      db.transaction(async (tx) => {
        const isThere = await lockOperation(tx, one)
        return isThere || which ? cancelSome(tx, one, before, now(), which) : 0
      })
    while ((await cancelNext()) === BATCH);
  }
  const away = await db.$client.query<Ref>({ ...FORGOTTEN, values: [before] })
  for (const one of away.rows) await cancelAll(one)
  // The bound of the ids leaves out younger months.
  const trashed = await db.$client.query<Ref>({ ...TRASHED, values: [before, firstIdOf(before)] })
  for (const one of trashed.rows) await cancelAll(one, isInTrash('delivery'))
}

/**
 * Ends pauses that have expired, and cancels some of the skipped deliveries. Any number of copies of the server may do it at the same time.
 * @returns whether there is more to do now
 */
export async function endPauses(deps: PauseDeps): Promise<boolean> {
  const { db, dueDeliveries: bell, log } = deps
  /** A failure of one does not hold up the others. */
  const each = async (found: readonly Ref[], work: (one: Ref) => Promise<void>) => {
    for (const one of found)
      await work(one).catch((error: unknown) =>
        log.error('The hold of a connector could not be ended', {
          connectorId: one.connectorId,
          reason: reasonOf(error),
        }),
      )
  }
  const over = await db.$client.query<Ref>(OVER)
  await each(over.rows, async (one) => endPause(deps, one))
  const skipping = await db.$client.query<Ref>(SKIPPING)
  let isMore = false
  await each(skipping.rows, async (one) => {
    if ((await skipSome(deps, one)) > 0) isMore = true
  })
  if (over.rows.length > 0 || skipping.rows.length > 0) bell.ring()
  return isMore
}
