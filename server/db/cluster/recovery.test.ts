import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyDataFolder } from '../../../tests/support/cluster'
import { killHard, postmasterPid, spawnDatabase, startDatabase } from '../../../tests/support/databaseProcess'
import { query } from '../../../tests/support/query'
import { type Cluster, startCluster } from '.'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

let dataDir: string
let pgdata: string
let cluster: Cluster | undefined
let other: ChildProcess | undefined
const log = vi.fn<(line: string) => void>()

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'spaceport-recovery-'))
  pgdata = join(dataDir, 'postgres')
  copyDataFolder(dataDir)
  log.mockClear()
})
afterEach(async () => {
  await cluster?.stop()
  cluster = undefined
  other?.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async () => {
  cluster = await startCluster({ dataDir, log })
  return cluster.connectionString
}

/** Starts a server with one acknowledged row. */
async function serverWithRow() {
  const server = await startDatabase({ dataDir, durable: true })
  const url = server.connectionString
  if (url === undefined) throw new Error(server.said())
  await query(url, 'create table kept as select 42 as answer')
  return { child: server.child, url, pid: postmasterPid(pgdata) }
}

const exists = (pid: number) =>
  existsSync(`/proc/${pid}/exe`) || (process.platform !== 'linux' && process.kill(pid, 0))

test('after the server was killed, the next start ends its PostgreSQL and recovers', async () => {
  const { child, pid } = await serverWithRow()
  await killHard(child)
  expect(exists(pid)).toBe(true)
  expect(await query(await start(), 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(log).toHaveBeenCalledWith(
    expect.stringContaining(`An earlier server left its PostgreSQL running (process ${pid}`),
  )
  expect(postmasterPid(pgdata)).not.toBe(pid)
})

test('after server and postmaster were killed, a running statement is ended as well', {
  tags: 'heavy',
}, async () => {
  const { child, url, pid } = await serverWithRow()
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() pid')
  const busy = client.query('select count(*) from generate_series(1, 1000000000000)').catch(() => undefined)
  const running = `select 1 from pg_stat_activity where state = 'active' and pid = ${rows[0]?.pid}`
  await expect.poll(() => query(url, running)).toHaveLength(1)
  await killHard(child)
  process.kill(pid, 'SIGKILL')

  expect(await query(await start(), 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(log).toHaveBeenCalledWith(expect.stringContaining(String(rows[0]?.pid)))
  await busy
})

test('when only PostgreSQL is killed, it restarts at the same address', async () => {
  const url = await start()
  await query(url, 'create table kept as select 42 as answer')
  process.kill(postmasterPid(pgdata), 'SIGKILL')
  await vi.waitFor(
    async () => expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }]),
    {
      timeout: 60_000,
    },
  )
})

test('a process id that now belongs to another program does not prevent the start', {
  tags: 'heavy',
}, async () => {
  await query(await start(), 'create table kept as select 42 as answer')
  await cluster?.stop()
  const { uid, gid } = statSync(pgdata)
  other = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {})
  writeFileSync(
    join(pgdata, 'postmaster.pid'),
    `${other.pid}\n${pgdata}\n1700000000\n5432\n\n127.0.0.1\n1 1\nready\n`,
  )
  expect(await query(await start(), 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(other.exitCode).toBeNull()
})

test('a first start that was killed halfway starts over', { tags: 'heavy' }, async () => {
  rmSync(pgdata, { recursive: true })
  const child = await spawnDatabase({ dataDir, durable: true })
  await new Promise<void>((resolve) => {
    const watcher = watch(dataDir, (_event, name) => {
      if (!name?.startsWith('postgres-new-')) return
      watcher.close()
      resolve()
    })
  })
  await killHard(child)
  expect(existsSync(pgdata)).toBe(false)
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  await expect.poll(() => readdirSync(dataDir).filter((name) => name.includes('-new-'))).toEqual([])
})
