import { and, eq, inArray, lt, not, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  type DeliveryFilters,
  type DeliveryListQuery,
  LAST_FAILURES_MAX,
  type retryAllSchema,
  type Send,
} from '#contract/connectors'
import type { Db, Queryable } from '../../db/database'
import { connector, delivery, deliveryAttempt } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { note } from '../audit/note'
import { isOfOwnDevice } from '../background/deletion'
import type { Caller } from '../common/caller'
import { JsonText } from '../common/json'
import { hasAllowedTag, hasOnlyAllowedTags } from '../common/visibility'
import { isDelivery, retryFailed as retryAll, retryDelivery as retryOne } from '../deliveries/enqueue'
import { type ConnectorRef, checkConnector, connectors } from './connector'
import { columnsFor, d, failuresIn, isIn, JOINS, type Period, triesFor } from './deliveryColumns'
import { sendWaiting } from './operation'

interface DeliveryRef extends ConnectorRef {
  deliveryId: string
}

/** The condition that the caller, who is limited to tags, made the test of a delivery; other tests are of rules that they may not see. */
const isOwnTest = (caller: Caller, row: typeof delivery | typeof d) => sql`exists (
  select from alert_test t where t.space_id = ${row.spaceId} and t.id = (${row.alert}->>'id')::uuid
    and ${'keyId' in caller ? sql`t.key_id = ${caller.handle}` : sql`t.user_id = ${caller.userId}`})`

/**
 * The condition that the caller sees the device of a delivery, which may have lost the tags of a key since. For an alert, it must see all
 * devices and connectors, because its requests name them.
 */
function ofSeenDevice(caller: Caller, row: typeof delivery | typeof d): SQL | undefined {
  const isSeen = hasAllowedTag(caller, 'device', { spaceId: row.spaceId, id: row.deviceId })
  const isNamedSeen = hasAllowedTag(caller, 'device', { spaceId: row.spaceId, id: sql`(named->>'id')::uuid` })
  const isConnectorSeen = hasOnlyAllowedTags(caller, 'connector', {
    spaceId: row.spaceId,
    id: sql`(named->>'id')::uuid`,
  })
  return (
    isSeen &&
    sql`case when ${row.alert} is null then ${isSeen} when ${row.alert}->>'test' = 'true' then ${isOwnTest(caller, row)} else (
      select count(distinct named->>'id') = (${row.alert}->>'device_count')::int and coalesce(bool_and(${isNamedSeen}), true)
      from jsonb_array_elements(${row.alert}->'devices') named) and (
      select count(distinct named->>'id') = (${row.alert}->>'connector_count')::int
        and coalesce(bool_and(${isConnectorSeen}), true)
      from jsonb_array_elements(${row.alert}->'connectors') named) end`
  )
}

async function select(
  db: Queryable,
  caller: Caller,
  { spaceId, connectorId, deliveryId }: DeliveryRef,
  columns: string,
): Promise<JsonText> {
  const one = sql`d.space_id = ${spaceId} and d.connector_id = ${connectorId} and d.id = ${deliveryId}`
  const { rows } = await db.execute<{ json: string }>(sql`
    select row_to_json(one)::text as json from (
      select ${sql.raw(columns)}, ${failuresIn(caller, {})} from delivery d ${sql.raw(JOINS)}
      where ${and(one, ofSeenDevice(caller, d))} and (d.device_id is null or v.id is not null)
    ) one`)
  const [row] = rows
  if (!row) throw notFound()
  return new JsonText(row.json)
}

/** A delivery that the caller sees, without its attempts. @throws ApiError 404 */
export const selectDelivery = (db: Queryable, caller: Caller, one: DeliveryRef): Promise<JsonText> =>
  select(db, caller, one, columnsFor(caller))

/** A delivery of a connector with its last attempts, in order. @throws ApiError 404 */
export async function readDelivery(db: Queryable, caller: Caller, one: DeliveryRef): Promise<JsonText> {
  await checkConnector(db, caller, one)
  return select(db, caller, one, `${columnsFor(caller)}, ${triesFor(caller)}`)
}

/** SQL of the deliveries that have failed in a period, with the time of their last failure as `failed`. */
const lastFailed = ({ spaceId, connectorId }: ConnectorRef, period: Period) => sql`(
  select one.delivery_id, max(one.created_at) as at from (
    select ${deliveryAttempt.deliveryId}, ${deliveryAttempt.createdAt} from ${deliveryAttempt}
    where ${and(
      eq(deliveryAttempt.spaceId, spaceId),
      eq(deliveryAttempt.connectorId, connectorId),
      eq(deliveryAttempt.success, false),
      not(deliveryAttempt.isTest),
      isIn(deliveryAttempt.createdAt, period),
    )}
    order by ${deliveryAttempt.createdAt} desc limit ${LAST_FAILURES_MAX}
  ) one group by one.delivery_id
) failed`

/** A page of the deliveries of a connector, newest first, or the last failures first. @throws ApiError 400, 404 */
export async function listDeliveries(
  db: Queryable,
  caller: Caller,
  ref: ConnectorRef,
  { limit, cursor, sort_by, ...filters }: DeliveryListQuery,
): Promise<JsonText> {
  await checkConnector(db, caller, ref)
  const byFailure = sort_by === 'failed_at'
  if (byFailure && cursor !== undefined)
    throw new ApiError(400, 'cursor cannot be used with sort_by=failed_at')
  const which = and(matches(caller, ref, filters), cursor === undefined ? undefined : lt(delivery.id, cursor))
  const { rows } = await db.execute<{ json: string }>(sql`
    select coalesce(json_agg(row_to_json(page)), '[]')::text as json
    from (
      select ${sql.raw(columnsFor(caller))}, ${failuresIn(caller, filters)}
      from (
        select delivery.*${byFailure ? sql`, failed.at as failed_at` : sql``}
        from ${delivery} ${byFailure ? sql`join ${lastFailed(ref, filters)} on failed.delivery_id = ${delivery.id}` : sql``}
        where ${which} order by ${byFailure ? sql`failed.at desc, ` : sql``}${delivery.id} desc limit ${limit}
      ) d ${sql.raw(JOINS)}
      order by ${byFailure ? sql`d.failed_at desc, ` : sql``}d.id desc
    ) page`)
  return new JsonText(rows[0]?.json ?? '[]')
}

/** Number of deliveries that match the filters. @throws ApiError 404 */
export async function countDeliveries(
  db: Db,
  caller: Caller,
  ref: ConnectorRef,
  filters: DeliveryFilters,
): Promise<{ count: number }> {
  await checkConnector(db, caller, ref)
  return { count: await db.$count(delivery, matches(caller, ref, filters)) }
}

/** Filters of deliveries: lists have one device, changes of many one or several. */
type Which = Omit<DeliveryFilters, 'device_id'> & { device_id?: string | string[] | undefined }

/** The condition that a delivery belongs to the connector, matches the filters, and is of a device that the caller sees. */
function matches(
  caller: Caller,
  { spaceId, connectorId }: ConnectorRef,
  { state, outcome, replay_id: replayIds, batch_id: batchId, device_id: devices, ...period }: Which,
): SQL | undefined {
  return and(
    eq(delivery.spaceId, spaceId),
    eq(delivery.connectorId, connectorId),
    ofSeenDevice(caller, delivery),
    sql.raw(isOfOwnDevice('delivery')),
    state?.length ? inArray(delivery.state, state) : undefined,
    replayIds?.length ? inArray(delivery.replayId, replayIds) : undefined,
    devices === undefined ? undefined : inArray(delivery.deviceId, [devices].flat()),
    batchId === undefined ? undefined : hasAttemptIn({ spaceId, connectorId }, batchId),
    outcome?.length || period.after !== undefined || period.before !== undefined
      ? hasAttempt(period, outcome)
      : undefined,
  )
}

/** The condition that a delivery has an attempt that was part of a batch. */
const hasAttemptIn = ({ spaceId, connectorId }: ConnectorRef, batchId: string) => sql`${delivery.id} in (
  select b.delivery_id from delivery_attempt b
  where b.space_id = ${spaceId} and b.connector_id = ${connectorId} and b.batch_id = ${batchId})`

/** The condition that a delivery has an attempt in the period, with one of the outcomes if some are given. */
const hasAttempt = (period: Period, outcome: DeliveryFilters['outcome']) => sql`exists (
  select from ${deliveryAttempt}
  where ${and(
    eq(deliveryAttempt.spaceId, delivery.spaceId),
    eq(deliveryAttempt.connectorId, delivery.connectorId),
    eq(deliveryAttempt.deliveryId, delivery.id),
    isIn(deliveryAttempt.createdAt, period),
    outcome?.length ? not(deliveryAttempt.isTest) : undefined,
    outcome?.length
      ? inArray(
          deliveryAttempt.success,
          outcome.map((one) => one === 'succeeded'),
        )
      : undefined,
  )})`

/** The name of a connector, by which the audit log names its deliveries. */
async function nameOf(tx: Queryable, { spaceId, connectorId }: ConnectorRef): Promise<string | null> {
  const [found] = await tx
    .select({ name: connector.name })
    .from(connector)
    .where(connectors.is(spaceId, connectorId))
  return found?.name ?? null
}

type RetryDeps = Pick<Deps, 'db' | 'dueDeliveries' | 'now'>

/**
 * Retries a failed or cancelled delivery now.
 * @throws ApiError 404, 409 if it is pending, was delivered, or is a test
 */
export async function retryDelivery(deps: RetryDeps, caller: Caller, key: DeliveryRef): Promise<JsonText> {
  const one = and(
    isDelivery({ ...key, id: key.deliveryId }),
    ofSeenDevice(caller, delivery),
    sql.raw(isOfOwnDevice('delivery')),
  )
  const json = await deps.db.transaction(async (tx) => {
    await checkConnector(tx, caller, key)
    if (await retryOne(deps, tx, one)) {
      await note(tx, deps, caller, {
        action: 'delivery.retry',
        spaceId: key.spaceId,
        target: { id: key.deliveryId, name: await nameOf(tx, key) },
        after: { connector_id: key.connectorId },
      })
      return select(tx, caller, key, columnsFor(caller))
    }
    const [kept] = await tx
      .select({ state: delivery.state, isTest: delivery.isTest })
      .from(delivery)
      .where(one)
    if (!kept) throw notFound()
    if (kept.isTest) throw new ApiError(409, 'a test cannot be retried; send another one')
    throw new ApiError(409, `a ${kept.state} delivery cannot be retried`)
  })
  deps.dueDeliveries.ring()
  return json
}

/**
 * Retries all failed deliveries of a connector now, or those with an attempt in the period, of replays, or of devices.
 * @throws ApiError 404
 */
export async function retryFailed(
  deps: RetryDeps,
  caller: Caller,
  ref: ConnectorRef,
  which: z.output<typeof retryAllSchema>,
): Promise<{ count: number }> {
  await checkConnector(deps.db, caller, ref)
  const count = await retryAll(deps, ref, matches(caller, ref, which), async (tx, retried) =>
    note(tx, deps, caller, {
      action: 'delivery.retryAll',
      spaceId: ref.spaceId,
      target: { id: ref.connectorId, name: await nameOf(tx, ref) },
      after: { count: retried },
    }),
  )
  deps.dueDeliveries.ring()
  return { count }
}

/**
 * Sends waiting deliveries of a connector now: all, or the selected ones. See `sendWaiting`.
 * @throws ApiError 404
 */
export const sendDeliveries = (
  deps: Parameters<typeof sendWaiting>[0],
  caller: Caller,
  ref: ConnectorRef,
  { delivery_id: ids, ...filters }: Send,
): Promise<{ count: number }> =>
  sendWaiting(deps, caller, ref, {
    which: and(matches(caller, ref, { ...filters, state: ['pending'] }), ids && inArray(delivery.id, ids)),
    isChoice: [ids, ...Object.values(filters)].some((one) => one !== undefined),
  })
