import type { Pool, PoolClient } from 'pg'
import type { delivery } from '../../db/schema'
import { isOfOwnDevice } from '../common/deletion'

/** Ids of a delivery. */
export type DeliveryKey = Pick<typeof delivery.$inferSelect, 'spaceId' | 'connectorId' | 'id'>

/** How many deliveries to take. */
export interface Room {
  /** Most deliveries that run at the same time for one connector, in all copies of the server. */
  perConnector: number
  /** The same for one space, and for all spaces of one person. */
  perPerson: number
  /** Most deliveries to take now. */
  free: number
}

/**
 * Finds what to take, over all spaces: the due deliveries in turns of their persons, then of their spaces, then of their
 * connectors. Whoever has fewer that run comes first. It locks nothing; each connector is asked for its oldest few only, so
 * that ten thousand deliveries of one do not delay the others.
 */
const CHOOSE = {
  name: 'deliveries.choose',
  text: `
    with running as materialized (
      select space_id, connector_id, count(*)::int as count
      from delivery where is_taken and due_at > now() group by space_id, connector_id
    ), busy as (
      select coalesce(s.owner_id, s.id) as person_id, r.space_id, sum(r.count)::int as count
      from running r join space s on s.id = r.space_id group by 1, 2
    ), active as materialized (
      select s.space_id from (select distinct space_id from connector) s cross join lateral (
        select from delivery d where d.space_id = s.space_id and d.state = 'pending' and d.due_at <= now()
        order by d.connector_id, d.due_at, d.id limit 1
      ) d
    ), waiting as (
      select d.id, d.due_at, c.space_id, c.id as connector_id,
        row_number() over (partition by c.space_id, c.id order by d.due_at, d.id)
          + coalesce((select r.count from running r where r.space_id = c.space_id and r.connector_id = c.id), 0) as place
      from active join connector c on c.space_id = active.space_id cross join lateral (
        select d.id, d.due_at from delivery d
        where d.space_id = c.space_id and d.connector_id = c.id and d.state = 'pending' and d.due_at <= now()
          and ${isOfOwnDevice('d')}
        order by d.due_at, d.id
        limit $1
      ) d
    ), in_space as (
      select w.id, w.due_at, w.space_id, w.connector_id, coalesce(s.owner_id, s.id) as person_id,
        row_number() over (partition by w.space_id order by w.place, w.due_at, w.id)
          + coalesce((select sum(b.count) from busy b where b.space_id = w.space_id), 0) as place
      from waiting w join space s on s.id = w.space_id
      where w.place <= $1
    ), of_person as (
      select i.id, i.due_at, i.space_id, i.connector_id,
        row_number() over (partition by i.person_id order by i.place, i.due_at, i.id)
          + coalesce((select sum(b.count) from busy b where b.person_id = i.person_id), 0) as place
      from in_space i
    )
    select space_id as "spaceId", array_agg(connector_id) as "connectorIds", array_agg(id) as ids from (
      select space_id, connector_id, id from of_person where place <= $2 order by place, due_at, id limit $3
    ) chosen
    group by space_id`,
}

/** Deliveries of a space to take. */
interface Chosen {
  spaceId: string
  connectorIds: string[]
  ids: string[]
}

/** Takes deliveries of one space, unless somebody else has done so or they are gone. */
const CLAIM = {
  name: 'deliveries.claim',
  text: `
    update delivery d set is_taken = true, due_at = now() + $4 * interval '1 second'
    from unnest($2::uuid[], $3::uuid[]) as chosen (connector_id, id)
    where d.space_id = $1 and d.connector_id = chosen.connector_id and d.id = chosen.id
      and d.state = 'pending' and d.due_at <= now()
    returning d.space_id as "spaceId", d.connector_id as "connectorId", d.id`,
}

const TURN_LOCK = 0x5fac_e908

/** Milliseconds after which a copy gives up its turn: of one that hangs, the database ends the session. */
const TURN_MAX = 10_000

/** Runs the work while no other copy of the server takes deliveries. Its statements see what the others have taken. */
async function inTurn(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query(`
      begin;
      set local lock_timeout = ${TURN_MAX};
      set local idle_in_transaction_session_timeout = ${TURN_MAX};
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
 * @param start called with each delivery as soon as it is taken: a later failure does not keep it waiting
 */
export async function takeDeliveries(
  pool: Pool,
  { perConnector, perPerson, free }: Room,
  lease: number,
  start: (key: DeliveryKey) => void,
): Promise<void> {
  await inTurn(pool, async (client) => {
    const { rows } = await client.query<Chosen>({ values: [perConnector, perPerson, free], ...CHOOSE })
    for (const { spaceId, connectorIds, ids } of rows) {
      const values = [spaceId, connectorIds, ids, lease]
      const claimed = await pool.query<DeliveryKey>({ ...CLAIM, values })
      for (const key of claimed.rows) start(key)
    }
  })
}
