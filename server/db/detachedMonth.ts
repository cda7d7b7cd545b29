import type { ClientBase } from 'pg'
import { MESSAGES, monthOf, monthStart, partitionsOf, rangeOf, whileUnused } from './partitions'

/** Lock of the archiver of messages: one at a time. */
const ARCHIVE_LOCK = 0x5fac_e912
/** Locked while a month is detached from its tables, and by work that needs all of them. */
export const DETACHED_LOCK = 0x5fac_e913

/** The columns by which `MESSAGES` are partitioned. */
const COLUMNS = ['created_at', 'message_created_at']

/** The result for a month: its tables were in use all the time, or it is needed. */
type Outcome = 'dropped' | 'needed' | 'busy'

/** The table with the messages of a month, which are read there without a lock on those of others. */
export const messagesOf = (month: Date): string => partitionsOf(MESSAGES, month)[0] ?? ''

/** Waits until nobody else archives messages, and locks the archive until the connection ends. */
export async function takeArchive(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [ARCHIVE_LOCK])
  await attachMonths(client)
}

/**
 * Detaches a month of messages from its tables, which takes a moment, so that nobody can use it, and drops it if it is needed no more.
 * Otherwise it is attached again. A kill leaves it detached, for `attachMonths`.
 * @param client that has locked the archive
 * @param month its start
 * @param isDone called while it is detached; it may take long
 */
export async function retireMessageMonth(
  client: ClientBase,
  month: Date,
  isDone: () => Promise<boolean>,
): Promise<Outcome> {
  const partitions = partitionsOf(MESSAGES, month)
  const [from, to] = [month, monthStart(month, 1)].map((time) => time.toISOString())
  // PostgreSQL need not read the month to attach it again if it knows that all of its rows belong there.
  const known = partitions.map(
    (table, i) =>
      `alter table ${table} drop constraint if exists in_month, add constraint in_month check (${COLUMNS[i]} >= '${from}' and ${COLUMNS[i]} < '${to}') not valid`,
  )
  const inAMoment = async (statements: string[]) =>
    whileUnused(client, MESSAGES, async () => {
      await client.query(statements.join(';'))
      return 'done'
    })
  if ((await inAMoment(known)) === 'busy') return 'busy'
  for (const table of partitions) await client.query(`alter table ${table} validate constraint in_month`)
  await client.query('select pg_advisory_lock($1)', [DETACHED_LOCK])
  try {
    const detaching = MESSAGES.tables.map(
      (table, i) => `alter table ${table} detach partition ${partitions[i]}`,
    )
    if ((await inAMoment(detaching)) === 'busy') return 'busy'
    if (await isDone()) {
      await client.query(`drop table ${partitions.join()}`)
      return 'dropped'
    }
    return 'needed'
  } finally {
    await attachMonths(client)
    await client.query('select pg_advisory_unlock($1)', [DETACHED_LOCK])
  }
}

const DETACHED = `
  select c.relname::text as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
    and c.relname ~ '^(${MESSAGES.tables.join('|')})_[0-9]{4}_[0-9]{2}$'
  order by 1`

/** Waits while a month of messages is detached, and attaches those that a kill has left detached. */
export async function attachMonths(client: ClientBase): Promise<void> {
  await client.query(`begin; set local lock_timeout = 0; select pg_advisory_xact_lock(${DETACHED_LOCK})`)
  const { rows } = await client.query<{ name: string }>(DETACHED)
  for (const { name } of rows)
    await client.query(
      `alter table ${name.slice(0, -8)} attach partition ${name} for values ${rangeOf(MESSAGES, monthOf(name))}`,
    )
  await client.query('commit')
}

/**
 * Does work while all messages are in their tables: no month is detached meanwhile, and detached ones are attached first.
 * @param client that ends if this fails
 */
export async function withAllMonths<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('select pg_advisory_lock($1)', [DETACHED_LOCK])
  await attachMonths(client)
  const result = await work()
  await client.query('select pg_advisory_unlock($1)', [DETACHED_LOCK])
  return result
}
