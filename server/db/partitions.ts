import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import { isLocked, lacksPartition } from './database'
import { boundOf } from './idBounds'

const PARTITION_LOCK = 0x5fac_e902
/** Lock of a backup: one at a time, and no month is dropped meanwhile. */
export const BACKUP_LOCK = 0x5fac_e911
/** Locked until the end of the transaction, which has all statements that are sent together. */
const TAKE_LOCK = `select pg_advisory_xact_lock(${PARTITION_LOCK})`

/** Tables that are partitioned by month in the same way, so that the rows of one are dropped with those of the others. */
interface Family {
  tables: readonly string[]
  /** The bound of a month, in the column that the tables are partitioned by. */
  boundOf: (month: Date) => string
}

export const MESSAGES: Family = {
  tables: ['message', 'message_event'],
  boundOf: (month) => month.toISOString(),
}
const DELIVERIES: Family = {
  tables: ['delivery', 'delivery_attempt'],
  boundOf: (month) => boundOf(month.getTime(), 'first'),
}
const HISTORIES: Family = {
  tables: ['series_day'],
  boundOf: (month) => month.toISOString().slice(0, 10),
}

const FAMILIES: readonly Family[] = [MESSAGES, DELIVERIES, HISTORIES]

const nameOf = (table: string, month: Date) => `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`
/** The tables with the rows of a month. */
export const partitionsOf = ({ tables }: Family, month: Date) => tables.map((table) => nameOf(table, month))
/** The start of the month of such a table. */
export const monthOf = (partition: string) =>
  new Date(`${partition.slice(-7).replace('_', '-')}-01T00:00:00.000Z`)

/** Start of the UTC month that is `months` after the month of `time`. */
export const monthStart = (time: Date, months = 0) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1))

/**
 * Creates missing monthly partitions of messages, deliveries and histories, from the month of `from` to the month after `to`. Called at the
 * start, and when a row has no partition. Several copies may do it at the same time.
 */
export async function ensurePartitions(db: Pool | ClientBase, from: Date, to = from): Promise<void> {
  const statements = [TAKE_LOCK]
  for (let start = monthStart(from); start <= monthStart(to, 1); start = monthStart(start, 1))
    for (const family of FAMILIES) statements.push(...creationOf(family, start))
  await db.query(statements.join(';'))
}

/**
 * The same for the histories of values, which may be older than all messages.
 * @param months as in 2026-05
 */
export const ensureHistoryPartitions = (db: Pool, months: readonly string[]): Promise<void> =>
  ensureMonths(db, months, [HISTORIES])

/**
 * The same for some months, as in 2026-05.
 * @throws Error if a table is locked for two seconds
 */
export async function ensureMonths(
  db: Pool | ClientBase,
  months: readonly string[],
  families: readonly Family[] = FAMILIES,
): Promise<void> {
  const creations = months.flatMap((month) => {
    const start = new Date(`${month}-01T00:00:00.000Z`)
    return families.flatMap((family) => creationOf(family, start))
  })
  // A reader of the table may take long, and others that come later would wait for both.
  await db.query([TAKE_LOCK, `select set_config('lock_timeout', '2s', true)`, ...creations].join(';'))
}

/** SQL of the range of values in such a table. */
export const rangeOf = ({ boundOf }: Family, month: Date) =>
  `from ('${boundOf(month)}') to ('${boundOf(monthStart(month, 1))}')`

/** Statements that create the partitions of a month. */
const creationOf = (family: Family, month: Date): string[] =>
  family.tables.map(
    (table) =>
      `create table if not exists ${nameOf(table, month)} partition of ${table} for values ${rangeOf(family, month)}`,
  )

/** Runs a statement that stores messages of a time, and once more if their partition had to be created. */
export async function withPartitionOf<Result>(
  db: Pool,
  time: Date,
  run: () => Promise<Result>,
): Promise<Result> {
  return run().catch(async (error: unknown) => {
    if (!lacksPartition(error)) throw error
    await ensurePartitions(db, time)
    return run()
  })
}

const MONTHS = `
  select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = $1::regclass order by 1`

/** The result for months whose rows are all too old. */
export interface Dropped {
  /** The starts of the dropped months. */
  dropped: Date[]
  /** Months whose tables were in use all the time. */
  busy: Date[]
}

/** The months of a family whose rows are all older than `before`, oldest first. */
async function monthsBefore(db: Pool, { tables: [table = ''] }: Family, before: Date): Promise<Date[]> {
  const { rows } = await db.query<{ name: string }>(MONTHS, [table])
  return rows.map(({ name }) => monthOf(name)).filter((month) => monthStart(month, 1) <= before)
}

/** Whether a month must stay after all: called while nobody else can use its tables. */
type IsNeeded = (client: ClientBase, month: Date) => Promise<boolean>
const isNeverNeeded: IsNeeded = async () => false

async function dropMonths(db: Pool, family: Family, months: Date[], isNeeded: IsNeeded): Promise<Dropped> {
  const dropped: Date[] = []
  const client = await db.connect()
  try {
    for (const [index, month] of months.entries()) {
      const outcome = await whileUnused(client, family, async () => {
        if (await isNeeded(client, month)) return 'needed'
        await client.query(`drop table if exists ${partitionsOf(family, month).join()}`)
        return 'dropped'
      })
      // Work that uses one of them uses all.
      if (outcome === 'busy') return { dropped, busy: months.slice(index) }
      if (outcome === 'dropped') dropped.push(month)
    }
    return { dropped, busy: [] }
  } finally {
    client.release()
  }
}

/**
 * Drops the partitions of messages whose rows are all older than `before`, oldest first. It never blocks others by waiting for a lock: if
 * the tables stay busy, the partition is kept until the next time. Several copies may do it at the same time.
 */
export async function dropMessagePartitions(db: Pool, before: Date): Promise<Dropped> {
  return dropMonths(db, MESSAGES, await messageMonthsBefore(db, before), isNeverNeeded)
}

/** The months of messages that are all older than `before`, oldest first. */
export const messageMonthsBefore = async (db: Pool, before: Date): Promise<Date[]> =>
  monthsBefore(db, MESSAGES, before)

/** Drops the months of deliveries in the same way. A month with a pending one is kept. */
export async function dropDeliveryPartitions(db: Pool, before: Date): Promise<Dropped> {
  const over: Date[] = []
  for (const month of await monthsBefore(db, DELIVERIES, before))
    if (!(await hasPending(db, month))) over.push(month)
  // A person may have asked for a retry just now.
  return dropMonths(db, DELIVERIES, over, hasPending)
}

/** Drops the months of histories whose values were all deleted. */
export async function dropHistoryPartitions(db: Pool, before: Date): Promise<Dropped> {
  const empty: Date[] = []
  for (const month of await monthsBefore(db, HISTORIES, before))
    if (!(await hasValues(db, month))) empty.push(month)
  return dropMonths(db, HISTORIES, empty, hasValues)
}

/** Whether there are values of the month. Another copy of the server may drop its partition right now. */
async function hasValues(db: Pool | ClientBase, month: Date): Promise<boolean> {
  const bounds = [month, monthStart(month, 1)].map(HISTORIES.boundOf)
  return (
    (await db.query('select from series_day where day >= $1 and day < $2 limit 1', bounds)).rowCount !== 0
  )
}

/** Whether a delivery of the month is pending. Another copy of the server may drop its partition right now. */
async function hasPending(db: Pool | ClientBase, month: Date): Promise<boolean> {
  const bounds = [month, monthStart(month, 1)].map(DELIVERIES.boundOf)
  const pending = `select from delivery where id >= $1 and id < $2 and state = 'pending' limit 1`
  return (await db.query(pending, bounds)).rowCount !== 0
}

/** Whether a backup is being made, which reads the month; none begins before the end of the transaction. */
export async function isBackedUp(client: Pool | ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(
    'select pg_try_advisory_xact_lock_shared($1) as free',
    [BACKUP_LOCK],
  )
  return rows[0]?.free === false
}

/** Attempts to lock the tables while nobody uses them, and milliseconds between attempts. */
const TRIES = 200
const PAUSE = 25

/** Does work in a transaction in which nobody else can use the tables. It must take only a moment. */
export async function whileUnused<Result extends string>(
  client: ClientBase,
  { tables }: Family,
  work: () => Promise<Result>,
): Promise<Result | 'busy'> {
  const begin = [
    'begin',
    TAKE_LOCK,
    `lock table ${tables.map((table) => `only ${table}`).join()} in access exclusive mode nowait`,
    // Only autovacuum may still have a lock, and it yields.
    `select set_config('lock_timeout', '2s', true)`,
  ].join(';')
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      await client.query(begin)
      const result = (await isBackedUp(client)) ? 'busy' : await work()
      await client.query(result === 'busy' ? 'rollback' : 'commit')
      return result
    } catch (error) {
      await client.query('rollback')
      if (!isLocked(error)) throw error
    }
    await sleep(PAUSE)
  }
  return 'busy'
}
