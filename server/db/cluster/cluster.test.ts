import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyDataFolder } from '../../../tests/support/cluster'
import { query } from '../../../tests/support/query'
import { type Cluster, startCluster } from '.'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

let dataDir: string
let cluster: Cluster | undefined

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'spaceport-cluster-'))
  copyDataFolder(dataDir)
})
afterEach(async () => {
  await cluster?.stop()
  cluster = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async () => {
  cluster = await startCluster({ dataDir, log: () => undefined })
  return cluster.connectionString
}

test('a first start creates the database, and the next one finds its data', async () => {
  rmSync(join(dataDir, 'postgres'), { recursive: true })
  await query(await start(), 'create table kept as select 42 as answer')
  await cluster?.stop()
  expect(await query(await start(), 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(statSync(join(dataDir, 'postgres', 'PG_VERSION')).isFile()).toBe(true)
})

test('it is durable, has checksums, and listens on the loopback only, without a superuser', async () => {
  const url = await start()
  const [settings] = await query(
    url,
    `select current_setting('fsync') fsync, current_setting('full_page_writes') pages,
      current_setting('synchronous_commit') commit, current_setting('data_checksums') checksums,
      current_setting('listen_addresses') listen, current_setting('is_superuser') super,
      current_setting('server_encoding') encoding`,
  )
  expect(settings).toEqual({
    fsync: 'on',
    pages: 'on',
    commit: 'on',
    checksums: 'on',
    listen: '127.0.0.1',
    super: 'off',
    encoding: 'UTF8',
  })
})

test('a connection needs the password, which is stored in a file that only its owner can read', async () => {
  const url = new URL(await start())
  const file = join(dataDir, 'postgres', 'password')
  expect(readFileSync(file, 'utf8')).toBe(url.password)
  expect(url.password.length).toBeGreaterThanOrEqual(32)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)

  const wrong = new URL(url)
  wrong.password = 'wrong'
  await expect(query(wrong.toString(), 'select 1')).rejects.toThrow(/password authentication failed/)
  const superuser = new URL(url)
  superuser.username = 'postgres'
  await expect(query(superuser.toString(), 'select 1')).rejects.toThrow(/no pg_hba.conf entry/)
})

test('a stop closes open connections and ends PostgreSQL', async () => {
  const client = new Client(await start())
  await client.connect()
  const cut = new Promise<Error>((resolve) => client.on('error', resolve))
  await cluster?.stop()
  expect(String(await cut)).toMatch(/terminating connection/)
  expect(statSync(join(dataDir, 'postgres', 'postmaster.pid'), { throwIfNoEntry: false })).toBeUndefined()
})

test('it logs to a file of bounded size, without the values of failed statements', async () => {
  const url = await start()
  const log = join(dataDir, 'postgres.log')
  await query(url, 'create table device (token text primary key)')
  await query(url, `insert into device values ('secret-of-a-device')`)
  await expect(query(url, `insert into device values ('secret-of-a-device')`)).rejects.toThrow(/duplicate/)
  await cluster?.stop()
  expect(readFileSync(log, 'utf8')).toMatch(/ready to accept connections/)
  expect(readFileSync(log, 'utf8')).not.toMatch(/secret-of-a-device/)

  truncateSync(log, 11 * 1024 * 1024)
  await start()
  expect(statSync(`${log}.1`).size).toBe(11 * 1024 * 1024)
  expect(statSync(log).size).toBeLessThan(100_000)
})
