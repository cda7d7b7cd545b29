import type { Pool, PoolClient } from 'pg'
import { isOfDatabase } from '../../../db/away'
import { inTransaction, lacksPartition } from '../../../db/database'
import { ensureHistoryPartitions } from '../../../db/partitions'
import { historyLag } from '../../../metrics'
import { PERSON, type SpaceWork } from '../../background/fairShares'
import { Breather } from '../../background/slices'
import type { OneDevice } from '../../devices/lockDevice'
import { addValues, byPath, monthsOf } from './addValues'
import { lockHistories } from './lockHistories'
import { IS_DATA, readData, type StoredMessage } from './messages'
import type { Pacing } from './pacing'
import type { Found } from './seriesRows'

const LOCK = lockHistories({
  name: 'series.lock',
  columns: ', c.history_from as time',
  is: 'c.history_from is not null',
  order: 'order by c.history_from',
})

/** Uplinks of the devices wait, so that a message is either among those that were read, or marks its device again. */
const CAUGHT_UP = {
  name: 'series.caughtUp',
  text: `
    update device_contact c set history_from = (
      select min(m.created_at) from message m
      where m.space_id = $1 and m.device_id = c.device_id and ${IS_DATA} and m.created_at > read.until)
    from unnest($2::uuid[], $3::timestamptz[]) as read (device_id, until)
    where c.space_id = $1 and c.device_id = read.device_id
    returning c.device_id as "deviceId", c.history_from is null as "isUpToDate"`,
}

/** Devices of a space that are derived together. */
interface Batch {
  spaceId: string
  deviceIds: readonly string[]
}

/** The result for a device. */
interface Done {
  deviceId: string
  /** Bytes of the rows that were written. */
  bytes: number
  /** Whether the device has nothing more to add now. */
  isUpToDate: boolean
  /** The time from which its messages were not in its history. */
  time: Date
}

/** The values of messages, by device. */
async function valuesIn(read: ReadonlyMap<string, StoredMessage[]>): Promise<Found[]> {
  const breather = new Breather()
  const found: Found[] = []
  for (const [deviceId, messages] of read) {
    found.push({ deviceId, readings: byPath(messages), receivedAt: messages.at(-1)?.createdAt })
    await breather.next()
  }
  return found
}

/** Judges values that came since by the alert rules, in the transaction that adds them. */
type Evaluate = (client: PoolClient, spaceId: string, found: readonly Found[], now: Date) => Promise<void>

interface Deriving {
  now: Date
  evaluate: Evaluate
  /** Gets the values before they are added. */
  onFound: (found: Found[]) => void
}

/** Adds the next messages of devices to the histories of their values. Their uplinks wait meanwhile. */
async function deriveIn(
  client: PoolClient,
  { spaceId, deviceIds }: Batch,
  { now, evaluate, onFound }: Deriving,
): Promise<Done[]> {
  const locked = await client.query<{ deviceId: string; time: Date }>({
    ...LOCK,
    values: [spaceId, deviceIds],
  })
  if (locked.rows.length === 0) return []
  const read = await readData(client, spaceId, 'since', locked.rows)
  const found = await valuesIn(read)
  onFound(found)
  const bytes = await addValues(client, spaceId, found, now)
  await evaluate(client, spaceId, found, now)
  const ids = [...read.keys()]
  const edges = [...read.values()].map((messages) => messages.at(-1)?.createdAt ?? null)
  const { rows } = await client.query<Pick<Done, 'deviceId' | 'isUpToDate'>>({
    ...CAUGHT_UP,
    values: [spaceId, ids, edges],
  })
  const upToDate = new Set(rows.flatMap((row) => (row.isUpToDate ? row.deviceId : [])))
  return locked.rows.flatMap(({ deviceId, time }) =>
    read.has(deviceId)
      ? { deviceId, time, bytes: bytes.get(deviceId) ?? 0, isUpToDate: upToDate.has(deviceId) }
      : [],
  )
}

/** Derives a batch in a transaction, and once more if a partition had to be created: that takes locks, so nothing else is locked then. */
async function derive(pool: Pool, batch: Batch, { now, evaluate }: Round): Promise<Done[]> {
  let found: Found[] = []
  const deriving = { now: now(), evaluate, onFound: (read: Found[]) => (found = read) }
  const run = () => inTransaction(pool, (_, client) => deriveIn(client, batch, deriving))
  return run().catch(async (error: unknown) => {
    if (!lacksPartition(error)) throw error
    await ensureHistoryPartitions(pool, monthsOf(found))
    return run()
  })
}

/** Bytes a second that are written to the histories of one device: a device that sends more is served less often. */
const PACE = 10_000
/** Seconds that a device waits after a failure. */
const FAILED = 60

/** Most spaces of a round, and most devices of each: those that have waited longest, alternating between the spaces of people. */
const SPACES = 500
const DEVICES = 100

const DUE = {
  name: 'series.due',
  text: `
    select space_id as "spaceId", person as "personId", "deviceIds" from (
      select d.space_id, ${PERSON} as person, d."deviceIds", d.first,
        row_number() over (partition by ${PERSON} order by d.first) as place
      from (
        select space_id, min(time) as first, array_agg(device_id order by time) as "deviceIds" from (
          select space_id, device_id, time, row_number() over (partition by space_id order by time) as place
          from (
            select space_id, device_id, history_from as time from device_contact
            where history_from is not null and device_id <> all($1::uuid[])
          ) c
        ) c where place <= ${DEVICES} group by space_id
      ) d join space s on s.id = d.space_id
    ) d order by place, first limit ${SPACES}`,
}

interface Due extends SpaceWork {
  deviceIds: string[]
}

/** Milliseconds after which a round reads again which devices wait, so that new ones wait no longer than all others. */
const ROUND = 500

interface Round {
  now: () => Date
  evaluate: Evaluate
  pacing: Pacing
  stopping: AbortSignal
  /** Waits after a batch that took so many milliseconds. */
  rest: (took: number) => Promise<void>
  /** Is called with a device that failed; it holds up no other, and is tried again later. */
  onFailure: (device: OneDevice, error: unknown) => void
}

/** The result of a round. */
interface Derived {
  /** How many devices were served. */
  count: number
  /** Whether there is more to add. */
  areMoreDue: boolean
}

function addTo(derived: Derived, { count, areMoreDue }: Derived) {
  derived.count += count
  derived.areMoreDue ||= areMoreDue
}

/**
 * Derives devices together, or each by itself if that fails because of one.
 * @throws if the database is away, or its disk is full
 */
async function deriveTogether(pool: Pool, batch: Batch, round: Round): Promise<Derived> {
  const { now, pacing, onFailure } = round
  try {
    const done = await derive(pool, batch, round)
    for (const { deviceId, bytes, isUpToDate, time } of done) {
      historyLag.observe((now().getTime() - time.getTime()) / 1000)
      if (isUpToDate) pacing.wait(deviceId, bytes / PACE)
    }
    return { count: done.length, areMoreDue: done.some(({ isUpToDate }) => !isUpToDate) }
  } catch (error) {
    if (isOfDatabase(error)) throw error
    const [deviceId = '', ...others] = batch.deviceIds
    if (others.length === 0) {
      pacing.wait(deviceId, FAILED)
      onFailure({ spaceId: batch.spaceId, deviceId }, error)
      return { count: 1, areMoreDue: false }
    }
  }
  const derived = { count: 0, areMoreDue: false }
  for (const deviceId of batch.deviceIds)
    addTo(derived, await deriveTogether(pool, { ...batch, deviceIds: [deviceId] }, round))
  return derived
}

/**
 * Adds the next messages of devices to their histories, in fair shares by person and space; in a space, the devices that have waited
 * longest come first.
 * @throws if the database is away
 */
export async function deriveDue(pool: Pool, round: Round): Promise<Derived> {
  const { pacing, stopping, rest } = round
  const { rows } = await pool.query<Due>({ ...DUE, values: [pacing.waiting()] })
  const isCut = rows.length === SPACES || rows.some(({ deviceIds }) => deviceIds.length === DEVICES)
  const until = performance.now() + ROUND
  let waiting = rows
  const derived: Derived = { count: 0, areMoreDue: false }
  while (!stopping.aborted && performance.now() < until) {
    const next = pacing.shares.next(waiting)
    if (!next) break
    const began = performance.now()
    const deviceIds = next.deviceIds.splice(0, pacing.together(next))
    if (next.deviceIds.length === 0) waiting = waiting.filter((one) => one !== next)
    const done = await deriveTogether(pool, { spaceId: next.spaceId, deviceIds }, round)
    const took = performance.now() - began
    pacing.note(next, done.count, took)
    addTo(derived, done)
    await rest(took)
  }
  // If all of them are locked by others, they are read again later.
  derived.areMoreDue ||= derived.count > 0 && (isCut || waiting.length > 0)
  return derived
}
