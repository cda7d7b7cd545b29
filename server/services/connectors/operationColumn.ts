import { CANCELLED_IN_A_ROW, WAITING_COUNTED_MAX } from '#contract/connectors'
import { isOfOwnDevice } from '../background/deletion'
import { isoTime } from '../common/json'

/** SQL of the waiting deliveries of the row of `connector`, as `p`, but no tests. */
const WAITING = `
  from delivery p
  where p.space_id = connector.space_id and p.connector_id = connector.id and p.state = 'pending' and not p.is_test`

/** SQL that counts some of them, up to the highest exact number that is shown. */
const countOf = (more: string) =>
  `(select count(*)::int from (select ${WAITING} ${more} limit ${WAITING_COUNTED_MAX + 1}) p)`

/**
 * SQL of the number of waiting deliveries of the row of `connector`. If no device is being deleted the index alone is read: otherwise a
 * thousand rows would be read for each connector of a list.
 */
const COUNT = `case
  when exists (select from deletion x where x.space_id = connector.space_id and x.device_id is not null)
    then ${countOf(`and ${isOfOwnDevice('p')}`)}
  else ${countOf('')} end`

/** Newest deliveries that are searched for those that ended last, however many wait. */
const LOOKED_AT = 100

/**
 * SQL of the time since when the code of the row of `connector` has cancelled its deliveries, if it cancelled the last ones; otherwise
 * null. Skipped deliveries have no attempt.
 */
export const CANCELLED_SINCE = `(
  select case when count(*) = ${CANCELLED_IN_A_ROW} and bool_and(l.state = 'cancelled' and l.attempts > 0) then min(l.created_at) end
  from (
    select n.state, n.attempts, n.created_at from (
      select d.id, d.state, d.attempts, d.created_at, d.is_test from delivery d
      where d.space_id = connector.space_id and d.connector_id = connector.id
      order by d.id desc limit ${LOOKED_AT}
    ) n where n.state <> 'pending' and not n.is_test
    order by n.id desc limit ${CANCELLED_IN_A_ROW}
  ) l)`

/**
 * SQL of whether the receiver of the row of `connector` has accepted one of its last alerts, or a test of a rule among its last deliveries.
 */
const HAS_DELIVERED_ALERT = `(exists (
  select from (
    select d.alert, d.state from delivery d
    where d.space_id = connector.space_id and d.connector_id = connector.id
    order by d.id desc limit ${LOOKED_AT}
  ) d where d.alert is not null and d.state = 'delivered'
) or exists (
  select from (
    select a.delivery_id as id from alert_delivery a
    where a.space_id = connector.space_id and a.connector_id = connector.id
    order by a.delivery_id desc limit ${LOOKED_AT}
  ) a join delivery d on d.space_id = connector.space_id and d.connector_id = connector.id and d.id = a.id
  where d.state = 'delivered'
))`

/** SQL of the creation time of the oldest of them. */
export const OLDEST = `(select p.created_at ${WAITING} and ${isOfOwnDevice('p')} order by p.id limit 1)`

/** Condition on deliveries that have failed and wait for the time of a retry. */
const RETRYING = `and p.due_at > now() and p.attempts > 0 and not p.is_taken and ${isOfOwnDevice('p')}`

const retrying = `,
  'retrying', ${countOf(RETRYING)},
  'next_attempt_at', (select ${isoTime('p.next_attempt_at')} ${WAITING} ${RETRYING} order by p.due_at, p.id limit 1)`

const operationWith = (more: string) => `(
  select json_build_object(
    'state', case when connector.enabled then coalesce(o.state, 'on') else 'off' end,
    'since', ${isoTime('o.since')},
    'reason', case when o.state in ('waiting', 'stopped') then json_build_object(
      'status', o.status, 'error', o.error, 'error_code', o.error_code, 'error_detail', o.error_detail) end,
    'waiting', case when held.back then waiting.count end,
    'oldest_at', case when held.back then ${isoTime('waiting.oldest_at')} end,
    'pending', case when not held.back then json_build_object('count', waiting.count, 'oldest_at', ${isoTime('waiting.oldest_at')}${more}) end,
    'until', ${isoTime('o.until')},
    'then', o.backlog,
    'probe_at', case when o.state = 'waiting' then ${isoTime('o.probe_at')} end,
    'skipping', case when o.skip_before is not null then json_build_object('total', o.skip_total, 'done', o.skipped) end,
    'cancelled_since', ${isoTime(CANCELLED_SINCE)},
    'has_told_alert', ${HAS_DELIVERED_ALERT})
  from (select) one
    left join connector_operation o on o.space_id = connector.space_id and o.connector_id = connector.id
    cross join lateral (select coalesce(o.state <> 'on' or o.skip_before is not null, false) as back) held
    cross join lateral (select ${COUNT} as count, ${OLDEST} as oldest_at) waiting)`

/**
 * SQL of the operation of the row of `connector`. Waiting deliveries are counted up to the highest exact number that is shown, so that a
 * list of many backlogs costs little.
 */
export const OPERATION = operationWith('')

/** The same with the number that wait for a retry: for one connector. */
export const OPERATION_ALONE = operationWith(retrying)
