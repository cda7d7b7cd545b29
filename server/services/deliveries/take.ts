import type { Pool, PoolClient } from 'pg'
import { isLocked } from '../../db/database'
import type { connector, delivery } from '../../db/schema'
import { collectBatch } from './batch'
import type { OutOfOrder } from './deviceOrder'
import { type Behind, type DueDelivery, SELECT_DUE, SELECT_DUE_OF_REPLAYS } from './selectDue'

/** Ids of a delivery. */
export type DeliveryKey = Pick<typeof delivery.$inferSelect, 'spaceId' | 'connectorId' | 'id'>

/** A delivery that was taken. */
export type Taken = DeliveryKey & Pick<typeof delivery.$inferSelect, 'replayId'>

/** A delivery that was taken, before others join its request. */
type Claimed = Taken & Pick<typeof connector.$inferSelect, 'batchSize'>

/** How many deliveries to take. */
export interface Capacity {
  /** Most deliveries that run at the same time for one connector without a limit of its own, in all copies of the server. */
  perConnector: number
  /** The same for one space, and for all spaces of one person. */
  perPerson: number
  /** Most deliveries to take now. */
  free: number
  /** Take deliveries of a replay only while fewer than this are taken now; unless given, they are taken as others are. */
  freeForReplays?: number
}

/** Stores when the next request of connectors with a rate may be sent, by how long the transaction has lasted. */
export const PACE = {
  name: 'deliveries.pace',
  text: `
    insert into connector_operation as o (space_id, connector_id, next_send_at)
    select c.space_id, c.id, now() + $3 * interval '1 second' + interval '1 second' / c.max_rate from connector c
    where c.space_id = $1 and c.id = any($2::uuid[]) and c.max_rate is not null
    order by c.id
    for key share of c
    on conflict (space_id, connector_id) do update set next_send_at = excluded.next_send_at`,
}

/** Takes the selected deliveries that still exist. */
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

/** What was found besides the deliveries that were taken. */
export interface Found {
  /** Milliseconds until a connector with a rate may be read again; null if none has one. */
  soonest: number | null
  outOfOrder: OutOfOrder[]
}

const TAKE_LOCK = 0x5fac_e908

/** Milliseconds after which a copy releases the take lock: if a copy hangs, the database ends its session. */
const LOCK_MAX = 10_000

/** Milliseconds to wait for locked rows. */
const ROW_MAX = 100

/** Seconds since the transaction began: `now()` is that much behind. */
type Elapsed = () => number

/**
 * Runs the work in a transaction while no other copy of the server takes deliveries. Its statements see what the others have taken. It
 * reads only by indexes, because PostgreSQL would read and sort all pending deliveries of a connector for the empty part of the next month.
 * It joins in the order written, because PostgreSQL would read all connectors with due deliveries before it leaves out spaces without any.
 * It does not wait for the disk: if PostgreSQL itself ends within half a second, another copy may make the same attempts, one of which
 * counts.
 */
async function withTakeLock(
  pool: Pool,
  work: (client: PoolClient, lasted: Elapsed) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  const began = performance.now()
  let failure: Error | undefined
  try {
    await client.query(`
      begin;
      set local lock_timeout = ${LOCK_MAX};
      set local idle_in_transaction_session_timeout = ${LOCK_MAX};
      set local enable_seqscan = 0;
      set local join_collapse_limit = 1;
      set local synchronous_commit = 0;
      select pg_advisory_xact_lock(${TAKE_LOCK});
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

const bySpace = (chosen: readonly DueDelivery[]): Map<string, DueDelivery[]> => {
  const spaces = new Map<string, DueDelivery[]>()
  for (const one of chosen) spaces.set(one.spaceId, [...(spaces.get(one.spaceId) ?? []), one])
  return spaces
}

/** Takes the selected deliveries. If one of their rows is locked, takes them space by space, and leaves that space to a later round. */
async function claim(
  client: PoolClient,
  chosen: readonly DueDelivery[],
  { lease, lasted }: { lease: number; lasted: Elapsed },
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

/** If a receiver asked for limits, an order or batches, the transaction waits for the disk. */
const KEEP = 'set local synchronous_commit = 1'

/**
 * Takes due deliveries in fair shares, those of replays last. Only one copy of the server takes at a time, so that the limits apply to all
 * copies together. This is the one transaction on several spaces: one for each would take too long, and all others wait for it. A connector
 * with a rate gets one delivery at a time, whose time is stored with it.
 * @param lease seconds after which a delivery is due again if the copy that had it was killed
 * @param start called with each delivery that was taken
 */
export async function takeDeliveries(
  pool: Pool,
  { perConnector, perPerson, free, freeForReplays = free }: Capacity,
  lease: number,
  start: (key: Taken) => void,
): Promise<Found> {
  const taken: Taken[] = []
  const outOfOrder = new Map<string, string[]>()
  let soonest: number | null = null
  await withTakeLock(pool, async (client, lasted) => {
    const take = async (choice: typeof SELECT_DUE, most: number) => {
      const values = [perConnector, perPerson, most]
      const found = await client.query<DueDelivery | Behind>({ ...choice, values })
      const chosen: DueDelivery[] = []
      for (const one of found.rows) {
        if (one.id === null)
          outOfOrder.set(one.spaceId, [...(outOfOrder.get(one.spaceId) ?? []), one.connectorId])
        else chosen.push(one)
      }
      if (chosen.some(({ isLimited }) => isLimited)) await client.query(KEEP)
      for (const { batchSize, ...key } of await claim(client, chosen, { lease, lasted })) {
        if (batchSize !== null) await collectBatch(client, key, { size: batchSize, lease })
        taken.push(key)
      }
      for (const { maxRate } of chosen)
        if (maxRate !== null) soonest = Math.min(soonest ?? Number.POSITIVE_INFINITY, 1000 / maxRate)
    }
    await take(SELECT_DUE, free)
    const left = Math.min(free, freeForReplays) - taken.length
    if (left > 0) await take(SELECT_DUE_OF_REPLAYS, left)
  })
  for (const key of taken) start(key)
  return {
    soonest,
    outOfOrder: [...outOfOrder].map(([spaceId, connectorIds]) => ({ spaceId, connectorIds })),
  }
}
