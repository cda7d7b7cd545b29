import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createDatabase } from '../../tests/support/database'
import { schemaViolations } from '../../tests/support/distribution'
import { distribute, distributionOf } from './distribute'

const client = new Client({ connectionString: await createDatabase() })
await client.connect()
afterAll(() => client.end())

/** Runs statements, checks the result, and rolls back. */
async function after<Result>(statements: string, look: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    await client.query(statements)
    return await look()
  } finally {
    await client.query('rollback')
  }
}

test('the tables can be distributed over nodes by space', async () => {
  expect(await schemaViolations(client)).toEqual([])
})

test.each<[statement: string, violation: string]>([
  ['create table stray (id uuid primary key)', 'stray has no place'],
  ['drop table setup_token', 'setup_token does not exist'],
  ['alter table device add unique (serial_number)', 'is unique without space_id'],
  ['create unique index by_hash on device (config_hash)', 'by_hash of device is unique without space_id'],
  ['alter table tag drop column space_id cascade', 'tag has no space_id'],
  [
    'alter table device_credential add constraint back foreign key (space_id, device_id) references device (space_id, id)',
    'back, from device_credential (reference) to device (distributed), leads to rows on other nodes',
  ],
  [
    'alter table mail add constraint away foreign key (space_id, id) references device (space_id, id)',
    'away, from mail (local) to device (distributed), leads to rows on other nodes',
  ],
  [
    'alter table variable add constraint far foreign key (name) references server_setting (name)',
    'far, from variable (distributed) to server_setting (local), leads to rows on other nodes',
  ],
  [
    'alter table device add constraint crossed foreign key (id, space_id) references tag (space_id, id)',
    'crossed, from device (distributed) to tag (distributed), is without space_id on both sides',
  ],
  [
    'alter table tag add constraint loose foreign key (space_id) references space (id) on delete set null',
    'loose, from tag (distributed) to space (reference), would change space_id',
  ],
  [
    'create function nothing() returns trigger language plpgsql as $$ begin return new; end $$; create trigger counted before insert on message for each row execute function nothing()',
    'message has the triggers counted',
  ],
  ['alter table tag add number int generated always as identity', 'tag counts number up'],
])('%s is detected', async (statement, violation) => {
  const found = await after(statement, () => schemaViolations(client))
  expect(found.join('\n')).toContain(violation)
})

/** Stands in for Citus: accepts its calls, and refuses a table with foreign keys. */
const CITUS = `
  create table pg_dist_partition (logicalrelid regclass);
  create function citus_set_coordinator_host(text, int) returns void language sql as '';
  create function create_distributed_function(regprocedure) returns void language sql as '';
  create function take(name text) returns void language plpgsql as $$ begin
    if exists (select from pg_constraint where contype = 'f' and name::regclass in (conrelid, confrelid)) then
      raise '% has foreign keys', name;
    end if;
    insert into pg_dist_partition values (name::regclass);
  end $$;
  create function create_reference_table(text) returns void language sql as 'select take($1)';
  create function create_distributed_table(text, text, colocate_with text) returns void language sql as 'select take($1)';`

/** Definitions of all constraints. */
const constraints = async () =>
  (
    await client.query(
      'select conname, conrelid::regclass, pg_get_constraintdef(oid) from pg_constraint order by 1, 2::text',
    )
  ).rows

const COORDINATOR = { host: 'db.example.com', port: 5433 }

test('the statements distribute every table as planned, and keep all constraints', async () => {
  const before = await constraints()
  const statements = await distributionOf(client, COORDINATOR)
  expect(statements).toContain(`select citus_set_coordinator_host('db.example.com', 5433)`)
  expect(statements).toContain(`select create_reference_table('device_credential')`)
  expect(statements).toContain(
    `select create_distributed_table('message', 'space_id', colocate_with => 'tag')`,
  )
  const inside = statements.slice(statements.indexOf('begin') + 1, statements.indexOf('commit'))
  const own = inside.filter((statement) => !statement.includes('take(') && !statement.startsWith('set local'))
  const [placed, kept] = await after(CITUS, async () => {
    const functions = /create_distributed_function\('(citus|create|take)/
    for (const statement of own) if (!functions.test(statement)) await client.query(statement)
    const { rowCount } = await client.query('select from pg_dist_partition')
    return [rowCount, await constraints()]
  })
  expect(placed).toBe(statements.filter((statement) => /create_\w+_table\(/.test(statement)).length)
  expect(kept).toEqual(before)
})

test('a PostgreSQL without Citus is refused with a sentence, and nothing is changed', async () => {
  const before = await constraints()
  await expect(distribute(client, COORDINATOR)).rejects.toThrow('This PostgreSQL has no extension citus.')
  expect(await constraints()).toEqual(before)
})
