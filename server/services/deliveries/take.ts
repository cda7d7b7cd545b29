import type { Pool, PoolClient } from 'pg'
import type { delivery } from '../../db/schema'
import { isOfOwnDevice } from '../common/deletion'
import { beforeInLine, type Crowded } from './line'

/** Ids of a delivery. */
export type DeliveryKey = Pick<typeof delivery.$inferSelect, 'spaceId' | 'connectorId' | 'id'>

/** A delivery that was taken. */
export type Taken = DeliveryKey & Pick<typeof delivery.$inferSelect, 'replayId'>

/** How many deliveries to take. */
export interface Room {
  /** Most deliveries that run at the same time for one connector, in all copies of the server. */
  perConnector: number
  /** The same for one space, and for all spaces of one person. */
  perPerson: number
  /** Most deliveries to take now. */
  free: number
  /** Take one of a replay only while fewer than this are taken now; unless given, as others. */
  freeForReplays?: number
}

/** How many times as many of a connector with an order are looked at: those that wait for others of their device are passed over. */
const LOOK = 4

/**
 * SQL of connectors `c`, with how many of their deliveries run, how many of these are of replays, how many may run, and may be taken now.
 * @param from that reads them, after `from`
 */
const connectorsOf = (from: string) => `
  select c.space_id, c.id as connector_id, c.max_rate,
    c.max_rate is not null or c.max_parallel is not null or c.delivery_order = 'device' as is_limited,
    case when c.delivery_order = 'device' then ${LOOK} else 1 end as look, r.devices,
    coalesce(r.count, 0) as running, coalesce(r.replayed, 0) as replayed,
    least($1::int, c.max_parallel, case
        when o.skip_before is not null or o.state in ('paused', 'stopped') then 0
        when o.state = 'waiting' then (o.probe_at <= now())::int
        else o.open_to
      end) as most,
    case when c.max_rate is null then $1::int when o.next_send_at > now() then 0 else 1 end as at_once
  from ${from}
    left join connector_operation o on o.space_id = c.space_id and o.connector_id = c.id
    left join running r on r.space_id = c.space_id and r.connector_id = c.id`

/**
 * Finds what to take, over all spaces: the due deliveries in turns of their persons, then of their spaces, then of their
 * connectors. Whoever has fewer that run comes first. It locks nothing; each connector is asked for its oldest few only, so
 * that ten thousand deliveries of one do not delay the others. Of a connector that is paused or stopped it takes none, of one that
 * waits for its receiver one at a time, and of one with limits of its own no more than these. It also finds the connectors with
 * deliveries that are due behind others of their line: these are to be parked. Those of replays come after all others,
 * and use no more than half of the places of a connector and of a person.
 */
const CHOOSE = {
  name: 'deliveries.choose',
  text: `
    with running as materialized (
      select d.space_id, d.connector_id, coalesce(s.owner_id, s.id) as person_id, count(*)::int as count,
        (count(*) filter (where d.replay_id is not null))::int as replayed,
        array_agg(d.device_id) filter (where d.is_in_line) as devices
      from delivery d join space s on s.id = d.space_id
      where d.is_taken and d.due_at > now() group by 1, 2, 3
    ), active as materialized (
      select s.space_id from (select distinct space_id from connector) s cross join lateral (
        select from delivery d where d.space_id = s.space_id and d.state = 'pending' and d.due_at <= now()
        order by d.connector_id, d.due_at, d.id limit 1
      ) d
    ), replayed as materialized (
      select d.id, d.due_at, d.space_id, d.connector_id,
        row_number() over (partition by d.space_id, d.connector_id order by d.due_at, d.id) as turn
      from delivery d left join connector_replay r
        on r.space_id = d.space_id and r.connector_id = d.connector_id and r.id = d.replay_id
      where d.replay_id is not null and d.state = 'pending' and d.due_at <= now()
        and r.state is distinct from 'paused' and ${isOfOwnDevice('d')}
    ), looked as (
      select d.id, d.due_at, d.is_behind, a.*
      from (${connectorsOf('active join connector c on c.space_id = active.space_id')}) a cross join lateral (
        select d.id, d.due_at, case when d.is_in_line then exists (${beforeInLine('d')}) else false end as is_behind,
          d.is_in_line and coalesce(d.device_id = any(a.devices), false) as is_busy
        from (
          select d.* from delivery d
          where d.space_id = a.space_id and d.connector_id = a.connector_id and d.state = 'pending' and d.due_at <= now()
            and d.replay_id is null and ${isOfOwnDevice('d')}
          order by d.due_at, d.id
          limit a.look * least(a.most - a.running, a.at_once)
        ) d
      ) d
      where a.most > a.running and (d.is_behind or not d.is_busy)
    ), due as (
      select id, due_at, false as is_replay, space_id, connector_id, max_rate, is_limited, running, most, at_once
      from looked where not is_behind
      union all
      select p.id, p.due_at, true, a.space_id, a.connector_id, a.max_rate, a.is_limited, a.running, a.most, a.at_once
      from (${connectorsOf(`(select distinct space_id, connector_id from replayed) p
        join connector c on c.space_id = p.space_id and c.id = p.connector_id`)}) a
        join replayed p on p.space_id = a.space_id and p.connector_id = a.connector_id
      where a.most > a.running and p.turn + a.replayed <= greatest(a.most / 2, 1)
    ), waiting as (
      select due.*, row_number() over of_connector as turn, row_number() over of_connector + due.running as place
      from due
      window of_connector as (partition by due.space_id, due.connector_id order by due.is_replay, due.due_at, due.id)
    ), in_space as (
      select w.id, w.due_at, w.is_replay, w.space_id, w.connector_id, w.max_rate, w.is_limited, coalesce(s.owner_id, s.id) as person_id,
        row_number() over (partition by w.space_id order by w.is_replay, w.place, w.due_at, w.id)
          + coalesce(b.count, 0) as place
      from waiting w join space s on s.id = w.space_id
        left join (select space_id, sum(count) as count from running group by 1) b on b.space_id = w.space_id
      where w.place <= w.most and w.turn <= w.at_once
    ), of_person as (
      select i.id, i.due_at, i.is_replay, i.space_id, i.connector_id, i.max_rate, i.is_limited,
        row_number() over (partition by i.person_id order by i.is_replay, i.place, i.due_at, i.id)
          + coalesce(b.count, 0) as place
      from in_space i
        left join (select person_id, sum(count) as count from running group by 1) b on b.person_id = i.person_id
    ), chosen as (
      select * from of_person where place <= case when is_replay then $2::int / 2 else $2::int end
      order by is_replay, place, due_at, id limit $3
    )
    select space_id as "spaceId", coalesce(array_agg(connector_id) filter (where id is not null), '{}') as "connectorIds",
      coalesce(array_agg(id) filter (where id is not null), '{}') as ids,
      array_agg(connector_id) filter (where max_rate is not null) as paced, max(max_rate) as "maxRate",
      bool_or(is_limited) as "isLimited", array_agg(connector_id) filter (where id is null) as crowded
    from (
      select space_id, connector_id, id, max_rate, is_limited from (
        select chosen.*, row_number() over (order by is_replay, place, due_at, id) as turn from chosen
      ) chosen
      where not is_replay or turn <= $4::int
      union all
      select distinct space_id, connector_id, null::uuid, null::double precision, false from looked where is_behind
    ) found
    group by space_id`,
}

/** Deliveries of a space to take. */
interface Chosen {
  spaceId: string
  connectorIds: string[]
  ids: string[]
  /** Those of the connectors that have a rate; null for none. */
  paced: string[] | null
  /** The highest of these rates, per second. */
  maxRate: number | null
  /** Whether one of the connectors has limits of its own, or an order. */
  isLimited: boolean
  /** Connectors with deliveries that are due behind others; null for none. */
  crowded: string[] | null
}

/** What was found besides what was taken. */
export interface Found {
  /** Milliseconds until a connector with a rate may be asked again; null when none was. */
  soonest: number | null
  crowded: Crowded[]
}

/** Notes when the next request of connectors with a rate may be sent. */
const PACE = {
  name: 'deliveries.pace',
  text: `
    insert into connector_operation as o (space_id, connector_id, next_send_at)
    select c.space_id, c.id, now() + interval '1 second' / c.max_rate from connector c
    where c.space_id = $1 and c.id = any($2::uuid[]) and c.max_rate is not null
    order by c.id
    for key share of c
    on conflict (space_id, connector_id) do update set next_send_at = excluded.next_send_at`,
}

/**
 * Takes deliveries of one space, unless somebody else has done so or they are gone. It does not wait for the disk, unless a receiver
 * asked for limits or an order: if PostgreSQL itself ends within half a second, another copy may make the same attempts, one of which counts.
 */
const CLAIM = {
  name: 'deliveries.claim',
  text: `
    update delivery d set is_taken = true, due_at = now() + $4 * interval '1 second'
    from (select set_config('synchronous_commit', $5, true) as mode offset 0) as commit,
      unnest($2::uuid[], $3::uuid[]) as chosen (connector_id, id)
    where commit.mode = $5 and d.space_id = $1 and d.connector_id = chosen.connector_id and d.id = chosen.id
      and d.state = 'pending' and d.due_at <= now()
    returning d.space_id as "spaceId", d.connector_id as "connectorId", d.id, d.replay_id as "replayId"`,
}

const TURN_LOCK = 0x5fac_e908

/** Milliseconds after which a copy gives up its turn: of one that hangs, the database ends the session. */
const TURN_MAX = 10_000

/**
 * Runs the work while no other copy of the server takes deliveries. Its statements see what the others have taken. It reads by indexes
 * only: for the empty part of the next month PostgreSQL would read and sort all that waits of a connector. And it joins in the order
 * that is written: it would ask all connectors for what is due, and only then leave out those of spaces where nothing is.
 */
async function inTurn(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query(`
      begin;
      set local lock_timeout = ${TURN_MAX};
      set local idle_in_transaction_session_timeout = ${TURN_MAX};
      set local enable_seqscan = 0;
      set local join_collapse_limit = 1;
      select pg_advisory_xact_lock(${TURN_LOCK})`)
    await work(client)
    await client.query('commit')
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(failure)
  }
}

/**
 * Takes deliveries that are due, fairly. The copies of the server take turns, so that the limits apply to all of them
 * together. Each statement that writes is about one space, and no transaction about two.
 * @param lease seconds after which a delivery is due again, because the copy that had it was killed
 * A connector with a rate gets one at a time, whose time is noted before it is taken: so it is kept whatever is killed.
 * @param start called with each delivery as soon as it is taken: a later failure does not keep it waiting
 */
export async function takeDeliveries(
  pool: Pool,
  { perConnector, perPerson, free, freeForReplays = free }: Room,
  lease: number,
  start: (key: Taken) => void,
): Promise<Found> {
  let soonest: number | null = null
  const behind: Crowded[] = []
  await inTurn(pool, async (client) => {
    const room = [perConnector, perPerson, free, freeForReplays]
    const { rows } = await client.query<Chosen>({ values: room, ...CHOOSE })
    for (const { spaceId, connectorIds, ids, paced, maxRate, isLimited, crowded } of rows) {
      if (crowded) behind.push({ spaceId, connectorIds: crowded })
      if (ids.length === 0) continue
      if (paced && maxRate) {
        await pool.query({ ...PACE, values: [spaceId, paced] })
        soonest = Math.min(soonest ?? Number.POSITIVE_INFINITY, 1000 / maxRate)
      }
      const values = [spaceId, connectorIds, ids, lease, isLimited ? 'on' : 'off']
      const claimed = await pool.query<Taken>({ ...CLAIM, values })
      for (const key of claimed.rows) start(key)
    }
  })
  return { soonest, crowded: behind }
}
