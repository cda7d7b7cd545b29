import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { copyDataFolder } from '../../../tests/support/cluster'
import {
  type DatabaseProcess,
  exitOf,
  postmasterPid,
  startDatabase,
} from '../../../tests/support/databaseProcess'
import { query } from '../../../tests/support/query'
import { startCluster } from '.'
import { packagedNative } from './binaries'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

let folder: string
let server: DatabaseProcess | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spaceport-errors-'))
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  rmSync(folder, { recursive: true, force: true })
})

const isRoot = process.getuid?.() === 0
const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']

/** The output of a server that starts on a data folder. */
async function start(dataDir: string, through: string[] = []) {
  server = await startDatabase({ dataDir, through })
  return server.said()
}

test('DATA_DIR is a file', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(await start(file)).toMatch(
    /^DATA_DIR must be a folder, but .*file, or a part of that path, is a file\./,
  )
  expect(await start(join(file, 'below'))).toMatch(/^DATA_DIR must be a folder/)
})

test('the data folder is not writable', async () => {
  chmodSync(folder, 0o555)
  expect(await start(join(folder, 'data'), isRoot ? asNobody : [])).toMatch(
    /^The server may not write in the data folder/,
  )
})

test('a second server on the same folder', async () => {
  copyDataFolder(folder)
  const first = await startDatabase({ dataDir: folder })
  expect(await start(folder)).toMatch(
    new RegExp(
      `is in use by another server \\(process ${first.child.pid}, since .*, at http://127.0.0.1:4711\\)`,
    ),
  )
  await first.stop()
})

test('the database has another major version', async () => {
  copyDataFolder(folder)
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '17\n')
  expect(await start(folder)).toMatch(/was written by PostgreSQL 17, but this server brings PostgreSQL 18\./)
})

test('the folder of the database contains something else', async () => {
  mkdirSync(join(folder, 'postgres'))
  if (isRoot) spawnSync('chown', ['65534:65534', join(folder, 'postgres')])
  expect(await start(folder)).toMatch(/is no database of PostgreSQL\. Move it away/)
})

test('the former port of PostgreSQL is in use: the start waits until it is free', async () => {
  copyDataFolder(folder)
  const log = vi.fn<(line: string) => void>()
  const cluster = await startCluster({ dataDir: folder, log, durable: false })
  const port = Number(new URL(cluster.connectionString).port)
  process.kill(postmasterPid(join(folder, 'postgres')), 'SIGKILL')
  const thief = createServer()
  await vi.waitFor(
    () =>
      new Promise<void>((resolve, reject) => {
        thief.once('error', reject)
        thief.listen(port, '127.0.0.1', resolve)
      }),
    { interval: 1 },
  )
  await vi.waitFor(() => expect(log).toHaveBeenCalledWith(expect.stringMatching(/could not bind/)), {
    timeout: 60_000,
  })
  await new Promise((resolve) => thief.close(resolve))
  await vi.waitFor(() => query(cluster.connectionString, 'select 1'), { timeout: 60_000 })
  await cluster.stop()
})

test('another PostgreSQL was started by hand on the database', async () => {
  chmodSync(folder, 0o755)
  copyDataFolder(folder)
  const pgdata = join(folder, 'postgres')
  const { uid, gid } = statSync(pgdata)
  const args = ['-D', pgdata, '-p', '1', '-c', 'listen_addresses=', '-c', `unix_socket_directories=${pgdata}`]
  const other = spawn(join(packagedNative(), 'bin', 'postgres'), args, isRoot ? { uid, gid } : {})
  await vi.waitFor(() => expect(postmasterPid(pgdata)).toBe(other.pid), { timeout: 60_000 })
  expect(await start(folder)).toMatch(/^Another PostgreSQL works on /)
  expect(other.exitCode).toBeNull()
  other.kill('SIGINT')
  await exitOf(other)
})

const mount = (...args: string[]) => isRoot && spawnSync('mount', args).status === 0

describe.runIf(isRoot && process.platform === 'linux')('on a file system of its own', () => {
  afterEach(() => {
    spawnSync('umount', [folder])
  })

  test('the disk is full at the first start, and at a later one', { tags: 'heavy' }, async ({ skip }) => {
    if (!mount('-t', 'tmpfs', '-o', 'size=60m,mode=755', 'none', folder)) skip()
    const ballast = join(folder, 'ballast')
    writeFileSync(ballast, Buffer.alloc(40 * 1024 * 1024))
    expect(await start(folder)).toMatch(/^The disk that holds .* is full\. Make room on it and start again\./)
    rmSync(ballast)
    expect(await start(folder)).toBe('')
    await server?.stop()
    const filled = spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4k'])
    expect(String(filled.stderr)).toMatch(/No space left/)
    expect(await start(folder)).toMatch(/^The disk that holds .* is full\./)
  })

  test('the file system is read-only', async ({ skip }) => {
    if (!mount('-t', 'tmpfs', '-o', 'ro', 'none', folder)) skip()
    expect(await start(folder)).toMatch(/lies on a read-only file system\./)
  })
})
