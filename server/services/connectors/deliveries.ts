import { and, eq, gte, inArray, lt, lte, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type {
  Attempt,
  Delivery,
  DeliveryFilters,
  DeliveryListQuery,
  retryAllSchema,
} from '#contract/connectors'
import type { Db, Queryable } from '../../db/database'
import { connector, delivery, deliveryAttempt, device, message } from '../../db/schema'
import type { Deps } from '../../deps'
import { ApiError, notFound } from '../../errors'
import { note, standInOf } from '../audit'
import type { Caller } from '../common/caller'
import { type Columns, objectText, selectText, timeColumn } from '../common/columns'
import { isOfOwnDevice } from '../common/deletion'
import { JsonText } from '../common/json'
import { carriesOne, carriesOnly, limitOf } from '../common/visibility'
import { isDelivery, retryDeliveries, WAITS_FOR } from '../deliveries'
import { type ConnectorRef, checkConnector, connectors } from './connector'

/** Which delivery. */
interface DeliveryRef extends ConnectorRef {
  deliveryId: string
}

const d = alias(delivery, 'd')
const m = alias(message, 'm')
const v = alias(device, 'v')
const a = alias(deliveryAttempt, 'a')
const t = alias(deliveryAttempt, 't')
const told = alias(deliveryAttempt, 'told')
const f = alias(deliveryAttempt, 'f')

/** How many of the last attempts of a delivery are answered, because a person may retry without end. */
const TRIES_MAX = 100
/** Characters of an error that a delivery shows; its attempts have all of it. */
const ERROR_MAX = 1000

const shortened = (column: typeof a.error | typeof a.errorDetail | typeof f.error | typeof f.errorDetail) =>
  sql<string | null>`left(${column}, ${sql.raw(String(ERROR_MAX))})`

/** A text of an attempt; of one that several share, nothing for who does not see the others. */
const ownOf = (row: typeof a | typeof f | typeof t, text: SQL<string | null>, isLimited: boolean) =>
  isLimited ? sql<string | null>`case when ${row.batchId} is null then ${text} end` : text

/** Columns of a delivery `d`, with `JOINS`. */
const deliveryOf = (isLimited: boolean) =>
  ({
    id: d.id,
    connector_id: d.connectorId,
    message_id: d.messageId,
    message_type: sql<Delivery['message_type']>`coalesce(${m.type}, ${d.sample}->>'type')`,
    device_id: d.deviceId,
    device_name: v.name,
    alert: sql<Delivery['alert']>`case when ${d.alert} is not null then json_build_object(
    'id', ${d.alert}->'id', 'event', ${d.alert}->'event', 'test', coalesce(${d.alert}->'test', 'false'), 'rule', ${d.alert}->'rule',
    'device_count', ${d.alert}->'device_count', 'connector_count', coalesce(${d.alert}->'connector_count', '0')) end`,
    test: sql<boolean>`${d.isTest} or coalesce(${d.alert}->>'test' = 'true', false)`,
    state: d.state,
    created_at: timeColumn(d.createdAt),
    attempts: d.attempts,
    last_attempt_at: timeColumn(a.createdAt),
    // What is held back has no time that one could wait for.
    next_attempt_at: sql<string | null>`case when ${d.nextAttemptAt} <= now() and exists (
    select from connector_operation o
    where o.space_id = ${d.spaceId} and o.connector_id = ${d.connectorId} and (o.state <> 'on' or o.skip_before is not null)
  ) then null when ${sql.raw(WAITS_FOR)} is not null then null else ${timeColumn(d.nextAttemptAt)} end`,
    in_line: d.isInLine,
    waits_for: sql<string | null>`${sql.raw(WAITS_FOR)}`,
    status: a.status,
    error: ownOf(a, shortened(a.error), isLimited),
    error_code: a.errorCode,
    error_detail: ownOf(a, shortened(a.errorDetail), isLimited),
    retry_after: a.retryAfter,
    replay_id: d.replayId,
    repeats: d.repeats,
    // One that was asked for again is in none any more.
    batch_id: d.batchId,
  }) satisfies Columns<Omit<Delivery, 'failures'>>
const COLUMNS = { all: selectText(deliveryOf(false)), own: selectText(deliveryOf(true)) }
const columnsFor = (caller: Caller) => (limitOf(caller) ? COLUMNS.own : COLUMNS.all)

type Period = Pick<DeliveryFilters, 'after' | 'before'>

/** The condition that an attempt was made in the period. */
const isIn = (createdAt: typeof deliveryAttempt.createdAt | typeof f.createdAt, { after, before }: Period) =>
  and(
    after === undefined ? undefined : gte(createdAt, new Date(after)),
    before === undefined ? undefined : lte(createdAt, new Date(before)),
  )

const failuresOf = (isLimited: boolean) =>
  ({
    attempts: sql<number>`f.total`,
    created_at: timeColumn(f.createdAt),
    status: f.status,
    error: ownOf(f, shortened(f.error), isLimited),
    error_code: f.errorCode,
    error_detail: ownOf(f, shortened(f.errorDetail), isLimited),
  }) satisfies Columns<NonNullable<Delivery['failures']>>

/** The attempts of a delivery `d` that failed in the period: how many, and the last of them. */
const failuresIn = (caller: Caller, period: Period) => sql`
  (select ${sql.raw(objectText(failuresOf(limitOf(caller) !== null)))}
  from (
    select f.*, count(*) over ()::int as total from delivery_attempt f
    where f.space_id = d.space_id and f.connector_id = d.connector_id and f.delivery_id = d.id
      and ${and(eq(f.success, false), isIn(f.createdAt, period))}
    order by f.attempt desc limit 1
  ) f) as failures`

/** The message, unless it was deleted, the device, where there is one, and the last attempt of a delivery `d`. */
const JOINS = `
  left join message m on m.space_id = d.space_id and m.created_at = d.message_created_at and m.id = d.message_id
  left join device v on v.space_id = d.space_id and v.id = d.device_id
  left join lateral (
    select a.created_at, a.status, a.error, a.error_code, a.error_detail, a.retry_after, a.batch_id from delivery_attempt a
    where a.space_id = d.space_id and a.connector_id = d.connector_id and a.delivery_id = d.id
    order by a.attempt desc limit 1
  ) a on true`

/** An attempt `t` of a delivery; what it shares with others is in `told`. */
const ATTEMPT = {
  attempt: t.attempt,
  batch_id: t.batchId,
  created_at: timeColumn(t.createdAt),
  duration: t.duration,
  method: t.method,
  url: t.url,
  status: t.status,
  error: t.error,
  error_code: t.errorCode,
  error_detail: t.errorDetail,
  retry_after: t.retryAfter,
  next_attempt_at: timeColumn(t.nextAttemptAt),
  request_body: told.requestBody,
  response_body: told.responseBody,
  logs: sql<Attempt['logs']>`coalesce(${told.logs}, '[]')`,
} satisfies Columns<Attempt>

const OWN_ATTEMPT = {
  ...ATTEMPT,
  url: told.url,
  error: ownOf(t, sql<string | null>`${t.error}`, true),
  error_detail: ownOf(t, sql<string | null>`${t.errorDetail}`, true),
}

/**
 * The last attempts of a delivery `d`. What was sent with messages of other devices, and answered to it, is not for a caller who may not see
 * these.
 */
const triesFor = (caller: Caller) => `
  (select coalesce(json_agg(${objectText(limitOf(caller) ? OWN_ATTEMPT : ATTEMPT)} order by t.attempt), '[]')
  from (
    select * from delivery_attempt t
    where t.space_id = d.space_id and t.connector_id = d.connector_id and t.delivery_id = d.id
    order by t.attempt desc limit ${TRIES_MAX}
  ) t left join delivery_attempt told on told.space_id = d.space_id and told.connector_id = d.connector_id
    and told.delivery_id = coalesce(t.told_by, t.delivery_id) and told.attempt = t.attempt
    ${limitOf(caller) ? 'and t.batch_id is null' : ''}) as tries`

/** The condition that the caller, a key, made the test that a delivery is of; others are of rules that it may not see. */
const isOwnTest = (caller: Caller, row: typeof delivery | typeof d) => sql`exists (
  select from alert_test t where t.space_id = ${row.spaceId} and t.id = (${row.alert}->>'id')::uuid
    and t.key_id = ${'keyId' in caller ? standInOf(caller.keyId) : null})`

/**
 * The condition that the caller sees the device of a delivery: it may have lost the tags of a key since. Of an alert it sees all
 * devices and connectors, which its requests name.
 */
function ofSeenDevice(caller: Caller, row: typeof delivery | typeof d): SQL | undefined {
  const isSeen = carriesOne(caller, 'device', { spaceId: row.spaceId, id: row.deviceId })
  const isNamedSeen = carriesOne(caller, 'device', { spaceId: row.spaceId, id: sql`(named->>'id')::uuid` })
  const isConnectorSeen = carriesOnly(caller, 'connector', {
    spaceId: row.spaceId,
    id: sql`(named->>'id')::uuid`,
  })
  return (
    isSeen &&
    sql`case when ${row.alert} is null then ${isSeen} when ${row.alert}->>'test' = 'true' then ${isOwnTest(caller, row)} else (
      select count(distinct named->>'id') = (${row.alert}->>'device_count')::int and coalesce(bool_and(${isNamedSeen}), true)
      from jsonb_array_elements(${row.alert}->'devices') named) and (
      select count(distinct named->>'id') = coalesce((${row.alert}->>'connector_count')::int, 0)
        and coalesce(bool_and(${isConnectorSeen}), true)
      from jsonb_array_elements(coalesce(${row.alert}->'connectors', '[]')) named) end`
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

/** A page of the deliveries of a connector, newest first. @throws ApiError 404 */
export async function listDeliveries(
  db: Queryable,
  caller: Caller,
  ref: ConnectorRef,
  { limit, cursor, ...filters }: DeliveryListQuery,
): Promise<JsonText> {
  await checkConnector(db, caller, ref)
  const which = and(matches(caller, ref, filters), cursor === undefined ? undefined : lt(delivery.id, cursor))
  const { rows } = await db.execute<{ json: string }>(sql`
    select coalesce(json_agg(row_to_json(page)), '[]')::text as json
    from (
      select ${sql.raw(columnsFor(caller))}, ${failuresIn(caller, filters)}
      from (
        select * from ${delivery} where ${which} order by ${delivery.id} desc limit ${limit}
      ) d ${sql.raw(JOINS)}
      order by d.id desc
    ) page`)
  return new JsonText(rows[0]?.json ?? '[]')
}

/** How many deliveries the filters match. @throws ApiError 404 */
export async function countDeliveries(
  db: Db,
  caller: Caller,
  ref: ConnectorRef,
  filters: DeliveryFilters,
): Promise<{ count: number }> {
  await checkConnector(db, caller, ref)
  return { count: await db.$count(delivery, matches(caller, ref, filters)) }
}

/** The condition that a delivery belongs to the connector, matches the filters, and is of a device that the caller sees. */
function matches(
  caller: Caller,
  { spaceId, connectorId }: ConnectorRef,
  { state, outcome, replay_id: replayIds, batch_id: batchId, ...period }: DeliveryFilters,
): SQL | undefined {
  return and(
    eq(delivery.spaceId, spaceId),
    eq(delivery.connectorId, connectorId),
    ofSeenDevice(caller, delivery),
    sql.raw(isOfOwnDevice('delivery')),
    state?.length ? inArray(delivery.state, state) : undefined,
    replayIds?.length ? inArray(delivery.replayId, replayIds) : undefined,
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

/** The condition that a delivery has an attempt in the period, with one of the outcomes where some are given. */
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

/** What the audit log calls the deliveries of a connector: by its name. */
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
 * @throws ApiError 404, 409 when it is pending, was delivered, or is a test
 */
export async function retryDelivery(deps: RetryDeps, caller: Caller, key: DeliveryRef): Promise<JsonText> {
  const one = and(
    isDelivery({ ...key, id: key.deliveryId }),
    ofSeenDevice(caller, delivery),
    sql.raw(isOfOwnDevice('delivery')),
  )
  const json = await deps.db.transaction(async (tx) => {
    await checkConnector(tx, caller, key)
    if ((await retryDeliveries(deps, tx, one)) > 0) {
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
 * Retries all failed deliveries of a connector now, or those with an attempt in the period, or of replays.
 * @throws ApiError 404
 */
export async function retryFailed(
  deps: RetryDeps,
  caller: Caller,
  ref: ConnectorRef,
  which: z.output<typeof retryAllSchema>,
): Promise<{ count: number }> {
  await checkConnector(deps.db, caller, ref)
  const failed = matches(caller, ref, { state: ['failed'], ...which })
  const count = await deps.db.transaction(async (tx) => {
    const retried = await retryDeliveries(deps, tx, failed)
    await note(tx, deps, caller, {
      action: 'delivery.retryAll',
      spaceId: ref.spaceId,
      target: { id: ref.connectorId, name: await nameOf(tx, ref) },
      after: { count: retried },
    })
    return retried
  })
  deps.dueDeliveries.ring()
  return { count }
}
