import type { delivery } from '../../db/schema'
import { isOfOwnDevice } from '../background/deletion'
import { PERSON } from '../background/fairShares'
import { earlierOfDevice } from './deviceOrder'

/**
 * For a connector with device order, this many times as many deliveries are read: those that wait for others of their device are passed
 * over.
 */
const LOOK = 4

/** Most deliveries of a connector in one round, which reads that many, however many may run at the same time. */
const ROUND_MAX = 16

/**
 * SQL of the first or the last connector of a space `s` with a due delivery. PostgreSQL 18 reads one row, however long the backlogs are;
 * older versions pass over deliveries at that end that are due later or deferred.
 * @param from the end to begin at: `asc` or `desc`
 */
const endOf = (from: string) => `(
  select d.connector_id from delivery d
  where d.space_id = s.space_id and d.state = 'pending' and d.due_at <= now()
  order by d.connector_id ${from}, d.due_at ${from}, d.id ${from} limit 1
)`

/**
 * SQL of the spaces with due deliveries, each with its first and its last connector that has some.
 * @param from clause that reads the spaces `s` to check, after `from`: joined in the order written, so that no others are checked
 */
const busyOf = (from: string, condition: string) => `
  select s.space_id, first.connector_id as first, last.connector_id as last
  from ${from} cross join lateral ${endOf('asc')} first cross join lateral ${endOf('desc')} last
  where ${condition}`

/** SQL of the id of a delivery's request, which it may share with others. */
const REQUEST = 'coalesce(d.batch_id, d.id)'

/**
 * SQL of what runs, by connector: the number of requests, how many of these are of replays, and the devices that other deliveries wait for.
 */
const RUNNING = `
  running as materialized (
    select d.space_id, d.connector_id, ${PERSON} as person_id, count(distinct ${REQUEST})::int as count,
      (count(distinct ${REQUEST}) filter (where d.replay_id is not null))::int as replayed,
      array_agg(d.device_id) filter (where d.is_in_line) as devices
    from delivery d join space s on s.id = d.space_id
    where d.is_taken and d.due_at > now() group by 1, 2, 3
  )`

/**
 * SQL of connectors `c`, with how many of their deliveries run, how many may run, and how many may be taken now: none for a paused or
 * stopped connector, one at a time for one that waits for its receiver, and no more than its own limits for others.
 * @param from clause that reads them, after `from`
 */
const connectorsOf = (from: string) => `
  select c.space_id, c.id as connector_id, c.max_rate,
    c.max_rate is not null or c.max_parallel is not null or c.delivery_order = 'device' or c.batch_size is not null as is_limited,
    case when c.delivery_order = 'device' then ${LOOK} else 1 end as look, r.devices,
    coalesce(r.count, 0) as running, coalesce(r.replayed, 0) as replayed,
    least(coalesce(c.max_parallel, $1::int), case
        when o.skip_before is not null or o.state in ('paused', 'stopped') then 0
        when o.state = 'waiting' then (o.probe_at <= now())::int
        else o.open_to
      end) as most,
    case when c.max_rate is not null and o.next_send_at > now() then 0
      when c.max_rate is null and coalesce(c.batch_size, 1) = 1 then greatest($1::int, least(c.max_parallel, ${ROUND_MAX})) else 1 end as at_once
  from ${from}
    left join connector_operation o on o.space_id = c.space_id and o.connector_id = c.id
    left join running r on r.space_id = c.space_id and r.connector_id = c.id`

/**
 * SQL of the oldest few deliveries of the connectors of busy spaces, with those that are found out of order.
 * @param most how many of a connector
 */
const oldestOf = (busy: string, most: string) => `
  select d.id, d.due_at, d.is_behind, a.*
  from (${connectorsOf(`${busy} b join connector c on c.space_id = b.space_id and c.id >= b.first and c.id <= b.last`)}) a
  cross join lateral (
    select d.id, d.due_at, case when d.is_in_line then exists (${earlierOfDevice('d')}) else false end as is_behind,
      d.is_in_line and coalesce(d.device_id = any(a.devices), false) as is_busy
    from (
      select d.* from delivery d
      where d.space_id = a.space_id and d.connector_id = a.connector_id and d.state = 'pending' and d.due_at <= now()
        and d.replay_id is null and ${isOfOwnDevice('d')}
      order by d.due_at, d.id
      limit a.look * least(a.most - a.running, a.at_once, ${most})
    ) d
  ) d
  where a.most > a.running and (d.is_behind or not d.is_busy)`

/**
 * SQL that selects from the rows of `due` in a fair order of their persons, then spaces, then connectors. Those with fewer running
 * deliveries come first, then those that have waited longest.
 * @param perPerson most that may run for one person
 */
const chosenFairly = (perPerson: string) => `
  in_connector as (
    select due.*, row_number() over (partition by space_id, connector_id order by due_at, id) + running as place from due
  ), in_space as (
    select c.space_id, c.connector_id, c.id, c.due_at, c.max_rate, c.is_limited, ${PERSON} as person_id,
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
 * Finds the deliveries to take, over all spaces, except those of replays. It locks nothing. It reads only the oldest few of each connector,
 * so that ten thousand deliveries of one do not delay the others. People with nothing running come first, with one delivery each: if they
 * suffice, one delivery is read of each of their connectors, and none of other people's. It also finds the connectors with deliveries that
 * are out of order, as rows without an id; these are to be deferred.
 */
export const SELECT_DUE = {
  name: 'deliveries.choose',
  text: `
    with ${RUNNING}, served as materialized (
      select space_id from running union select s.id from running r join space s on s.owner_id = r.person_id
    ), unserved as materialized (
      ${busyOf('(select distinct space_id from connector) s left join served v on v.space_id = s.space_id', 'v.space_id is null')}
    ), ones as materialized (
      ${oldestOf('unserved', '1')}
    ), enough as materialized (
      select count(distinct ${PERSON}) >= $3 as are from ones o join space s on s.id = o.space_id where not o.is_behind
    ), busy as materialized (
      select * from unserved where not (select are from enough)
      union all
      ${busyOf('(select distinct c.space_id from served v join connector c on c.space_id = v.space_id) s', 'not (select are from enough)')}
    ), looked as materialized (
      select * from ones where (select are from enough)
      union all
      ${oldestOf('busy', 'a.at_once')}
    ), due as (
      select * from looked where not is_behind
    ), ${chosenFairly('$2::int')}
    select ${COLUMNS} from chosen
    union all
    select distinct space_id, connector_id, null::uuid, null::double precision, false from looked where is_behind`,
}

/** Finds the deliveries of replays to take, which use at most half of the capacity of a connector and of a person. */
export const SELECT_DUE_OF_REPLAYS = {
  name: 'deliveries.chooseOfReplays',
  text: `
    with ${RUNNING}, replayed as materialized (
      select d.id, d.due_at, d.space_id, d.connector_id,
        row_number() over (partition by d.space_id, d.connector_id order by d.due_at, d.id) as place
      from delivery d left join connector_replay r
        on r.space_id = d.space_id and r.connector_id = d.connector_id and r.id = d.replay_id
      where d.replay_id is not null and d.state = 'pending' and d.due_at <= now()
        and r.state is distinct from 'paused' and ${isOfOwnDevice('d')}
    ), due as (
      select d.id, d.due_at, a.*
      from (${connectorsOf(`(select distinct space_id, connector_id from replayed) d
        join connector c on c.space_id = d.space_id and c.id = d.connector_id`)}) a
        join replayed d on d.space_id = a.space_id and d.connector_id = a.connector_id
      where a.most > a.running and d.place + a.replayed <= greatest(a.most / 2, 1)
    ), ${chosenFairly('$2::int / 2')}
    select ${COLUMNS} from chosen`,
}

/** A delivery to take. */
export interface DueDelivery extends Pick<typeof delivery.$inferSelect, 'spaceId' | 'connectorId' | 'id'> {
  /** Most requests a second of its connector. */
  maxRate: number | null
  /** Whether its connector has limits of its own, an order or batches. */
  isLimited: boolean
}

/** A connector with deliveries that are out of order. */
export type Behind = Omit<DueDelivery, 'id'> & { id: null }
