import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { installationSchema } from '#contract/admin'
import { DAY, HOUR } from '#contract/common/durations'
import { aFolder, backUp, fillTables, PASSPHRASE, restore } from '../../../tests/support/backups'
import { aUser } from '../../../tests/support/builders'
import { createDatabase, createEmptyDatabase } from '../../../tests/support/database'
import { exitOf, killHard } from '../../../tests/support/databaseProcess'
import { createOlderDatabase, createUnreleasedDatabase } from '../../../tests/support/olderDatabase'
import { programOf } from '../../../tests/support/program'
import { query } from '../../../tests/support/query'
import { serve } from '../../../tests/support/serve'
import { clusterName, isRunning } from '../../db/cluster/processes'
import { migrate } from '../../db/migrate'
import { backUpBeforeMigration } from './beforeMigration'
import { backUpDaily } from './daily'
import { openShelf } from './shelf'

const folder = aFolder()
afterAll(folder.remove)

const url = await createDatabase()
let time = Date.now()
const server = await serve({ databaseUrl: url, now: () => new Date(time), settings: { hasBackups: true } })
const admin = await aUser(server, { systemRole: 'admin' })

const options = {
  connectionString: url,
  shelf: openShelf({ folder: folder.at('nightly') }),
  at: { time: 2 * HOUR, zone: 'UTC' },
  keep: { last: 2, daily: 0, weekly: 0, monthly: 0 },
  isChecked: false,
  passphrase: PASSPHRASE,
}
/** Makes a backup if one is due. */
const night = async (changes: Partial<Parameters<typeof backUpDaily>[1]> = {}) =>
  backUpDaily(server.deps, { ...options, ...changes })
const files = () => readdirSync(folder.at('nightly'))

async function backupState() {
  const answer = await server.call('GET', '/admin/installation', { token: admin.token })
  return installationSchema.parse(await answer.json()).backup
}

beforeEach(async () => {
  await query(url, 'truncate routine, backup')
})

test('a folder that does not exist yet has no backups, and one removed meanwhile is not listed', async () => {
  expect(await openShelf({ folder: folder.at('none') }).list()).toEqual([])
  const place = folder.at('changing')
  mkdirSync(place)
  writeFileSync(join(place, 'kept.backup'), 'kept')
  // A link in the folder to a file that does not exist.
  symlinkSync('nowhere', join(place, 'gone.backup'))
  expect(await openShelf({ folder: place }).list()).toEqual([{ name: 'kept.backup', size: 4 }])
})

test('the first backup runs at once, is checked, and shown to administrators; the next one runs at night', {
  tags: 'heavy',
}, async () => {
  expect(await night({ isChecked: true })).toBe(true)
  const [name = ''] = files()
  expect(await backupState()).toEqual({
    is_nightly: true,
    error: null,
    last: {
      created_at: expect.any(String),
      size: statSync(folder.at(`nightly/${name}`)).size,
      checked_at: new Date(time).toISOString(),
    },
  })
  expect(await night()).toBe(false)
  for (const _ of [1, 2]) {
    time += DAY
    expect(await night()).toBe(true)
  }
  // The newest two stay.
  expect(files()).toHaveLength(2)
  expect(files()).not.toContain(name)
  expect((await backupState())?.last?.checked_at).toBeNull()
})

test('one of two copies of the server makes the backup', { tags: 'heavy' }, async () => {
  time += DAY
  const made = await Promise.all([night(), night()])
  expect(made.toSorted()).toEqual([false, true])
})

test('a backup whose check fails is set aside once, and former good ones stay', {
  tags: 'heavy',
}, async () => {
  time += DAY
  expect(await night()).toBe(true)
  const before = files()
  const last = await backupState()
  // No folder for a check is free.
  const full = folder.at('crowded')
  mkdirSync(full)
  for (let n = 0; n < 8; n++) writeFileSync(join(full, `spaceport-check-${process.getuid?.() ?? 0}-${n}`), '')
  for (const _ of [1, 2]) {
    time += DAY
    await query(url, `update routine set until = null`)
    process.env.TMPDIR = full
    await expect(night({ isChecked: true, keep: { ...options.keep, last: 1 } })).rejects.toThrow('No folder')
    delete process.env.TMPDIR
  }
  const good = files().filter((name) => name.endsWith('.backup'))
  expect(good).toEqual(before)
  expect(files()).toHaveLength(before.length + 1)
  expect((await backupState())?.last).toEqual(last?.last)
})

test('administrators and monitors see why a backup failed, until one succeeds', {
  tags: 'heavy',
}, async () => {
  time += DAY
  const taken = folder.at('taken')
  writeFileSync(taken, '')
  await expect(night({ shelf: openShelf({ folder: taken }) })).rejects.toThrow('EEXIST')
  expect((await backupState())?.error).toContain('EEXIST')
  const health = await server.request('/health')
  expect([health.status, await health.text()]).toEqual([200, 'ok; the last backup failed'])
  // It is not retried immediately.
  expect(await night()).toBe(false)
  await query(url, `update routine set until = now() - interval '1 second'`)
  expect(await night()).toBe(true)
  expect((await backupState())?.error).toBeNull()
})

test('a stopped check leaves neither its PostgreSQL nor its rows behind', {
  tags: 'heavy',
}, async () => {
  const place = mkdtempSync(join(tmpdir(), 'spaceport-place-'))
  const file = folder.at('stopped.backup')
  await backUp(url, file)
  const child = spawn(process.execPath, [await programOf('server/commands/backup.ts'), '--check', file], {
    env: { PATH: process.env.PATH, TMPDIR: place, BACKUP_PASSPHRASE: PASSPHRASE },
    stdio: 'ignore',
  })
  const pgdata = join(place, `spaceport-check-${process.getuid?.() ?? 0}-0`, 'postgres')
  await expect
    .poll(() => existsSync(join(pgdata, 'postmaster.pid')), { interval: 20, timeout: 60_000 })
    .toBe(true)
  const name = clusterName(pgdata)
  const ended = exitOf(child)
  child.kill('SIGTERM')
  await ended
  expect(child.exitCode).not.toBe(0)
  expect([isRunning(name), existsSync(pgdata)]).toEqual([false, false])
  rmSync(place, { recursive: true })
})

test('a check does not use or change a folder that is a link, or that others can write', {
  tags: 'heavy',
}, async () => {
  const place = mkdtempSync(join(tmpdir(), 'spaceport-place-'))
  const at = (n: number) => join(place, `spaceport-check-${process.getuid?.() ?? 0}-${n}`)
  const precious = join(place, 'precious')
  writeFileSync(precious, 'kept')
  for (const folder of [join(place, 'elsewhere'), at(1)]) mkdirSync(folder)
  chmodSync(at(1), 0o777)
  symlinkSync(join(place, 'elsewhere'), at(0))
  for (const folder of [at(0), at(1)]) symlinkSync(precious, join(folder, 'lock'))
  const file = folder.at('link.backup')
  await backUp(url, file)
  const child = spawn(process.execPath, [await programOf('server/commands/backup.ts'), '--check', file], {
    env: { PATH: process.env.PATH, TMPDIR: place, BACKUP_PASSPHRASE: PASSPHRASE },
    stdio: 'ignore',
  })
  await exitOf(child)
  expect(child.exitCode).toBe(0)
  expect(readFileSync(precious, 'utf8')).toBe('kept')
  expect(existsSync(at(2))).toBe(true)
  rmSync(place, { recursive: true })
})

test('a backup that is killed halfway leaves no file with its name, and does not prevent the next one', {
  tags: 'heavy',
}, async () => {
  const file = folder.at('killed.backup')
  await query(
    url,
    `insert into login_attempt select md5(i::text) || md5((-i)::text), now() from generate_series(1, 150000) i`,
  )
  const child = spawn(process.execPath, [await programOf('server/commands/backup.ts'), file], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, BACKUP_PASSPHRASE: PASSPHRASE },
    stdio: 'ignore',
  })
  const partial = `${file}.partial`
  await expect
    .poll(() => (existsSync(partial) ? statSync(partial).size : 0), { interval: 5, timeout: 60_000 })
    .toBeGreaterThan(1e6)
  await killHard(child)
  expect(existsSync(file)).toBe(false)
  await expect(restore(await createEmptyDatabase(), partial)).rejects.toThrow(
    /cut off or damaged in the part/,
  )
  const { manifest } = await backUp(url, file)
  expect(await restore(await createEmptyDatabase(), file)).toEqual(manifest)
})

test('a backup is made before a newer version changes the tables, and not otherwise', {
  tags: 'heavy',
}, async () => {
  const old = await createOlderDatabase()
  await fillTables(old)
  const said: string[] = []
  const begin = async () =>
    backUpBeforeMigration(old, {
      folder: folder.at('before'),
      version: '2.0.0',
      passphrase: null,
      say: (line) => said.push(line),
    })
  await begin()
  const [name = ''] = readdirSync(folder.at('before'))
  expect(said).toEqual([expect.stringContaining('a backup is made before'), expect.stringContaining(name)])
  const restored = await restore(await createEmptyDatabase(), folder.at(`before/${name}`))
  expect(restored.totals.find(({ table }) => table === 'device')?.rows).toBe(1)
  await migrate(old)
  await begin()
  expect(readdirSync(folder.at('before'))).toEqual([name])
})

test('data from before the first release is not backed up at the start: the sentence has the remedy', async () => {
  const begun = backUpBeforeMigration(await createUnreleasedDatabase(), {
    folder: folder.at('unreleased'),
    version: '2.0.0',
    passphrase: null,
    say: () => undefined,
  })
  await expect(begun).rejects.toThrow('Start with an empty DATA_DIR or an empty database.')
  expect(existsSync(folder.at('unreleased'))).toBe(false)
})
