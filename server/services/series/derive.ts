import type { Pool, PoolClient } from 'pg'
import { isDatabaseAway } from '../../db/away'
import { inTransaction, lacksPartition } from '../../db/database'
import { ensureHistoryPartitions } from '../../db/partitions'
import { judgeValues } from '../alerts/values'
import type { OneDevice } from '../devices/hold'
import { addValues, byPath, monthsOf } from './add'
import { nextData, readData, type StoredMessage } from './messages'

/**
 * Whoever holds the row has the device's history for itself; a device that is busy has its turn later. The device comes first, as in
 * every change of it, so that nobody waits for who waits.
 */
const LOCK = {
  name: 'series.lock',
  text: `
    with held as materialized (
      select id from device where space_id = $1 and id = $2 for key share skip locked
    )
    select history_from as "from", case when history_before < now() then history_before end as "before"
    from held join device_contact c on c.device_id = held.id
    where c.space_id = $1 and c.device_id = $2 for no key update of c skip locked`,
}
const CAUGHT_UP = {
  name: 'series.caughtUp',
  text: 'update device_contact set history_from = $3 where space_id = $1 and device_id = $2',
}
const LOOKED_BACK = {
  name: 'series.lookedBack',
  text: 'update device_contact set history_before = $3 where space_id = $1 and device_id = $2',
}

interface Lacking {
  from: Date | null
  before: Date | null
}

/** What a turn of a device has done. */
interface Turn {
  /** Bytes of the rows that it wrote. */
  bytes: number
  /** Whether the device has sent nothing more by now. */
  isUpToDate: boolean
}

/**
 * Adds the next messages of a device to the histories of its values: those that came since, and if there are none older ones. What
 * came since is judged by the alert rules.
 * Its uplinks wait meanwhile, so that a message is either among those that are read, or marks the device again.
 * @param read is told the messages before they are added
 */
async function deriveIn(
  client: PoolClient,
  device: OneDevice,
  now: Date,
  read: (messages: StoredMessage[]) => void,
): Promise<Turn> {
  const which = [device.spaceId, device.deviceId]
  const { rows } = await client.query<Lacking>({ ...LOCK, values: which })
  const { from, before } = rows[0] ?? { from: null, before: null }
  const since = from ?? before
  if (!since) return { bytes: 0, isUpToDate: true }
  const messages = await readData(client, device, from ? 'since' : 'before', since)
  read(messages)
  const found = byPath(messages)
  const bytes = await addValues(client, device, found, {
    areNewer: from !== null,
    heardAt: messages.at(-1)?.createdAt,
  })
  if (from) await judgeValues(client, device, found, now)
  const last = messages.at(-1)
  const next = from && last ? await nextData(client, device, last.createdAt) : null
  if (from) await client.query({ ...CAUGHT_UP, values: [...which, next] })
  else await client.query({ ...LOOKED_BACK, values: [...which, messages[0]?.createdAt ?? null] })
  return { bytes, isUpToDate: from !== null && next === null }
}

/** The same, in a transaction, and once more if a partition had to be created: that takes locks, so nothing else is held. */
async function derive(pool: Pool, device: OneDevice, now: Date): Promise<Turn> {
  let messages: StoredMessage[] = []
  const run = () =>
    inTransaction(pool, (_, client) => deriveIn(client, device, now, (read) => (messages = read)))
  return run().catch(async (error: unknown) => {
    if (!lacksPartition(error)) throw error
    await ensureHistoryPartitions(pool, monthsOf(messages))
    return run()
  })
}

/** Bytes that the histories of one device are written with in a second: a busy one has its turns less often. */
const PACE = 10_000
/** Seconds that a device waits at most for its next turn, and after a failure. */
const WAIT = { most: 600, failed: 60 }

/** Which devices wait for their next turn. Each worker has its own. */
export class Waits {
  readonly #until = new Map<string, number>()

  add({ deviceId }: OneDevice, seconds: number) {
    this.#until.set(deviceId, performance.now() + 1000 * Math.min(seconds, WAIT.most))
  }

  /** Ids of the devices that wait now. */
  ids(): string[] {
    for (const [id, until] of this.#until) if (until <= performance.now()) this.#until.delete(id)
    return [...this.#until.keys()]
  }
}

/** Most devices of a round that have sent something, and most of those whose past has no history yet. */
const ROUND = { since: 150, past: 50 }

const DUE = {
  name: 'series.due',
  text: `
    with since as (
      select space_id, device_id from device_contact
      where history_from is not null and device_id <> all($1::uuid[]) order by history_from limit ${ROUND.since}
    ), past as (
      select space_id, device_id from device_contact
      where history_from is null and history_before < now() and device_id <> all($1::uuid[]) limit ${ROUND.past}
    )
    select space_id as "spaceId", device_id as "deviceId" from since
    union all select space_id, device_id from past`,
}

interface Round {
  now: () => Date
  waits: Waits
  stopping: AbortSignal
  /** Waits after each device, which took so many milliseconds. */
  rest: (took: number) => Promise<void>
  /** Hears of a device that failed; it holds up no other, and is tried again later. */
  onFailure: (device: OneDevice, error: unknown) => void
}

/**
 * Adds the next messages of devices to their histories: those that have waited longest come first.
 * @returns how many devices had their turn
 * @throws when the database is away
 */
export async function deriveDue(
  pool: Pool,
  { now, waits, stopping, rest, onFailure }: Round,
): Promise<number> {
  const { rows: devices } = await pool.query<OneDevice>({ ...DUE, values: [waits.ids()] })
  for (const device of devices) {
    if (stopping.aborted) break
    const began = performance.now()
    try {
      const { bytes, isUpToDate } = await derive(pool, device, now())
      if (isUpToDate) waits.add(device, bytes / PACE)
    } catch (error) {
      waits.add(device, WAIT.failed)
      if (isDatabaseAway(error)) throw error
      onFailure(device, error)
    }
    await rest(performance.now() - began)
  }
  return devices.length
}
