import { and, eq } from 'drizzle-orm'
import type { Pool, PoolClient } from 'pg'
import type { Queryable } from '../../db/database'
import { withAllMonths } from '../../db/detachedMonth'
import { deletion, trash } from '../../db/schema'
import { newId } from '../common/ids'
import { parkNext } from './parking'

/** Records, in the transaction that deletes a space, that its messages and deliveries are to be deleted, those of its trash as well. */
export async function noteDeletedSpace(tx: Queryable, spaceId: string): Promise<void> {
  for (const table of [trash, deletion]) await tx.delete(table).where(eq(table.spaceId, spaceId))
  await tx.insert(deletion).values({ spaceId, id: newId() })
}

/**
 * SQL condition: the device of a row was not deleted. It is for rows that are found without their device.
 * @param space parameter with the id of the space: its deleted devices are read once
 */
export const isOfDevice = (row: string, space: `$${number}`): string => `${row}.device_id not in (
  select x.device_id from deletion x where x.space_id = ${space} and x.device_id is not null)`

/** The same for rows of several spaces: the index is read for each row. */
export const isOfOwnDevice = (row: string): string => `not exists (
  select from deletion x where x.space_id = ${row}.space_id and x.device_id = ${row}.device_id)`

/** Whether messages of a device that was deleted in a space still exist there. */
export async function isBeingDeleted(
  db: Queryable,
  { spaceId, deviceId }: { spaceId: string; deviceId: string },
): Promise<boolean> {
  return (await db.$count(deletion, and(eq(deletion.spaceId, spaceId), eq(deletion.deviceId, deviceId)))) > 0
}

/** Rows that one statement deletes, so that none keeps its locks for long. */
const BATCH = 500

interface Step {
  name: string
  text: string
}

/** A statement that deletes the next rows of a table that match a condition, in the order of its key. */
const step = (table: string, key: string, condition: string): Step => ({
  name: `deletion.${table}.${condition}`,
  text: `
    delete from ${table} where space_id = $1 and (${key}) in (
      select ${key} from ${table} where space_id = $1 and ${condition} order by ${key} limit ${BATCH}
    )`,
})

/**
 * Attempts have no column for their device. An attempt that was sent together with messages of other devices is deleted for these as well.
 */
const DELIVERIES_OF_DEVICE: Step = {
  name: 'deletion.deliveries.device',
  text: `
    with gone as (
      delete from delivery where space_id = $1 and (connector_id, id) in (
        select connector_id, id from delivery where space_id = $1 and device_id = $2 limit ${BATCH}
      )
      returning connector_id, id
    ), attempts as (
      delete from delivery_attempt a using gone
      where a.space_id = $1 and a.connector_id = gone.connector_id and a.delivery_id = gone.id
      returning a.connector_id, a.batch_id
    ), shared as (
      update delivery_attempt a set request_body = null, response_body = null, logs = '[]',
        error = case when a.error_code is null and a.error is not null then 'no longer kept' else a.error end
      from (select distinct connector_id, batch_id from attempts where batch_id is not null) b
      where a.space_id = $1 and a.connector_id = b.connector_id and a.batch_id = b.batch_id
        and (a.connector_id, a.delivery_id) not in (select connector_id, id from gone)
    )
    select from gone`,
}

const DELIVERY = 'connector_id, id'
const ATTEMPT = 'connector_id, delivery_id, attempt'
const MESSAGE = 'created_at, id'
const EVENT = 'message_created_at, message_id, id'
const SERIES = 'device_id, number'
const SERIES_DAY = 'device_id, number, day'
const MESSAGE_HOUR = 'hour, type'
const UPLINK_ANSWER = 'device_id, name'
const NOTE_FILE = 'note_id, id'

/**
 * The tables to delete from for each kind, in order. Events come last: a transaction that changes a message or stores an attempt also adds
 * its event.
 */
const STEPS = {
  space: [
    step('delivery', DELIVERY, 'true'),
    step('delivery_attempt', ATTEMPT, 'true'),
    step('message', MESSAGE, 'true'),
    step('message_event', EVENT, 'true'),
    step('series_day', SERIES_DAY, 'true'),
    step('series', SERIES, 'true'),
    step('uplink_answer', UPLINK_ANSWER, 'true'),
    step('message_hour', MESSAGE_HOUR, 'true'),
    step('note_file', NOTE_FILE, 'true'),
  ],
  device: [
    DELIVERIES_OF_DEVICE,
    step('message', MESSAGE, 'device_id = $2'),
    step('message_event', EVENT, 'device_id = $2'),
    step('series_day', SERIES_DAY, 'device_id = $2'),
    step('series', SERIES, 'device_id = $2'),
    step('uplink_answer', UPLINK_ANSWER, 'device_id = $2'),
    step('note_file', NOTE_FILE, 'device_id = $2'),
  ],
  connector: [
    step('delivery', DELIVERY, 'connector_id = $2'),
    step('delivery_attempt', ATTEMPT, 'connector_id = $2'),
  ],
  note: [step('note_file', NOTE_FILE, 'note_id = $2')],
} as const

type Note = Pick<typeof deletion.$inferSelect, 'spaceId' | 'id' | 'deviceId' | 'connectorId' | 'noteId'>

const OLDEST = {
  name: 'deletion.oldest',
  text: `
    select d.space_id as "spaceId", d.id, d.device_id as "deviceId", d.connector_id as "connectorId", d.note_id as "noteId" from deletion d
    where d.kept_until <= now() and not exists (select from trash t where t.space_id = d.space_id and t.id = d.id)
    order by d.kept_until, d.id limit 1`,
}
/** Deletes the next records in the trash whose time has come. A record that is just being restored stays. */
const FORGET = {
  name: 'deletion.forget',
  text: `
    delete from trash where (space_id, id) in (
      select space_id, id from trash where kept_until <= now() order by kept_until limit ${BATCH} for update skip locked
    )`,
}
const DONE = { name: 'deletion.done', text: 'delete from deletion where space_id = $1 and id = $2' }

/** Milliseconds after which the rest is left for the next call, so that no connection is in use for longer. */
const LOCK_MAX = 300_000

/** Runs after each batch, with its number of rows. */
type Pause = (rows: number) => Promise<void>

const DELETION_LOCK = 0x5fac_e909

/**
 * Empties the trash of what is due, and deletes the messages and deliveries of the first space, device or connector that was deleted for
 * good, in batches, unless another copy of the server does.
 * The next call continues where this one stopped.
 * @param pause waits after each batch, so that other work goes on; if it throws, the rest stays for the next time
 * @returns whether it has deleted something
 */
export async function deleteNext(pool: Pool, pause: Pause): Promise<boolean> {
  const { rowCount: forgotten } = await pool.query(FORGET)
  const isParked = await parkNext(pool)
  const { rows } = await pool.query<Note>(OLDEST)
  const [note] = rows
  if (!note) return forgotten !== 0 || isParked
  const client = await pool.connect()
  try {
    const lock = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      DELETION_LOCK,
    ])
    if (lock.rows[0]?.mine !== true) return false
    await deleteOf(client, note, pause)
    return true
  } finally {
    // The lock ends with the connection.
    client.release(true)
  }
}

async function deleteOf(
  client: PoolClient,
  { spaceId, id, deviceId, connectorId, noteId }: Note,
  pause: Pause,
) {
  const kind = deviceId ? 'device' : connectorId ? 'connector' : noteId ? 'note' : 'space'
  const which = [deviceId ?? connectorId ?? noteId].filter((one) => one !== null)
  const until = Date.now() + LOCK_MAX
  for (const statement of STEPS[kind]) {
    for (let deleted = BATCH; deleted === BATCH; await pause(deleted)) {
      const { rowCount } = await client.query({ ...statement, values: [spaceId, ...which] })
      deleted = rowCount ?? 0
      if (Date.now() > until) return
    }
  }
  const isGone = async () => {
    for (const statement of STEPS[kind]) {
      const { rowCount } = await client.query({ ...statement, values: [spaceId, ...which] })
      if (rowCount !== 0) return false
    }
    return true
  }
  // A month of messages may have been detached from its tables until now.
  if (await withAllMonths(client, isGone)) await client.query({ ...DONE, values: [spaceId, id] })
}
