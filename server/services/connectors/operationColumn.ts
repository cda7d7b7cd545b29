import { CANCELLED_IN_A_ROW, WAITING_COUNTED_MAX } from '#contract/connectors'
import { isOfOwnDevice } from '../common/deletion'
import { isoTime } from '../common/json'

/**
 * SQL of how many deliveries of the row of `connector` wait. Where no device is being deleted the index alone says so: a thousand
 * rows of each connector of a list would be read otherwise.
 */
const waitingWhere = (more: string) => `(
  select count(*)::int from (
    select from delivery p
    where p.space_id = connector.space_id and p.connector_id = connector.id and p.state = 'pending' ${more}
    limit ${WAITING_COUNTED_MAX + 1}
  ) p)`

/** Newest deliveries of which the last that are over are looked for, however many wait. */
const LOOKED_AT = 100

/**
 * SQL of since when the code of the row of `connector` cancels its deliveries, if it cancelled the last ones; else null. What was skipped
 * has no attempt.
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

const isDelivered = (id: string) => `exists (
  select from delivery d where d.space_id = connector.space_id and d.connector_id = connector.id and d.id = ${id} and d.state = 'delivered')`

/** SQL of whether the receiver of the row of `connector` has taken one of the last alerts, or a test of a rule. */
const HAS_TOLD_ALERT = `(exists (
  select from (
    select a.delivery_id from alert_delivery a
    where a.space_id = connector.space_id and a.connector_id = connector.id
    order by a.delivery_id desc limit ${LOOKED_AT}
  ) a where ${isDelivered('a.delivery_id')}
) or exists (
  select from alert_test t, jsonb_to_recordset(t.connectors) as o (connector_id uuid, delivery_id uuid)
  where t.space_id = connector.space_id and o.connector_id = connector.id and ${isDelivered('o.delivery_id')}
))`

/**
 * SQL of how the row of `connector` runs. What waits is counted where something holds it back, and no more than a person
 * wants to know exactly: so a list of many backlogs costs little.
 */
export const OPERATION = `(
  select json_build_object(
    'state', case when connector.enabled then coalesce(o.state, 'on') else 'off' end,
    'since', ${isoTime('o.since')},
    'reason', case when o.state in ('waiting', 'stopped') then json_build_object(
      'status', o.status, 'error', o.error, 'error_code', o.error_code, 'error_detail', o.error_detail) end,
    'waiting', case when o.state <> 'on' or o.skip_before is not null then held.count end,
    'oldest_at', (
      select ${isoTime('p.created_at')} from delivery p
      where (o.state <> 'on' or o.skip_before is not null)
        and p.space_id = connector.space_id and p.connector_id = connector.id and p.state = 'pending'
        and ${isOfOwnDevice('p')}
      order by p.due_at, p.id limit 1),
    'until', ${isoTime('o.until')},
    'then', o.backlog,
    'probe_at', case when o.state = 'waiting' then ${isoTime('o.probe_at')} end,
    'skipping', case when o.skip_before is not null then json_build_object('total', o.skip_total, 'done', o.skipped) end,
    'cancelled_since', ${isoTime(CANCELLED_SINCE)},
    'has_told_alert', ${HAS_TOLD_ALERT})
  from (select) one
    left join connector_operation o on o.space_id = connector.space_id and o.connector_id = connector.id
    cross join lateral (
      select case
        when o.connector_id is null or (o.state = 'on' and o.skip_before is null) then null
        when exists (select from deletion x where x.space_id = connector.space_id and x.device_id is not null)
          then ${waitingWhere(`and ${isOfOwnDevice('p')}`)}
        else ${waitingWhere('')}
      end as count
    ) held)`
