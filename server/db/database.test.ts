import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '../../tests/support/database'
import { query } from '../../tests/support/query'
import { isDatabaseAway } from './away'
import { openDatabase, violatedConstraint } from './database'
import { ReadOnly } from './readOnly'

const url = await createDatabase()
let broken: Error[] = []
const db = openDatabase(url, (error) => broken.push(error), { size: 1, statement: 30_000 })
beforeEach(() => {
  broken = []
})
afterAll(() => db.$client.end())

const END = 'select pg_terminate_backend(pg_backend_pid())'
const reasonOf = async (work: Promise<unknown>) => work.then(undefined, (error: unknown) => error)

test('a connection that breaks inside a transaction fails it, and the pool recovers', async () => {
  const work = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await query(url, 'select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
    await expect.poll(() => broken.length).toBeGreaterThan(0)
    await tx.execute(sql`select 1`)
  })
  expect(isDatabaseAway(await reasonOf(work))).toBe(true)
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
})

test('a transaction that cannot begin releases its connection', async () => {
  db.$client.once('acquire', (client) => void client.query(END).catch(() => undefined))
  expect(isDatabaseAway(await reasonOf(db.transaction(async () => undefined)))).toBe(true)
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
})

test('connections from while the database was read-only are silently dropped afterwards', async () => {
  const own = await createDatabase()
  const name = new URL(own).pathname.slice(1)
  const reasons: (string | null)[] = []
  const readOnly = new ReadOnly((reason) => reasons.push(reason))
  const { $client: pool } = openDatabase(own, () => undefined, { size: 3, statement: 30_000 }, readOnly)
  const store = 'create temp table stored (id int) on commit drop'
  await query(own, `alter database "${name}" set default_transaction_read_only = on`)
  await expect(pool.query(store)).rejects.toMatchObject({ code: '25006' })
  const [idle, busy] = await Promise.all([pool.connect(), pool.connect()])
  await query(own, `set transaction read write; alter database "${name}" reset default_transaction_read_only`)
  readOnly.over()
  idle.release()
  await expect(busy.query(store)).rejects.toMatchObject({ code: '25006' })
  busy.release()
  await Promise.all([pool.query(store), pool.query(store), pool.query(store)])
  expect(reasons).toEqual([expect.stringContaining('read-only transaction'), null])
  await pool.end()
})

test.each<[away: boolean, error: unknown]>([
  [true, Object.assign(new Error('starting up'), { code: '57P03' })],
  [true, Object.assign(new Error('connect ENOENT /run/postgresql'), { code: 'ENOENT', syscall: 'connect' })],
  [true, new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') })],
  [true, new Error('timeout exceeded when trying to connect')],
  [false, Object.assign(new Error('duplicate key'), { code: '23505' })],
  [false, Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })],
  [false, new Error('Failed query: Connection terminated')],
  [false, 'Connection terminated'],
])('whether the database is away: %s for %s', (away, error) => {
  expect(isDatabaseAway(error)).toBe(away)
})

test.each<[name: string | undefined, error: object]>([
  ['device_tag_tag', { code: '23503', constraint: 'device_tag_tag' }],
  ['device_tag_tag', { code: '23503', constraint: 'device_tag_tag_102040' }],
  [
    'access_key_token_hash',
    {
      code: '23505',
      message: 'duplicate key value violates unique constraint "access_key_token_hash_102011"',
    },
  ],
  [
    'device_tag_tag',
    {
      code: '23503',
      message:
        'insert or update on table "device_tag_102040" violates foreign key constraint "device_tag_tag_102040"',
    },
  ],
  [undefined, { code: '23514', constraint: 'app_user_email_lower' }],
])('the violated constraint is %s, also on another node', (name, error) => {
  expect(violatedConstraint(new Error('Failed query', { cause: Object.assign(new Error(), error) }))).toBe(
    name,
  )
})
