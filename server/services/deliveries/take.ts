import type { Pool } from 'pg'
import { DELIVERIES, type DeliveryKey } from '../../db/queue'

/** How many jobs to take. */
export interface Room {
  /** Most jobs that run at the same time for one connector. */
  perConnector: number
  /** The same for one space. */
  perSpace: number
  /** Most jobs to take now. */
  free: number
  /** Running jobs of a connector or a space, by its id. */
  busy: Readonly<Record<string, number>>
}

/**
 * pg-boss takes the oldest jobs of all. This statement takes them fairly: it skips through the index from one connector
 * to the next, so that ten thousand jobs of one do not delay the others.
 */
const TAKE = {
  name: 'queue.take',
  text: `
    with recursive lane as (
      (
        select singleton_key from pgboss.job where name = $1 and state < 'active' order by singleton_key limit 1
      ) union all
      select (
        select j.singleton_key from pgboss.job j
        where j.name = $1 and j.state < 'active' and j.singleton_key > lane.singleton_key
        order by j.singleton_key limit 1
      ) from lane where lane.singleton_key is not null
    ), due as (
      select job.id, job.start_after,
        row_number() over (partition by job.space_id order by job.place, job.start_after, job.id)
          + coalesce(($5::json ->> job.space_id)::int, 0) as place
      from lane cross join lateral (
        select id, start_after, space_id,
          row_number() over (order by start_after, id) + coalesce(($5::json ->> lane.singleton_key)::int, 0) as place
        from (
          select j.id, j.start_after, j.data ->> 'spaceId' as space_id
          from pgboss.job j
          where j.name = $1 and j.state < 'active' and j.singleton_key = lane.singleton_key and j.start_after <= now()
          order by j.start_after, j.id
          limit greatest(0, $2::int - coalesce(($5::json ->> lane.singleton_key)::int, 0))
          for update skip locked
        ) oldest
      ) job
    ), chosen as (
      select id from due
      where place <= $3::int
      order by place, start_after, id
      limit $4
    )
    update pgboss.job j
    set state = 'active', started_on = now(),
      retry_count = case when j.started_on is null then j.retry_count else j.retry_count + 1 end
    from chosen where j.name = $1 and j.id = chosen.id
    returning j.id, j.singleton_key as "connectorId", j.data ->> 'spaceId' as "spaceId"`,
}

/**
 * Takes jobs that are due, in turns: one of each space, then the next of each. In a space the connectors take turns.
 * Spaces and connectors with fewer running jobs come first. Other copies skip what is taken.
 */
export async function takeJobs(
  pool: Pool,
  { perConnector, perSpace, free, busy }: Room,
): Promise<DeliveryKey[]> {
  const values = [DELIVERIES, perConnector, perSpace, free, JSON.stringify(busy)]
  const { rows } = await pool.query<DeliveryKey>({ ...TAKE, values })
  return rows
}
