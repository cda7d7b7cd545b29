import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../db/database'
import type { delivery } from '../../db/schema'
import { isOfOwnDevice } from '../background/deletion'
import { newId } from '../common/ids'
import { earlierOfDevice } from './deviceOrder'

type Connected = Pick<typeof delivery.$inferSelect, 'spaceId' | 'connectorId'>

// The deliveries of a batch are one request. They have the same number of attempts, so they share the next one, and are taken all together
// or not at all. A batch that is retried stays as it was, under the same id. Messages that the receiver asks for again, that are retried by
// hand or left over join another batch.

/** Most bytes of the messages of a batch, because its function must read and write them in its time. A single message may be larger. */
const BYTES_MAX = 512 * 1024

const bytesOf = (row: string) =>
  `(coalesce(octet_length(${row}.body), 0) + coalesce(octet_length(${row}.raw), 0))`

const isRunning = (row: string) => `(${row}.is_taken and ${row}.due_at > now())`

/** SQL condition: a delivery may join the batch of `leader`. Deliveries that wait for their first attempt may join before they are due. */
const mayJoin = (row: string) => `not ${isRunning(row)} and case
  when leader.batch_id is not null then ${row}.batch_id = leader.batch_id
  else ${row}.batch_id is null and ${row}.alert is null and not ${row}.is_test
    and ${row}.attempts = leader.attempts and ${row}.uncounted = leader.uncounted and ${row}.replay_id is not distinct from leader.replay_id
    and (${row}.attempts = 0 or ${row}.due_at is null or ${row}.due_at <= now())
  end`

const OF_CONNECTOR = (row: string) =>
  `${row}.space_id = $1 and ${row}.connector_id = $2 and ${row}.state = 'pending'`

/**
 * Takes the deliveries that join one that was taken, in the order of the messages. In device order only deliveries that follow without a
 * gap join: none before them waits or is being sent by others. Rows that are locked are left for later.
 */
const COLLECT = {
  name: 'deliveries.collectBatch',
  text: `
    with leader as materialized (
      select d.*, c.batch_seconds * interval '1 second' as wait from delivery d
        join connector c on c.space_id = $1 and c.id = $2
      where ${OF_CONNECTOR('d')} and d.id = $3
    ), found as materialized (
      select d.* from leader cross join lateral (
        select d.* from delivery d
        where leader.batch_id is null and ${OF_CONNECTOR('d')} and d.due_at <= now() + leader.wait
          and d.id <> $3 and ${mayJoin('d')}
        order by d.due_at, d.id limit $4::int - 1
      ) d
      union all
      select d.* from leader join delivery d on ${OF_CONNECTOR('d')} and d.batch_id = leader.batch_id
      where d.id <> $3 and ${mayJoin('d')}
    ), lines as (
      select d.* from leader
        cross join (select device_id from found where is_in_line union select device_id from leader where is_in_line) v
        cross join lateral (
          select d.* from delivery d
          where leader.batch_id is null and ${OF_CONNECTOR('d')} and d.is_in_line and d.device_id = v.device_id
            and d.id <> $3 and ${mayJoin('d')}
          order by d.message_created_at, d.message_id, d.id limit $4::int
        ) d
    ), candidate as (
      select d.* from (select * from found where not is_in_line or (select batch_id is not null from leader) union all select * from lines) d
      where ${isOfOwnDevice('d')}
    ), ready as (
      select d.* from leader cross join candidate d
      where not d.is_in_line or not (
        exists (${earlierOfDevice('d')} and p.id <> $3 and not (${mayJoin('p')}))
        or exists (
          select from delivery r where ${OF_CONNECTOR('r')} and r.is_taken and r.due_at > now()
            and r.is_in_line and r.device_id = d.device_id and r.id <> $3
        )
      )
    ), chosen as materialized (
      select placed.* from leader left join message l
          on l.space_id = $1 and l.created_at = leader.message_created_at and l.id = leader.message_id
        cross join (
          select d.id, d.device_id, d.is_in_line, row_number() over in_order as place, sum(${bytesOf('m')}) over in_order as bytes
          from ready d left join message m on m.space_id = $1 and m.created_at = d.message_created_at and m.id = d.message_id
          window in_order as (order by d.message_created_at, d.message_id, d.id)
        ) placed
      where leader.batch_id is not null
        or (placed.place < $4::int and placed.bytes + ${bytesOf('l')} <= ${BYTES_MAX})
    ), free as materialized (
      select d.id from chosen join delivery d on ${OF_CONNECTOR('d')} and d.id = chosen.id
      where not ${isRunning('d')}
      for no key update of d skip locked
    ), held as materialized (
      select c.id from chosen c where c.id in (select id from free) and (not c.is_in_line or not exists (
        select from chosen b where b.is_in_line and b.device_id = c.device_id and b.place < c.place and b.id not in (select id from free)))
    ), batch as materialized (
      select clock_timestamp() + $5 * interval '1 second' as until, case when leader.batch_id is null or exists (
        select from delivery d where ${OF_CONNECTOR('d')} and d.batch_id = leader.batch_id
          and d.id <> $3 and d.id not in (select id from held)
      ) then $6::uuid else leader.batch_id end as id from leader
    )
    update delivery d set is_taken = true, due_at = batch.until, batch_id = batch.id
    from batch, (select $3::uuid as id union all select id from held) j
    where ${OF_CONNECTOR('d')} and d.id = j.id`,
}

/**
 * Takes the deliveries that are sent in one request with a delivery that was taken.
 * @param client the transaction that took it, whose plans do not read all pending deliveries
 * @param options.size most messages of a request
 * @param options.lease seconds, the same as for the first delivery
 */
export const collectBatch = (
  client: PoolClient,
  { spaceId, connectorId, id }: Connected & Pick<typeof delivery.$inferSelect, 'id'>,
  { size, lease }: { size: number; lease: number },
): Promise<unknown> => client.query({ ...COLLECT, values: [spaceId, connectorId, id, size, lease, newId()] })

/** Full batches of a connector that are found in one query. */
const TOGETHER = 50

/** SQL that finds deliveries of a connector `c` that wait for their first attempt. */
const WAITING = `
  select d.id, d.due_at from delivery d
  where d.space_id = c.space_id and d.connector_id = c.id and d.state = 'pending'
    and d.due_at > now() and d.due_at <= now() + c.batch_seconds * interval '1 second'
    and d.attempts = 0 and not d.is_taken and d.batch_id is null
  order by d.due_at, d.id limit ${TOGETHER} * c.batch_size`

const FULL = {
  name: 'deliveries.full',
  text: `
    select c.space_id as "spaceId", c.id as "connectorId" from connector c
    where c.batch_size > 1 and (select count(*) from (${WAITING}) d) >= c.batch_size`,
}

const CALL = {
  name: 'deliveries.call',
  text: `
    with waiting as (
      select d.id, c.batch_size, c.batch_seconds, row_number() over (order by d.due_at, d.id) as place, count(*) over () as count
      from connector c cross join lateral (${WAITING}) d
      where c.space_id = $1 and c.id = $2
    ), held as materialized (
      select d.id, least(now(), d.due_at - w.batch_seconds * interval '1 second') as due from waiting w join delivery d on d.space_id = $1 and d.connector_id = $2 and d.id = w.id
      where w.place <= w.count / w.batch_size * w.batch_size and d.state = 'pending' and d.due_at > now() and not d.is_taken
      for no key update of d skip locked
    )
    update delivery d set due_at = held.due from held
    where d.space_id = $1 and d.connector_id = $2 and d.id = held.id`,
}

/** Runs a statement as `takeDeliveries` does: its plan must not read all pending deliveries. */
const byIndexes = <Result>(pool: Pool, query: (client: PoolClient) => Promise<Result>): Promise<Result> =>
  inTransaction(pool, async (_tx, client) => {
    await client.query('set local enable_seqscan = 0; set local join_collapse_limit = 1')
    return query(client)
  })

/**
 * Makes the messages of full batches due before their waiting time ends.
 * @returns whether there were any
 */
export async function releaseFullBatches(pool: Pool): Promise<boolean> {
  const { rows } = await byIndexes(pool, (client) => client.query<Connected>(FULL))
  for (const { spaceId, connectorId } of rows)
    await byIndexes(pool, (client) => client.query({ ...CALL, values: [spaceId, connectorId] }))
  return rows.length > 0
}
