import type { ClientBase, Pool } from 'pg'
import { lacksPartition } from './database'

const PARTITION_LOCK = 0x5fac_e902

/** Partitioned alike, so that the events of a message go with it. */
const PARTITIONED = ['message', 'message_event'] as const

/** First moment of the UTC month that lies `months` after the one of `time`. */
const monthStart = (time: Date, months = 0) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1))

/**
 * Creates the monthly partitions of messages and their events from the month of `from` to the month after `to`, where missing.
 * Called at the start, and by whoever stores a message for which there is none. Safe when copies do it together.
 */
export async function ensureMessagePartitions(db: Pool | ClientBase, from: Date, to = from): Promise<void> {
  const statements = ['begin', `select pg_advisory_xact_lock(${PARTITION_LOCK})`]
  for (let start = monthStart(from); start <= monthStart(to, 1); start = monthStart(start, 1)) {
    const month = start.toISOString().slice(0, 7).replace('-', '_')
    const range = `from ('${start.toISOString()}') to ('${monthStart(start, 1).toISOString()}')`
    for (const table of PARTITIONED)
      statements.push(
        `create table if not exists ${table}_${month} partition of ${table} for values ${range}`,
      )
  }
  await db.query([...statements, 'commit'].join(';'))
}

/** Runs what stores messages of a time, and once more when there was no partition for them. */
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
