import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import { isLocked, lacksPartition } from './database'

const PARTITION_LOCK = 0x5fac_e902
/** Held until the end of the transaction: all statements that are sent together with it. */
const TAKE_LOCK = `select pg_advisory_xact_lock(${PARTITION_LOCK})`

/** Partitioned in the same way, so that events are dropped with their messages. */
const PARTITIONED = ['message', 'message_event'] as const

/** Name of the partition of a month. */
const nameOf = (table: (typeof PARTITIONED)[number], month: Date) =>
  `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`

/** Start of the UTC month that is `months` after the month of `time`. */
const monthStart = (time: Date, months = 0) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1))

/**
 * Creates missing monthly partitions of messages and their events, from the month of `from` to the month after `to`.
 * Called at the start, and when a message has no partition. Safe when several copies do it at the same time.
 */
export async function ensureMessagePartitions(db: Pool | ClientBase, from: Date, to = from): Promise<void> {
  const statements = [TAKE_LOCK]
  for (let start = monthStart(from); start <= monthStart(to, 1); start = monthStart(start, 1)) {
    const range = `from ('${start.toISOString()}') to ('${monthStart(start, 1).toISOString()}')`
    for (const table of PARTITIONED)
      statements.push(
        `create table if not exists ${nameOf(table, start)} partition of ${table} for values ${range}`,
      )
  }
  await db.query(statements.join(';'))
}

/** Runs a statement that stores messages of a time, and once more if their partition had to be created. */
export async function withPartitionOf<Result>(
  db: Pool,
  time: Date,
  run: () => Promise<Result>,
): Promise<Result> {
  return run().catch(async (error: unknown) => {
    if (!lacksPartition(error)) throw error
    await ensureMessagePartitions(db, time)
    return run()
  })
}

const MONTHS = `
  select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'message'::regclass order by 1`

/** Attempts to lock the tables while nobody uses them, and milliseconds between attempts. */
const TRIES = 200
const PAUSE = 25

/**
 * Drops the partitions whose rows are all older than `before`, oldest first. It never blocks others by waiting for a
 * lock: if the tables stay busy, the partition is kept until the next time. Safe when several copies do it at the same
 * time.
 * @returns the starts of the dropped months
 */
export async function dropMessagePartitions(db: Pool, before: Date): Promise<Date[]> {
  const { rows } = await db.query<{ name: string }>(MONTHS)
  const months = rows
    .map(({ name }) => new Date(`${name.slice(-7).replace('_', '-')}-01T00:00:00.000Z`))
    .filter((month) => monthStart(month, 1) <= before)
  const dropped: Date[] = []
  for (const month of months) if (await dropMonth(db, month)) dropped.push(month)
  return dropped
}

async function dropMonth(db: Pool, month: Date, triesLeft = TRIES): Promise<boolean> {
  const statements = [
    TAKE_LOCK,
    `lock table only device, only message, only message_event in access exclusive mode nowait`,
    // Only autovacuum may still hold a lock, and it gives way.
    `select set_config('lock_timeout', '2s', true)`,
    `drop table if exists ${PARTITIONED.map((table) => nameOf(table, month)).join()}`,
  ]
  try {
    await db.query(statements.join(';'))
    return true
  } catch (error) {
    if (!isLocked(error)) throw error
    if (triesLeft === 0) return false
  }
  await wait(PAUSE)
  return dropMonth(db, month, triesLeft - 1)
}
