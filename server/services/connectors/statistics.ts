import { STATISTICS_HOURS, type Statistics, type Summary } from '#contract/connectors'
import type { Deps } from '../../deps'
import type { Caller } from '../common/caller'
import { isOfDevice } from '../common/deletion'
import { isoTime } from '../common/json'
import { type ConnectorRef, checkConnector } from './connector'

const HOUR = 3_600_000

/**
 * Cancelled deliveries do not count as attempts. Attempts do not name their device: their deliveries are read only
 * while those of a deleted device are left.
 */
const COUNTS = {
  name: 'connectors.statistics',
  text: `
    select ${isoTime('hour')} as time, attempt, success::int, failed::int
    from (
      select date_trunc('hour', created_at, 'utc') as hour, attempt,
        count(*) filter (where success) as success, count(*) filter (where not success) as failed
      from delivery_attempt a
      where space_id = $1 and connector_id = $2 and created_at >= $3 and created_at < $4 and success is not null
        and (
          not exists (select from deletion x where x.space_id = $1 and x.device_id is not null)
          or exists (
            select from delivery d where d.space_id = $1 and d.connector_id = $2 and d.id = a.delivery_id
              and ${isOfDevice('d', '$1')}
          )
        )
      group by hour, attempt
    ) counted
    order by hour, attempt`,
}

interface Count {
  time: string
  /** 0 for the first. */
  attempt: number
  success: number
  failed: number
}

function summaryOf(time: string, counts: Count[]): Summary {
  const attempts = Array<number>((counts.at(-1)?.attempt ?? -1) + 1).fill(0)
  for (const { attempt, success, failed } of counts) attempts[attempt] = success + failed
  const sum = (of: 'success' | 'failed') => counts.reduce((all, count) => all + count[of], 0)
  return { time, success: sum('success'), failed: sum('failed'), attempts }
}

/**
 * Delivery attempts of the last 24 hours, including the current one, by the hour in which they were made.
 * Hours without attempts are left out. Rules, "Delivery heatmap".
 * @throws ApiError 404
 */
export async function readStatistics(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  connector: ConnectorRef,
): Promise<Statistics> {
  await checkConnector(db, caller, connector)
  const end = (Math.floor(now().getTime() / HOUR) + 1) * HOUR
  const span = [new Date(end - STATISTICS_HOURS * HOUR), new Date(end)]
  const { rows } = await db.$client.query<Count>({
    ...COUNTS,
    values: [connector.spaceId, connector.connectorId, ...span],
  })
  const hours = new Set(rows.map(({ time }) => time))
  const summaries = [...hours].map((hour) =>
    summaryOf(
      hour,
      rows.filter(({ time }) => time === hour),
    ),
  )
  return { max_attempts: Math.max(0, ...summaries.map(({ attempts }) => attempts.length)), summaries }
}
