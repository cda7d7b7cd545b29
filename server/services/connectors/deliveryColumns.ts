import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Attempt, Delivery, DeliveryFilters } from '#contract/connectors'
import { delivery, deliveryAttempt, device, message } from '../../db/schema'
import { type Caller, may } from '../common/caller'
import { type Columns, objectText, selectText, timeColumn } from '../common/columns'
import { limitOf } from '../common/visibility'
import { WAITS_FOR } from '../deliveries/deviceOrder'

/** The alias of a delivery in statements with these columns. */
export const d = alias(delivery, 'd')
const m = alias(message, 'm')
const v = alias(device, 'v')
const a = alias(deliveryAttempt, 'a')
const t = alias(deliveryAttempt, 't')
const texts = alias(deliveryAttempt, 'texts')
const f = alias(deliveryAttempt, 'f')

/** How many of the last attempts of a delivery are returned, because a person may retry without end. */
const TRIES_MAX = 100
/** Characters of an error that a delivery shows; its attempts have all of it. */
const ERROR_MAX = 1000

const shortened = (column: typeof a.error | typeof a.errorDetail | typeof f.error | typeof f.errorDetail) =>
  sql<string | null>`left(${column}, ${sql.raw(String(ERROR_MAX))})`

/** The parts of a delivery that the caller may see. */
const knownTo = (caller: Caller) => ({
  /** Whether attempts that were sent with messages of devices that the caller does not see are hidden. */
  isLimited: limitOf(caller) !== null,
  hasNames: may(caller, 'space:device:read'),
  /** Whether the caller may see what was sent, and what the function and the receiver returned. */
  hasMessages: may(caller, 'space:message:read'),
})
type Known = Omit<ReturnType<typeof knownTo>, 'hasNames'>

/**
 * A text of an attempt. If several deliveries share the attempt, it is hidden from callers who do not see the others; if the function threw
 * it, it is hidden from callers who may not read messages.
 */
function ownOf(
  row: typeof a | typeof f | typeof t,
  text: SQL<string | null>,
  { isLimited, hasMessages }: Known,
): SQL<string | null> {
  const own = isLimited ? sql<string | null>`case when ${row.batchId} is null then ${text} end` : text
  return hasMessages ? own : sql<string | null>`case when ${row.errorCode} is not null then ${own} end`
}

/** Columns of a delivery `d`, with `JOINS`. */
const deliveryOf = ({ hasNames, ...known }: ReturnType<typeof knownTo>) =>
  ({
    id: d.id,
    connector_id: d.connectorId,
    message_id: d.messageId,
    message_type: sql<Delivery['message_type']>`coalesce(${m.type}, ${d.sample}->>'type')`,
    device_id: d.deviceId,
    device_name: hasNames ? v.name : sql<null>`null`,
    alert: sql<Delivery['alert']>`case when ${d.alert} is not null then json_build_object(
    'id', ${d.alert}->'id', 'event', ${d.alert}->'event', 'test', ${d.alert}->'test', 'rule', ${d.alert}->'rule',
    'device_count', ${d.alert}->'device_count', 'connector_count', ${d.alert}->'connector_count') end`,
    test: sql<boolean>`${d.isTest} or coalesce(${d.alert}->>'test' = 'true', false)`,
    state: d.state,
    created_at: timeColumn(d.createdAt),
    attempts: d.attempts,
    last_attempt_at: timeColumn(a.createdAt),
    // A delivery that is held back has no time to wait for.
    next_attempt_at: sql<string | null>`case when ${d.nextAttemptAt} <= now() and exists (
    select from connector_operation o
    where o.space_id = ${d.spaceId} and o.connector_id = ${d.connectorId} and (o.state <> 'on' or o.skip_before is not null)
  ) then null when ${sql.raw(WAITS_FOR)} is not null then null else ${timeColumn(d.nextAttemptAt)} end`,
    in_line: d.isInLine,
    waits_for: sql<string | null>`${sql.raw(WAITS_FOR)}`,
    status: a.status,
    error: ownOf(a, shortened(a.error), known),
    error_code: a.errorCode,
    error_detail: ownOf(a, shortened(a.errorDetail), known),
    retry_after: a.retryAfter,
    replay_id: d.replayId,
    repeats: d.repeats,
    // A message that was asked for again is in no batch any more.
    batch_id: d.batchId,
  }) satisfies Columns<Omit<Delivery, 'failures'>>
/** SQL of the columns of a delivery that the caller sees. */
export const columnsFor = (caller: Caller) => selectText(deliveryOf(knownTo(caller)))

/** The time range of attempts. */
export type Period = Pick<DeliveryFilters, 'after' | 'before'>

/** The condition that an attempt was made in the period. */
export const isIn = (
  createdAt: typeof deliveryAttempt.createdAt | typeof f.createdAt,
  { after, before }: Period,
) =>
  and(
    after === undefined ? undefined : gte(createdAt, new Date(after)),
    before === undefined ? undefined : lte(createdAt, new Date(before)),
  )

const failuresOf = (known: Known) =>
  ({
    attempts: sql<number>`f.total`,
    created_at: timeColumn(f.createdAt),
    status: f.status,
    error: ownOf(f, shortened(f.error), known),
    error_code: f.errorCode,
    error_detail: ownOf(f, shortened(f.errorDetail), known),
  }) satisfies Columns<NonNullable<Delivery['failures']>>

/** The attempts of a delivery `d` that failed in the period: their number, and the last one. */
export const failuresIn = (caller: Caller, period: Period) => sql`
  (select ${sql.raw(objectText(failuresOf(knownTo(caller))))}
  from (
    select f.*, count(*) over ()::int as total from delivery_attempt f
    where f.space_id = d.space_id and f.connector_id = d.connector_id and f.delivery_id = d.id
      and ${and(eq(f.success, false), isIn(f.createdAt, period))}
    order by f.attempt desc limit 1
  ) f) as failures`

/** Joins the message, unless it was deleted, the device, if there is one, and the last attempt of a delivery `d`. */
export const JOINS = `
  left join message m on m.space_id = d.space_id and m.created_at = d.message_created_at and m.id = d.message_id
  left join device v on v.space_id = d.space_id and v.id = d.device_id
  left join lateral (
    select a.created_at, a.status, a.error, a.error_code, a.error_detail, a.retry_after, a.batch_id from delivery_attempt a
    where a.space_id = d.space_id and a.connector_id = d.connector_id and a.delivery_id = d.id
    order by a.attempt desc limit 1
  ) a on true`

/** An attempt `t` of a delivery; the texts that it shares with others are in `texts`. */
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
  request_body: texts.requestBody,
  response_headers: texts.responseHeaders,
  connector_version: t.connectorVersion,
  response_body: texts.responseBody,
  logs: sql<Attempt['logs']>`coalesce(${texts.logs}, '[]')`,
} satisfies Columns<Attempt>

const NOTHING = sql<null>`null`

/** An attempt as the caller may see it. */
function attemptFor(caller: Caller) {
  const known = knownTo(caller)
  const { isLimited, hasMessages } = known
  if (!isLimited && hasMessages) return ATTEMPT
  return {
    ...ATTEMPT,
    url: texts.url,
    error: ownOf(t, sql<string | null>`${t.error}`, known),
    error_detail: ownOf(t, sql<string | null>`${t.errorDetail}`, known),
    ...(!hasMessages && {
      url: NOTHING,
      request_body: NOTHING,
      response_headers: NOTHING,
      response_body: NOTHING,
      logs: sql`'[]'::json`,
    }),
  }
}

/**
 * The last attempts of a delivery `d`. Requests with messages of other devices, and their answers, are hidden from a caller who may not see
 * these devices, and all of them from one who may not read messages.
 */
export const triesFor = (caller: Caller) => `
  (select coalesce(json_agg(${objectText(attemptFor(caller))} order by t.attempt), '[]')
  from (
    select * from delivery_attempt t
    where t.space_id = d.space_id and t.connector_id = d.connector_id and t.delivery_id = d.id
    order by t.attempt desc limit ${TRIES_MAX}
  ) t left join delivery_attempt texts on texts.space_id = d.space_id and texts.connector_id = d.connector_id
    and texts.delivery_id = coalesce(t.texts_delivery_id, t.delivery_id) and texts.attempt = t.attempt
    ${limitOf(caller) ? 'and t.batch_id is null' : ''}) as tries`
