import type { Pool } from 'pg'
import { HOUR } from '#contract/common/durations'
import { ensurePartitions } from '../../../server/db/partitions'

/** Number of people and spaces, and of connectors in each space. */
export const SIZE = { people: 250, spaces: 1000, connectors: 10 }
/** One connector in this many has due deliveries. */
const BUSY = 30
/** Due deliveries of each such connector. */
const DUE = 20

const SPACES = [
  `insert into app_user (id, email, is_verified, system_role)
   select md5('person ' || i)::uuid, 'person-' || i || '@example.com', true, 'user' from generate_series(0, ${SIZE.people - 1}) i`,
  `insert into space (id, name, owner_id)
   select md5('space ' || i)::uuid, 'space ' || i, md5('person ' || i % ${SIZE.people})::uuid from generate_series(0, ${SIZE.spaces - 1}) i`,
  `insert into device (space_id, id, name, serial_number)
   select id, id, 'device', (1000000000 + row_number() over ())::text from space`,
  `insert into connector (space_id, id, name, type, direction, triggers, transformation, retry_delays, secret, max_rate, max_parallel)
   select s.id, md5(s.id || ' ' || i)::uuid, 'connector ' || i, 'webhook', 'up', '{data}', 'function main() { return null }', '{60}', '\\x00',
     case when i = 3 then 10 end, case when i = 4 then 2 end
   from space s, generate_series(0, ${SIZE.connectors - 1}) i`,
]

/** Operation of connectors: each third one with due deliveries is paused, waiting, stopped or reopening slowly. */
const OPERATIONS = `
  insert into connector_operation (space_id, connector_id, state, since, until, backlog, probe_at, open_to)
  select space_id, id, (array['paused', 'waiting', 'stopped', 'on'])[1 + i % 4], now(), now() + interval '7 days', 'deliver',
    now() + (i % 3 - 1) * interval '1 minute', case when i % 4 = 3 then 1 end
  from (select space_id, id, row_number() over (order by id) as i from connector) c where i % ${BUSY * 3} < 3`

const DELIVERED = `
  insert into delivery (space_id, connector_id, id, message_created_at, message_id, device_id, state, attempts, created_at)
  select space_id, id, uuidv7(interval '-1 hour' * n), now(), uuidv7(), space_id, 'delivered', 1, now()
  from connector, generate_series(1, 50) n`

const RETRIES = `
  insert into delivery (space_id, connector_id, id, message_created_at, message_id, device_id, attempts, created_at, due_at)
  select space_id, id, uuidv7(), now(), uuidv7(), space_id, 1, now(), now() + interval '1 day'
  from (select space_id, id, row_number() over (order by id) as i from connector) c, generate_series(1, 5) n where i % 10 = 1`

const WAITING = `
  insert into delivery (space_id, connector_id, id, message_created_at, message_id, device_id, created_at, due_at)
  select space_id, id, uuidv7(), now(), uuidv7(), space_id, now(), now() - random() * interval '1 minute'
  from (select space_id, id, row_number() over (order by id) as i from connector) c, generate_series(1, ${DUE}) n where i % ${BUSY} = 0`

/** Pending deliveries of one connector: while it is paused, until a retry tomorrow, or due now. */
export const LONG = 100_000

const backlogOf = (connector: string, due: string) => `
  insert into delivery (space_id, connector_id, id, message_created_at, message_id, device_id, created_at, due_at)
  select space_id, id, uuidv7(), now(), uuidv7(), space_id, now(), ${due}
  from (${connector}) one, generate_series(1, ${LONG}) n`

const PAUSED = backlogOf(
  `select space_id, connector_id as id from connector_operation where state = 'paused' order by connector_id limit 1`,
  `now() - n * interval '1 second'`,
)
const LATER = backlogOf(
  'select space_id, id from connector order by id limit 1',
  `now() + interval '1 day' + n * interval '1 second'`,
)
const RESUMED = backlogOf(
  'select space_id, id from connector order by id offset 1 limit 1',
  `now() - n * interval '1 second'`,
)

const run = async (pool: Pool, statements: readonly string[]) => {
  for (const statement of statements) await pool.query(statement)
}

/** Creates a thousand spaces with ten thousand connectors, some of them on hold, and no due deliveries. */
export async function fill(pool: Pool): Promise<void> {
  await ensurePartitions(pool, new Date(Date.now() - 50 * HOUR), new Date())
  await run(pool, [...SPACES, OPERATIONS, DELIVERED, RETRIES, PAUSED, LATER, 'vacuum (analyze)'])
}

/** Gives some hundred connectors due deliveries. */
export const fillDue = (pool: Pool): Promise<void> => run(pool, [WAITING, 'vacuum (analyze) delivery'])

/** Gives one of them a long backlog of due deliveries. */
export const fillResumed = (pool: Pool): Promise<void> => run(pool, [RESUMED, 'vacuum (analyze) delivery'])

/** Cancels all pending deliveries. */
export const endAll = (pool: Pool): Promise<void> =>
  run(pool, [
    `update delivery set state = 'cancelled', due_at = null, is_taken = false where state = 'pending'`,
    'vacuum (analyze) delivery',
  ])
