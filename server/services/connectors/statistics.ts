import { and, eq, type SQL, sql } from 'drizzle-orm'
import { DAY, HOUR } from '#contract/common/durations'
import {
  type ConnectorOutcome,
  type HeldPart,
  STATISTICS_HOURS,
  type Statistics,
  type Summary,
  WAITING_COUNTED_MAX,
} from '#contract/connectors'
import { connector } from '../../db/schema'
import type { Deps } from '../../deps'
import { isOfDevice, isOfOwnDevice } from '../background/deletion'
import type { Caller } from '../common/caller'
import { isoTime } from '../common/json'
import { type ConnectorRef, checkConnector, connectors } from './connector'

/** The hours that are covered, the current one included. */
function spanAt(now: Date): [start: Date, end: Date] {
  const end = (Math.floor(now.getTime() / HOUR) + 1) * HOUR
  return [new Date(end - STATISTICS_HOURS * HOUR), new Date(end)]
}

/**
 * The condition that an attempt `a` counts: cancelled deliveries have none, and tests do not count. Attempts do not name their device:
 * their deliveries are read only while deliveries of a deleted device still exist.
 * @param space SQL of the space's id
 * @param connectorId SQL of the connector's id
 * @param isKept the condition that the device of its delivery `d` was not deleted
 */
const counts = (
  space: string,
  connectorId: string,
  isKept: string,
) => `a.success = any('{true, false}') and not a.is_test
  and (
    not exists (select from deletion x where x.space_id = ${space} and x.device_id is not null)
    or exists (
      select from delivery d where d.space_id = ${space} and d.connector_id = ${connectorId} and d.id = a.delivery_id
        and (d.device_id is null or ${isKept})
    )
  )`

const COUNTS = {
  name: 'connectors.statistics',
  text: `
    select ${isoTime('hour')} as time, attempt, success::int, failed::int
    from (
      select date_trunc('hour', created_at, 'utc') as hour,
        greatest(attempt - uncounted, least(attempt, 1)) as attempt,
        count(*) filter (where success) as success, count(*) filter (where not success) as failed
      from delivery_attempt a
      where space_id = $1 and connector_id = $2 and created_at >= $3 and created_at < $4 and ${counts('$1', '$2', isOfDevice('d', '$1'))}
      group by 1, 2
    ) counted
    order by hour, attempt`,
}

interface Count {
  time: string
  /** 0 for the first attempt. */
  attempt: number
  success: number
  failed: number
}

/** How long each kind of hold lasted in each hour, and why it last began. */
const HELD = {
  name: 'connectors.held',
  text: `
    select time, json_agg(json_build_object('state', state, 'seconds', seconds, 'reason', reason) order by seconds desc, state) as held
    from (
      select ${isoTime('hour')} as time, h.state,
        least(3600, ceil(sum(extract(epoch from least(coalesce(h.until, $5), hour + interval '1 hour') - greatest(h.since, hour)))))::int as seconds,
        (array_agg(case when h.state in ('waiting', 'stopped') then json_build_object(
          'status', h.status, 'error', h.error, 'error_code', h.error_code, 'error_detail', h.error_detail) end
          order by h.since desc))[1] as reason
      from connector_hold h
        cross join generate_series($3::timestamptz, $4::timestamptz - interval '1 hour', interval '1 hour') as hour
      where h.space_id = $1 and h.connector_id = $2 and coalesce(h.until, $5) > $3
        and h.since < hour + interval '1 hour' and coalesce(h.until, $5::timestamptz) > hour
      group by hour, h.state
    ) held
    where seconds > 0
    group by time`,
}

interface HeldHour {
  time: string
  held: HeldPart[]
}

function summaryOf(time: string, counts: Count[], held: HeldPart[]): Summary {
  const attempts = Array<number>((counts.at(-1)?.attempt ?? -1) + 1).fill(0)
  for (const { attempt, success, failed } of counts) attempts[attempt] = success + failed
  const sum = (of: 'success' | 'failed') => counts.reduce((all, count) => all + count[of], 0)
  return { time, success: sum('success'), failed: sum('failed'), attempts, ...(held.length > 0 && { held }) }
}

/**
 * Delivery attempts of the last 24 hours, including the current one, by the hour in which they were made. Hours without attempts and
 * without a hold are left out. Rules, "Delivery heatmap".
 * @throws ApiError 404
 */
export async function readStatistics(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  connector: ConnectorRef,
): Promise<Statistics> {
  await checkConnector(db, caller, connector)
  const [start, end] = spanAt(now())
  const which = [connector.spaceId, connector.connectorId, start, end]
  const counted = await db.$client.query<Count>({ ...COUNTS, values: which })
  const held = await db.$client.query<HeldHour>({ ...HELD, values: [...which, now()] })
  const hours = new Set([...counted.rows, ...held.rows].map(({ time }) => time))
  const summaries = [...hours].toSorted().map((hour) =>
    summaryOf(
      hour,
      counted.rows.filter(({ time }) => time === hour),
      held.rows.find(({ time }) => time === hour)?.held ?? [],
    ),
  )
  return { max_attempts: Math.max(0, ...summaries.map(({ attempts }) => attempts.length)), summaries }
}

const COUNTS_OF_ROW = counts('connector.space_id', 'connector.id', isOfOwnDevice('d'))

/** SQL that joins to each `connector` its last attempt of the last 24 hours, if any, as `last`. */
export function joinLastAttempt(now: Date): SQL {
  const [start, end] = spanAt(now)
  const lastThat = (is: SQL) => sql`(
    select a.success, a.created_at, a.attempt, a.status, a.error_code, a.error_detail from delivery_attempt a
    where a.space_id = connector.space_id and a.connector_id = connector.id and ${is}
      and a.created_at >= ${start} and a.created_at < ${end} and ${sql.raw(COUNTS_OF_ROW)}
    order by a.created_at desc, a.attempt desc limit 1)`
  return sql`cross join lateral (
    select * from (${lastThat(sql`a.success`)} union all ${lastThat(sql`not a.success`)}) either
    order by created_at desc, attempt desc, success limit 1
  ) last`
}

/**
 * SQL that joins to each `connector` its undelivered messages as `given_up`: `count` of the deliveries that have failed in the last 24
 * hours, up to the highest exact number that is shown, and the time of the first. Tests do not count, nor do deliveries that a retry has
 * delivered or that are being retried.
 */
export function joinGivenUp(now: Date): SQL {
  return sql`cross join lateral (
    select count(*)::int as count, min(lost.at) as since from (
      select a.created_at as at from delivery_attempt a
        join delivery v on v.space_id = a.space_id and v.connector_id = a.connector_id and v.id = a.delivery_id
      where a.space_id = connector.space_id and a.connector_id = connector.id
        and not a.success and a.next_attempt_at is null and not a.is_test and a.created_at >= ${new Date(now.getTime() - DAY)}
        and v.state = 'failed' and v.attempts = a.attempt + 1 and ${sql.raw(isOfOwnDevice('v'))}
      order by a.created_at limit ${WAITING_COUNTED_MAX + 1}
    ) lost
  ) given_up`
}

/** The outcome of the last attempt of each connector of a space in the last 24 hours, if any. */
export async function readOutcomes(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  spaceId: string,
): Promise<ConnectorOutcome[]> {
  const { rows } = await db.execute<{ [Field in keyof ConnectorOutcome]: ConnectorOutcome[Field] }>(sql`
    select connector.id as connector_id, case when last.success then 'succeeded' else 'failed' end as outcome,
      ${sql.raw(isoTime('last.created_at'))} as created_at, given_up.count as not_delivered
    from connector ${joinLastAttempt(now())} ${joinGivenUp(now())}
    where ${and(eq(connector.spaceId, spaceId), connectors.seenBy(caller))}`)
  return rows
}
