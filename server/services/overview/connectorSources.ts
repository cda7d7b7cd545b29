import { and, eq, type SQL, sql } from 'drizzle-orm'
import { DAY } from '#contract/common/durations'
import {
  BEHIND_AFTER,
  CANCELLED_IN_A_ROW,
  CERTIFICATE_WARNING_DAYS,
  PAUSE_WARNING,
  WAITING_COUNTED_MAX,
} from '#contract/connectors'
import { connector } from '../../db/schema'
import { isOfOwnDevice } from '../background/deletion'
import { connectors } from '../connectors/connector'
import { CANCELLED_SINCE, OLDEST } from '../connectors/operationColumn'
import { joinGivenUp, joinLastAttempt } from '../connectors/statistics'
import { listOf, placeOf, type Question, selection } from './selection'

/** SQL condition: a `connector` is an enabled one of the space that the caller sees. */
export const delivers = ({ caller, spaceId }: Question): SQL | undefined =>
  and(eq(connector.spaceId, spaceId), eq(connector.enabled, true), connectors.seenBy(caller))

/** SQL condition: a rule has an open alert of a `connector`. */
const hasOpenAlert = sql`exists (
  select from alert_episode e join alert_rule r on r.space_id = e.space_id and r.id = e.rule_id
  where e.space_id = connector.space_id and e.connector_id = connector.id and e.ended_at is null)`

/** SQL condition: a `connector` is listed as failing by its `last` attempt. */
const isFailing = sql`not last.success and not ${hasOpenAlert} and not exists (
  select from connector_operation o
  where o.space_id = connector.space_id and o.connector_id = connector.id and o.state <> 'on')`

/**
 * Connectors whose last attempt failed, since the first failure after the last success. Those with an open alert are in the line of its
 * rule.
 */
export const failingConnectors = (question: Question) => sql`
  select ${selection('connector_failing', {
    subject_id: 'connector.id',
    since: 'coalesce(first.created_at, last.created_at)',
    count: 'given_up.count',
    status: 'last.status',
    error_code: 'last.error_code',
    error_detail: 'left(last.error_detail, 255)',
  })}
  from connector ${joinLastAttempt(question.now)}
    left join lateral (
      select f.created_at from delivery_attempt f
      where f.space_id = connector.space_id and f.connector_id = connector.id and not f.success and not f.is_test
        and f.created_at >= ${new Date(question.now.getTime() - DAY)} and f.created_at > coalesce((
          select s.created_at from delivery_attempt s
          where s.space_id = connector.space_id and s.connector_id = connector.id and s.success and not s.is_test
            and s.created_at >= ${new Date(question.now.getTime() - DAY)}
          order by s.created_at desc limit 1), '-infinity')
      order by f.created_at limit 1
    ) first on true
    ${joinGivenUp(question.now)}
  where ${delivers(question)} and ${isFailing}`

/** Connectors with undelivered messages. A failing connector says so in its own line. */
export const notDelivered = (question: Question) => sql`
  select ${selection('connector_not_delivered', {
    subject_id: 'connector.id',
    since: 'given_up.since',
    count: 'given_up.count',
  })}
  from connector ${joinLastAttempt(question.now)} ${joinGivenUp(question.now)}
  where ${delivers(question)} and given_up.count > 0 and not (${isFailing})`

/** SQL of the number of waiting deliveries of a `connector`, up to the highest exact number that is shown. */
const WAITING = `(select count(*) from (
  select from delivery p
  where p.space_id = connector.space_id and p.connector_id = connector.id and p.state = 'pending' and not p.is_test and ${isOfOwnDevice('p')}
  limit ${WAITING_COUNTED_MAX + 1}) p)`

/**
 * Connectors that are not held back, with deliveries that have waited for long. A failing connector, or one with an open alert, has another
 * line.
 */
export const behindConnectors = (question: Question) => sql`
  select ${selection('connector_behind', { subject_id: 'connector.id', since: 'waiting.oldest_at', count: WAITING })}
  from connector cross join lateral (select ${sql.raw(OLDEST)} as oldest_at) waiting
  where ${delivers(question)} and waiting.oldest_at <= ${new Date(question.now.getTime() - BEHIND_AFTER * 1000)}
    and not ${hasOpenAlert} and not exists (
      select from connector_operation o
      where o.space_id = connector.space_id and o.connector_id = connector.id and (o.state <> 'on' or o.skip_before is not null))
    and not exists (select from (select connector.*) connector ${joinLastAttempt(question.now)} where ${isFailing})`

/** Connectors that are held back: by a receiver, or a pause that is about to end. None of them is listed as failing. */
export const heldConnectors = (question: Question) => sql`
  select 'connector_' || o.state as kind, case o.state
      when 'stopped' then ${placeOf('connector_stopped')}::int
      when 'waiting' then ${placeOf('connector_waiting')}::int
      else ${placeOf('connector_paused')}::int end as place,
    ${sql.raw(
      listOf({
        subject_id: 'connector.id',
        since: 'o.since',
        count: WAITING,
        status: 'o.status',
        error_code: 'o.error_code',
        error_detail: 'left(o.error_detail, 255)',
        ends_at: 'o.until',
      }),
    )}
  from connector join connector_operation o on o.space_id = connector.space_id and o.connector_id = connector.id
  where ${delivers(question)} and (
    o.state = 'stopped' or (o.state = 'waiting' and not ${hasOpenAlert})
    or (o.state = 'paused' and o.until - ${question.now}::timestamptz
      < least(${PAUSE_WARNING} * interval '1 second', (o.until - o.since) / 4)))`

/** Connectors whose code cancelled the last deliveries in a row. */
export const cancellingConnectors = (question: Question) => sql`
  select ${selection('connector_cancelling', { subject_id: 'connector.id', since: 'cancelled.since', count: String(CANCELLED_IN_A_ROW) })}
  from connector cross join lateral (select ${sql.raw(CANCELLED_SINCE)} as since) cancelled
  where ${delivers(question)} and cancelled.since is not null`

const NOT_AFTER = `(connector.client_certificate->>'not_after')::timestamptz`
const EXPIRING = `(${NOT_AFTER} - interval '${CERTIFICATE_WARNING_DAYS} days')`

/** Connectors whose client certificate expires soon, or has expired. */
export const expiringCertificates = (question: Question) => sql`
  select ${selection('connector_certificate', { subject_id: 'connector.id', since: EXPIRING, ends_at: NOT_AFTER })}
  from connector where ${delivers(question)} and ${sql.raw(EXPIRING)} <= ${question.now}`
