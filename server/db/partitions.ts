import type { ClientBase, Pool } from 'pg'

const PARTITION_LOCK = 0x5fac_e902

/** First moment of the UTC month that lies `months` after the one of `time`. */
const monthStart = (time: Date, months = 0) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1))

/**
 * Creates the monthly partitions of `message` from the month of `from` to the month after `to`, where missing.
 * Called at the start, and by whoever stores a message for which there is none. Safe when copies do it together.
 */
export async function ensureMessagePartitions(db: Pool | ClientBase, from: Date, to = from): Promise<void> {
  const statements = ['begin', `select pg_advisory_xact_lock(${PARTITION_LOCK})`]
  for (let start = monthStart(from); start <= monthStart(to, 1); start = monthStart(start, 1)) {
    const name = `message_${start.toISOString().slice(0, 7).replace('-', '_')}`
    const range = `from ('${start.toISOString()}') to ('${monthStart(start, 1).toISOString()}')`
    statements.push(`create table if not exists ${name} partition of message for values ${range}`)
  }
  await db.query([...statements, 'commit'].join(';'))
}
