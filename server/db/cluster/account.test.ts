import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { copyDataFolder } from '../../../tests/support/cluster'
import { type DatabaseProcess, postmasterPid, startDatabase } from '../../../tests/support/databaseProcess'
import { query } from '../../../tests/support/query'
import { packagedNative } from './binaries'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

/** A folder that only root may enter, as mkdtemp creates it. */
let closed: string
let dataDir: string
let server: DatabaseProcess | undefined

beforeEach(() => {
  closed = mkdtempSync(join(tmpdir(), 'spaceport-account-'))
  dataDir = join(closed, 'data')
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  rmSync(closed, { recursive: true, force: true })
})

const start = async (options: { native?: string; through?: string[] } = {}) => {
  server = await startDatabase({ dataDir, ...options })
  return server.connectionString ?? server.said()
}

/** The package as npm unpacks it: without symbolic links. */
function copyOfNative() {
  const native = join(closed, 'package', 'native')
  cpSync(packagedNative(), native, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() })
  return native
}

const status = (field: string) =>
  new RegExp(`^${field}:\\s+(\\w+)`, 'm').exec(
    readFileSync(`/proc/${postmasterPid(join(dataDir, 'postgres'))}/status`, 'utf8'),
  )?.[1]

const DAC_OVERRIDE = 1n << 1n
const DAC_READ_SEARCH = 1n << 2n
const capabilities = () => BigInt(`0x${status('CapEff')}`)
const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']
const works = [{ one: 1 }]

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('started by root', () => {
  test('PostgreSQL runs as an unprivileged user', async () => {
    chmodSync(closed, 0o755)
    expect(await query(await start(), 'select 1 as one')).toEqual(works)
    expect(status('Uid')).not.toBe('0')
    expect(capabilities()).toBe(0n)
    expect(statSync(dataDir).mode & 0o777).toBe(0o711)
  })

  test('program and data can be in a folder of root only, with one capability', {
    tags: 'heavy',
  }, async () => {
    const native = copyOfNative()
    expect(await query(await start({ native }), 'select 1 as one')).toEqual(works)
    expect(status('Uid')).not.toBe('0')
    expect(capabilities()).toBe(DAC_READ_SEARCH)
  })

  test("that works with a container's usual capabilities too", { tags: 'heavy' }, async () => {
    const usual = '+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap,+net_bind_service'
    const through = ['setpriv', `--bounding-set=-all,${usual}`, '--']
    expect(await query(await start({ through }), 'select 1 as one')).toEqual(works)
    expect(capabilities()).toBe(DAC_OVERRIDE)
  })

  test('without access it says so', async () => {
    const through = ['setpriv', '--bounding-set=-all,+chown,+setgid,+setuid', '--']
    expect(await start({ through })).toMatch(
      /^PostgreSQL does not run as the user with id \d+ \(it refuses to run as root\)\. Start the server as an ordinary user/,
    )
  })

  test('deleting the data folder resets everything', { tags: 'heavy' }, async () => {
    mkdirSync(dataDir, 0o711)
    copyDataFolder(dataDir)
    await query(await start(), 'create table kept as select 42 as answer')
    await server?.stop()
    rmSync(dataDir, { recursive: true })
    await expect(query(await start(), 'select answer from kept')).rejects.toThrow(/does not exist/)
  })

  test('an ordinary user can run it; another one gets the name of the owner, and root continues as that owner', {
    tags: 'heavy',
  }, async () => {
    chmodSync(closed, 0o777)
    expect(await query(await start({ through: asNobody }), 'select 1 as one')).toEqual(works)
    expect(status('Uid')).toBe('65534')
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    await server?.stop()
    chmodSync(dataDir, 0o777)
    const asBin = ['setpriv', '--reuid=2', '--regid=2', '--clear-groups', '--']
    chmodSync(join(dataDir, 'lock'), 0o666)
    expect(await start({ through: asBin })).toMatch(
      /belongs to the user with id 65534, but the server runs as 2/,
    )
    await server?.stop()
    chmodSync(dataDir, 0o700)
    expect(await query(await start(), 'select 1 as one')).toEqual(works)
    expect(status('Uid')).toBe('65534')
  })
})

describe('symbolic links that npm leaves out', () => {
  test('are created', { tags: 'heavy' }, async () => {
    const native = copyOfNative()
    expect(await query(await start({ native }), 'select 1 as one')).toEqual(works)
    expect(lstatSync(join(native, 'lib', 'libpq.so.5')).isSymbolicLink()).toBe(true)
  })

  test('are created by two servers at once', { tags: 'heavy' }, async () => {
    const native = copyOfNative()
    const second = startDatabase({ dataDir: join(closed, 'second'), native })
    expect(await query(await start({ native }), 'select 1 as one')).toEqual(works)
    const { stop, said } = await second
    await stop()
    expect(said()).toBe('')
  })

  test('are created in the data folder when the package is read-only', { tags: 'heavy' }, async () => {
    const native = copyOfNative()
    chmodSync(closed, 0o777)
    chmodSync(join(native, 'lib'), 0o555)
    const through = process.getuid?.() === 0 ? asNobody : []
    expect(await query(await start({ native, through }), 'select 1 as one')).toEqual(works)
    expect(lstatSync(join(dataDir, 'postgres-lib', 'libpq.so.5')).isSymbolicLink()).toBe(true)
  })
})
