import type { Pool, PoolClient } from 'pg'
import { isLocked } from '../../db/database'
import type { connector, delivery } from '../../db/schema'
import { isOfOwnDevice } from '../common/deletion'
import { gather } from './batch'
import { beforeInLine, type Crowded } from './line'

/** Ids of a delivery. */
export type DeliveryKey = Pick<typeof delivery.$inferSelect, 'spaceId' | 'connectorId' | 'id'>

/** A delivery that was taken. */
export type Taken = DeliveryKey & Pick<typeof delivery.$inferSelect, 'replayId'>

/** The same, before others join its request. */
type Claimed = Taken & Pick<typeof connector.$inferSelect, 'batchSize'>

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
 * SQL of the first or the last connector of a space `s` that has something due. PostgreSQL 18 reads one row, however long
 * the backlogs are; an older one passes over what is due later, or is parked, at that end.
 * @param from the end to begin at: `asc` or `desc`
 */
const busyOf = (from: string) => `(
  select d.connector_id from delivery d
  where d.space_id = s.space_id and d.state = 'pending' and d.due_at <= now()
  order by d.connector_id ${from}, d.due_at ${from}, d.id ${from} limit 1
)`

/** SQL of the request of a delivery `d`, which it may share with others. */
const REQUEST = 'coalesce(d.batch_id, d.id)'

/** SQL of what runs, by connectors: how many requests, how many of these are of replays, and the devices that others of their lines wait for. */
const RUNNING = `
  running as materialized (
    select d.space_id, d.connector_id, coalesce(s.owner_id, s.id) as person_id, count(distinct ${REQUEST})::int as count,
      (count(distinct ${REQUEST}) filter (where d.replay_id is not null))::int as replayed,
      array_agg(d.device_id) filter (where d.is_in_line) as devices
    from delivery d join space s on s.id = d.space_id
    where d.is_taken and d.due_at > now() group by 1, 2, 3
  )`

/**
 * SQL of connectors `c`, with how many of their deliveries run, how many may run, and how many may be taken now: of one that is paused
 * or stopped none, of one that waits for its receiver one at a time, and of one with limits of its own no more than these.
 * @param from that reads them, after `from`
 */
const connectorsOf = (from: string) => `
  select c.space_id, c.id as connector_id, c.max_rate,
    c.max_rate is not null or c.max_parallel is not null or c.delivery_order = 'device' or c.batch_size is not null as is_limited,
    case when c.delivery_order = 'device' then ${LOOK} else 1 end as look, r.devices,
    coalesce(r.count, 0) as running, coalesce(r.replayed, 0) as replayed,
    least($1::int, c.max_parallel, case
        when o.skip_before is not null or o.state in ('paused', 'stopped') then 0
        when o.state = 'waiting' then (o.probe_at <= now())::int
        else o.open_to
      end) as most,
    case when c.max_rate is not null and o.next_send_at > now() then 0
      when c.max_rate is null and c.batch_size is null then $1::int else 1 end as at_once
  from ${from}
    left join connector_operation o on o.space_id = c.space_id and o.connector_id = c.id
    left join running r on r.space_id = c.space_id and r.connector_id = c.id`

/**
 * SQL that chooses from the rows of `due` in turns of their persons, then of their spaces, then of their connectors. Whoever has fewer
 * that run comes first, then who waits the longest.
 * @param perPerson most that may run of one person
 */
const chosenFairly = (perPerson: string) => `
  in_connector as (
    select due.*, row_number() over (partition by space_id, connector_id order by due_at, id) + running as place from due
  ), in_space as (
    select c.space_id, c.connector_id, c.id, c.due_at, c.max_rate, c.is_limited, coalesce(s.owner_id, s.id) as person_id,
      row_number() over (partition by c.space_id order by c.place, c.due_at, c.id) + coalesce(r.count, 0) as place
    from in_connector c join space s on s.id = c.space_id
      left join (select space_id, sum(count) as count from running group by 1) r on r.space_id = c.space_id
    where c.place <= least(c.most, c.running + c.at_once)
  ), of_person as (
    select s.space_id, s.connector_id, s.id, s.due_at, s.max_rate, s.is_limited,
      row_number() over (partition by s.person_id order by s.place, s.due_at, s.id) + coalesce(r.count, 0) as place
    from in_space s left join (select person_id, sum(count) as count from running group by 1) r on r.person_id = s.person_id
  ), chosen as (
    select space_id, connector_id, id, max_rate, is_limited from of_person
    where place <= ${perPerson} order by place, due_at, id limit $3
  )`

const COLUMNS = `
  space_id as "spaceId", connector_id as "connectorId", id, max_rate as "maxRate", is_limited as "isLimited"`

/**
 * Finds what to take, over all spaces, but nothing of replays. It locks nothing; each connector is asked for its oldest few
 * only, so that ten thousand deliveries of one do not delay the others. It also finds the connectors with deliveries that are due behind
 * others of their line, as rows without an id: these are to be parked.
 */
const CHOOSE = {
  name: 'deliveries.choose',
  text: `
    with ${RUNNING}, busy as materialized (
      select s.space_id, first.connector_id as first, last.connector_id as last
      from (select distinct space_id from connector) s
        cross join lateral ${busyOf('asc')} first cross join lateral ${busyOf('desc')} last
    ), looked as materialized (
      select d.id, d.due_at, d.is_behind, a.*
      from (${connectorsOf('busy b join connector c on c.space_id = b.space_id and c.id >= b.first and c.id <= b.last')}) a
      cross join lateral (
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
      select * from looked where not is_behind
    ), ${chosenFairly('$2::int')}
    select ${COLUMNS} from chosen
    union all
    select distinct space_id, connector_id, null::uuid, null::double precision, false from looked where is_behind`,
}

/** The same of replays, which use no more than half of the places of a connector and of a person. */
const CHOOSE_OF_REPLAYS = {
  name: 'deliveries.chooseOfReplays',
  text: `
    with ${RUNNING}, replayed as materialized (
      select d.id, d.due_at, d.space_id, d.connector_id,
        row_number() over (partition by d.space_id, d.connector_id order by d.due_at, d.id) as turn
      from delivery d left join connector_replay r
        on r.space_id = d.space_id and r.connector_id = d.connector_id and r.id = d.replay_id
      where d.replay_id is not null and d.state = 'pending' and d.due_at <= now()
        and r.state is distinct from 'paused' and ${isOfOwnDevice('d')}
    ), due as (
      select d.id, d.due_at, a.*
      from (${connectorsOf(`(select distinct space_id, connector_id from replayed) d
        join connector c on c.space_id = d.space_id and c.id = d.connector_id`)}) a
        join replayed d on d.space_id = a.space_id and d.connector_id = a.connector_id
      where a.most > a.running and d.turn + a.replayed <= greatest(a.most / 2, 1)
    ), ${chosenFairly('$2::int / 2')}
    select ${COLUMNS} from chosen`,
}

/** A delivery to take. */
interface Chosen extends DeliveryKey {
  /** Most requests a second of its connector. */
  maxRate: number | null
  /** Whether its connector has limits of its own, an order or batches. */
  isLimited: boolean
}

/** A connector with deliveries that are due behind others. */
type Behind = Omit<Chosen, 'id'> & { id: null }

/** Notes when the next request of connectors with a rate may be sent, by how long the turn has lasted. */
const PACE = {
  name: 'deliveries.pace',
  text: `
    insert into connector_operation as o (space_id, connector_id, next_send_at)
    select c.space_id, c.id, now() + $3 * interval '1 second' + interval '1 second' / c.max_rate from connector c
    where c.space_id = $1 and c.id = any($2::uuid[]) and c.max_rate is not null
    order by c.id
    for key share of c
    on conflict (space_id, connector_id) do update set next_send_at = excluded.next_send_at`,
}

/** Takes what was chosen, unless it is gone. */
const CLAIM = {
  name: 'deliveries.claim',
  text: `
    update delivery d set is_taken = true, due_at = now() + $4 * interval '1 second',
      batch_id = case when c.batch_size is not null then d.batch_id end
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as chosen (space_id, connector_id, id)
      join connector c on c.space_id = chosen.space_id and c.id = chosen.connector_id
    where d.space_id = chosen.space_id and d.connector_id = chosen.connector_id and d.id = chosen.id
      and d.state = 'pending' and d.due_at <= now()
    returning d.space_id as "spaceId", d.connector_id as "connectorId", d.id, d.replay_id as "replayId",
      case when d.alert is null then c.batch_size end as "batchSize"`,
}

/** What was found besides what was taken. */
export interface Found {
  /** Milliseconds until a connector with a rate may be asked again; null when none was. */
  soonest: number | null
  crowded: Crowded[]
}

const TURN_LOCK = 0x5fac_e908

/** Milliseconds after which a copy gives up its turn: of one that hangs, the database ends the session. */
const TURN_MAX = 10_000

/** Milliseconds for which a turn waits for rows that somebody holds. */
const ROW_MAX = 100

/** Seconds since a turn began: by so much `now()` is behind. */
type Lasted = () => number

/**
 * Runs the work in a transaction while no other copy of the server takes deliveries. Its statements see what the others have taken. It
 * reads by indexes only: for the empty part of the next month PostgreSQL would read and sort all that waits of a connector. And it joins in
 * the order that is written: it would ask all connectors for what is due, and only then leave out those of spaces where nothing is. It does
 * not wait for the disk: if PostgreSQL itself ends within half a second, another copy may make the same attempts, one of which counts.
 */
async function inTurn(
  pool: Pool,
  work: (client: PoolClient, lasted: Lasted) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  const began = performance.now()
  let failure: Error | undefined
  try {
    await client.query(`
      begin;
      set local lock_timeout = ${TURN_MAX};
      set local idle_in_transaction_session_timeout = ${TURN_MAX};
      set local enable_seqscan = 0;
      set local join_collapse_limit = 1;
      set local synchronous_commit = 0;
      select pg_advisory_xact_lock(${TURN_LOCK});
      set local lock_timeout = ${ROW_MAX}`)
    await work(client, () => (performance.now() - began) / 1000)
    await client.query('commit')
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(failure)
  }
}

const bySpace = (chosen: readonly Chosen[]): Map<string, Chosen[]> => {
  const spaces = new Map<string, Chosen[]>()
  for (const one of chosen) spaces.set(one.spaceId, [...(spaces.get(one.spaceId) ?? []), one])
  return spaces
}

/**
 * Takes what was chosen. Where somebody holds a row of it, it takes space by space, and leaves that space to a later turn.
 */
async function claim(
  client: PoolClient,
  chosen: readonly Chosen[],
  { lease, lasted }: { lease: number; lasted: Lasted },
): Promise<Claimed[]> {
  if (chosen.length === 0) return []
  const spaces = bySpace(chosen)
  await client.query('savepoint claim')
  try {
    for (const [spaceId, those] of spaces) {
      const paced = those.filter(({ maxRate }) => maxRate !== null).map(({ connectorId }) => connectorId)
      if (paced.length > 0) await client.query({ ...PACE, values: [spaceId, paced, lasted()] })
    }
    const ids = (['spaceId', 'connectorId', 'id'] as const).map((key) => chosen.map((one) => one[key]))
    const { rows } = await client.query<Claimed>({ ...CLAIM, values: [...ids, lease + lasted()] })
    return rows
  } catch (error) {
    if (!isLocked(error)) throw error
    await client.query('rollback to savepoint claim')
  }
  const taken: Claimed[] = []
  if (spaces.size > 1)
    for (const those of spaces.values()) taken.push(...(await claim(client, those, { lease, lasted })))
  return taken
}

/** Where a receiver asked for limits, an order or batches, the turn waits for the disk. */
const KEEP = 'set local synchronous_commit = 1'

/**
 * Takes deliveries that are due, fairly: at first others than those of replays. The copies of the server take turns, so that the limits
 * apply to all of them together. A turn is the one transaction about several spaces: one for each would take too long, and all others
 * wait for it. A connector with a rate gets one at a time, whose time is noted with it.
 * @param lease seconds after which a delivery is due again, because the copy that had it was killed
 * @param start called with each delivery that was taken
 */
export async function takeDeliveries(
  pool: Pool,
  { perConnector, perPerson, free, freeForReplays = free }: Room,
  lease: number,
  start: (key: Taken) => void,
): Promise<Found> {
  const taken: Taken[] = []
  const crowded = new Map<string, string[]>()
  let soonest: number | null = null
  await inTurn(pool, async (client, lasted) => {
    const take = async (choice: typeof CHOOSE, most: number) => {
      const values = [perConnector, perPerson, most]
      const found = await client.query<Chosen | Behind>({ ...choice, values })
      const chosen: Chosen[] = []
      for (const one of found.rows) {
        if (one.id === null) crowded.set(one.spaceId, [...(crowded.get(one.spaceId) ?? []), one.connectorId])
        else chosen.push(one)
      }
      if (chosen.some(({ isLimited }) => isLimited)) await client.query(KEEP)
      for (const { batchSize, ...key } of await claim(client, chosen, { lease, lasted })) {
        if (batchSize !== null) await gather(client, key, { size: batchSize, lease })
        taken.push(key)
      }
      for (const { maxRate } of chosen)
        if (maxRate !== null) soonest = Math.min(soonest ?? Number.POSITIVE_INFINITY, 1000 / maxRate)
    }
    await take(CHOOSE, free)
    const left = Math.min(free, freeForReplays) - taken.length
    if (left > 0) await take(CHOOSE_OF_REPLAYS, left)
  })
  for (const key of taken) start(key)
  return { soonest, crowded: [...crowded].map(([spaceId, connectorIds]) => ({ spaceId, connectorIds })) }
}
