import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { pack } from 'tar-stream'
import { afterAll, expect, test } from 'vitest'
import { aFolder, backUp, fillTables, PASSPHRASE, restore, schemaOf } from '../../../tests/support/backups'
import { aDevice } from '../../../tests/support/builders'
import { createDatabase, createEmptyDatabase, createOldDatabase } from '../../../tests/support/database'
import { createOlderDatabase, createUnreleasedDatabase } from '../../../tests/support/olderDatabase'
import { query } from '../../../tests/support/query'
import { serveSpace } from '../../../tests/support/serve'
import { anUplink } from '../../../tests/support/uplink'
import { MIGRATIONS, migrate } from '../../db/migrate'
import { BACKUP_LOCK, dropMessagePartitions, ensurePartitions } from '../../db/partitions'
import { Lifetime } from '../../lifetime'
import { decrypted, encrypted } from './age'
import { checkBackup } from './check'
import { fileAt } from './file'
import { FORMAT, HEADER_NAME, MANIFEST_MAX, MANIFEST_NAME, ROWS_MAX } from './format'
import { loadBackup } from './load'
import { readBackup } from './read'

const TABLES = `select from pg_tables where schemaname in ('public', 'drizzle')`

const folder = aFolder()
afterAll(folder.remove)

const { server, space, url } = await (async () => {
  const databaseUrl = await createDatabase()
  return { ...(await serveSpace({ databaseUrl })), url: databaseUrl }
})()

/** Backup for all tests, of a database with rows and two months of messages. */
const good = folder.at('good.backup')
const device = await aDevice(server, space)
for (let n = 0; n < 20; n++)
  await anUplink(server, device, { body: { text: `line\n${n}\ttab \\ “quoted” \u0001` } })
const { manifest } = await backUp(url, good)

async function read(file: string, passphrase = PASSPHRASE) {
  for await (const piece of readBackup(fileAt(file), { passphrase: async () => passphrase })) void piece
}

test('a restore has all that was backed up, including keys and indexes', async () => {
  const empty = await createEmptyDatabase()
  const restored = await restore(empty, good)
  expect(restored).toEqual(manifest)
  expect(restored.totals.find(({ table }) => table === 'message')?.rows).toBe(20)
  expect(await schemaOf(empty)).toEqual(await schemaOf(url))
  const messages = 'select * from message order by id'
  expect(await query(empty, messages)).toEqual(await query(url, messages))
})

test('restored tables are analysed, and autovacuum will visit them soon', async () => {
  const empty = await createEmptyDatabase()
  await loadBackup(empty, readBackup(fileAt(good), { passphrase: async () => PASSPHRASE }))
  const known = `select from pg_stats where tablename like 'message_2%' and attname = 'device_id'`
  expect((await query(empty, known)).length).toBeGreaterThan(0)
  const changed = `select n_mod_since_analyze::int as rows from pg_stat_user_tables where relname like 'message_2%'`
  const rows = async () => (await query(empty, changed)).reduce((sum, each) => sum + Number(each.rows), 0)
  await expect.poll(rows).toBe(20)
})

test('a database without any month can be backed up, too', { tags: 'heavy' }, async () => {
  const bare = await createDatabase()
  await query(
    bare,
    `do $$ declare part text; begin
      for part in select relid from pg_partition_tree('message') where isleaf loop execute 'drop table ' || part; end loop;
    end $$`,
  )
  const file = folder.at('bare.backup')
  const written = await backUp(bare, file)
  expect(await restore(await createEmptyDatabase(), file)).toEqual(written.manifest)
})

test('while devices send, the backup is a consistent snapshot', { tags: 'heavy' }, async () => {
  const file = folder.at('load.backup')
  const over = new AbortController()
  const senders = Array.from({ length: 4 }, async () => {
    let sent = 0
    for (; !over.signal.aborted; sent++)
      await anUplink(server, await aDevice(server, space), { body: { sent } })
    return sent
  })
  const written = await backUp(url, file).finally(() => over.abort())
  const sent = (await Promise.all(senders)).reduce((sum, count) => sum + count, 0)
  expect(sent).toBeGreaterThan(0)
  const empty = await createEmptyDatabase()
  expect(await restore(empty, file)).toEqual(written.manifest)
  // Devices come before contacts in the file, so contacts of a later moment would refer to missing devices.
  const without = `select from device_contact c left join device d on d.id = c.device_id where d.id is null`
  expect(await query(empty, without)).toEqual([])
})

test('while a backup runs, retention drops no month, and blocks nobody', async () => {
  const pool = server.db.$client
  await ensurePartitions(pool, new Date('2020-01-15'))
  const before = new Date('2020-03-01')
  const backingUp = await pool.connect()
  try {
    await backingUp.query('select pg_advisory_lock($1)', [BACKUP_LOCK])
    const { dropped, busy } = await dropMessagePartitions(pool, before)
    expect([dropped, busy.length]).toEqual([[], 2])
    await backingUp.query('select pg_advisory_unlock($1)', [BACKUP_LOCK])
  } finally {
    backingUp.release()
  }
  expect((await dropMessagePartitions(pool, before)).dropped).toHaveLength(2)
})

test('a database with tables is refused and not changed', async () => {
  const other = await createDatabase()
  await expect(restore(other, good)).rejects.toThrow('The database is not empty.')
  expect(await query(other, 'select from space')).toEqual([])
})

async function isRefused(share: number) {
  const bytes = readFileSync(good)
  const file = folder.at(`cut-${share}.backup`)
  writeFileSync(file, bytes.subarray(0, bytes.length * share))
  const empty = await createEmptyDatabase()
  await expect(restore(empty, file)).rejects.toThrow(
    /was cut off or damaged in (its first part|the part (after )?)[\w., ]+\. Nothing/,
  )
  expect(await query(empty, `select from pg_tables where schemaname in ('public', 'drizzle')`)).toEqual([])
}

test.each([0.5, 0.999])('a file that ends after %d of it is refused by the part', isRefused)
test.each([0.05, 0.9])('a file that ends after %d of it is refused by the part', { tags: 'heavy' }, isRefused)

test('a plain file that was cut off at the end of a part is refused, and so is one with a changed row', async () => {
  const plain = folder.at('plain.backup')
  await backUp(url, plain, null)
  const bytes = readFileSync(plain)
  const at = bytes.indexOf('manifest.json')
  const cut = folder.at('plain-cut.backup')
  writeFileSync(cut, bytes.subarray(0, at))
  await expect(read(cut)).rejects.toThrow(/cut off or damaged in the part after \d{4}\.\w+\.\d{4}\.gz/)
  const part = bytes.indexOf('.space.0001.gz') + 512 + 20
  bytes[part] = (bytes[part] ?? 0) ^ 1
  writeFileSync(cut, bytes)
  await expect(read(cut)).rejects.toThrow(/\d{4}\.space\.0001\.gz/)
})

/** Writes a file of forged parts; its manifest agrees with them, except for the given fields. */
async function forge(name: string, parts: [name: string, data: Buffer][], manifestFields: object = {}) {
  const file = folder.at(name)
  const archive = pack()
  const header = {
    kind: 'spaceport-backup',
    format: FORMAT,
    version: '1',
    created_at: '2026-01-01T00:00:00.000Z',
    migration: 1,
    tables: [],
  }
  const all: typeof parts = [[HEADER_NAME, Buffer.from(JSON.stringify(header))], ...parts]
  for (const [name, data] of all) archive.entry({ name }, data)
  const { version, created_at } = header
  const listed = all.map(([name, data]) => {
    const sha256 = createHash('sha256').update(data).digest('hex')
    return Object.assign({ name, bytes: data.length, sha256 }, manifestFields)
  })
  archive.entry({ name: MANIFEST_NAME }, JSON.stringify({ version, created_at, totals: [], parts: listed }))
  archive.finalize()
  await pipeline(archive, createWriteStream(file))
  return file
}

const ROWS = '0001.space.0001.gz'

/** Unpacks the rows of a file; returns the bytes before the refusal, and its sentence. */
async function unpack(file: string) {
  let bytes = 0
  let sentence = ''
  try {
    for await (const piece of readBackup(fileAt(file), { passphrase: async () => PASSPHRASE }))
      if ('table' in piece) for await (const rows of piece.rows) bytes += rows.length
  } catch (error) {
    sentence = String(error)
  }
  return { bytes, sentence }
}

test('a part that unpacks to more than its manifest says is refused at once', async () => {
  const bomb = gzipSync(Buffer.alloc(3_000_000))
  const unpacked = await unpack(await forge('bomb.backup', [[ROWS, bomb]], { rows_bytes: 500_000 }))
  expect(unpacked.sentence).toContain(`The part ${ROWS} of the file is longer than its manifest says.`)
  expect(unpacked.bytes).toBeLessThan(600_000)
  const whole = await unpack(await forge('whole.backup', [[ROWS, bomb]], { rows_bytes: 3_000_000 }))
  expect(whole).toEqual({ bytes: 3_000_000, sentence: '' })
})

test('a zip bomb with a missing or excessive size in the manifest takes neither memory nor time', async () => {
  const bomb = gzipSync(Buffer.alloc(2 * ROWS_MAX))
  const before = process.memoryUsage().rss
  const silent = await unpack(await forge('silent.backup', [[ROWS, bomb]]))
  expect(silent.sentence).toContain('is longer than its manifest says')
  expect(silent.bytes).toBeLessThanOrEqual(ROWS_MAX)
  expect(process.memoryUsage().rss - before).toBeLessThan(ROWS_MAX)
  const much = await unpack(await forge('much.backup', [[ROWS, bomb]], { rows_bytes: 2 * ROWS_MAX }))
  expect(much).toEqual({
    bytes: 0,
    sentence: expect.stringContaining(`The part ${MANIFEST_NAME} of the file is not as it should be`),
  })
})

test('a file with a wrong or too large manifest is not unpacked', async () => {
  const part = gzipSync('rows')
  const other = await unpack(await forge('other.backup', [[ROWS, part]], { sha256: '0'.repeat(64) }))
  expect(other).toEqual({ bytes: 0, sentence: expect.stringContaining('was changed or is missing') })
  const longName = { name: 'x'.repeat(MANIFEST_MAX) }
  const large = await unpack(await forge('large.backup', [[ROWS, part]], longName))
  expect(large.sentence).toContain(`The part ${MANIFEST_NAME} of the file is larger than any of a backup.`)
})

test('only the passphrase decrypts the file, and only its owner can read it', async () => {
  await expect(read(good, 'another')).rejects.toThrow('The passphrase is not the one')
  expect(statSync(good).mode & 0o777).toBe(0o600)
  expect(readFileSync(good).includes('manifest.json')).toBe(false)
  const changed = readFileSync(good)
  changed[1000] = (changed[1000] ?? 0) ^ 1
  const file = folder.at('changed.backup')
  writeFileSync(file, changed)
  await expect(read(file)).rejects.toThrow('changed')
})

test('a missing file or one that is no backup is refused', async () => {
  const file = folder.at('holiday.jpg')
  writeFileSync(file, Buffer.alloc(5000, 7))
  await expect(read(file)).rejects.toThrow(`${file} is no backup of this server.`)
  await expect(read(folder.at('none'))).rejects.toThrow('There is no file')
})

test('of two simultaneous backups with one name, one is written, and the other does not change it', {
  tags: 'heavy',
}, async () => {
  const file = folder.at('twice.backup')
  const [first, second] = await Promise.allSettled([backUp(url, file), backUp(url, file)])
  expect([first?.status, second?.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  await read(file)
})

test('a backup never overwrites a file, and a failed one leaves none', async () => {
  await expect(backUp(url, good)).rejects.toThrow('exists already')
  const none = folder.at('none.backup')
  await expect(backUp(await createEmptyDatabase(), none)).rejects.toThrow('not one of the server')
  expect(readdirSync(folder.at('')).filter((name) => /none|partial/.test(name))).toEqual([])
})

async function isAsAge(length: number) {
  const plain = Buffer.from(Array.from({ length }, (_, i) => i % 251))
  const file = await buffer(encrypted(once(plain), 'pass'))
  const decrypter = new Decrypter()
  decrypter.addPassphrase('pass')
  expect(Buffer.from(await decrypter.decrypt(file)).equals(plain)).toBe(true)
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(10)
  encrypter.setPassphrase('pass')
  const theirs = Buffer.from(await encrypter.encrypt(plain))
  expect((await buffer(decrypted(once(theirs), 'pass'))).equals(plain)).toBe(true)
}

test.each([0, 65_537])('%d bytes are encrypted as age does it', isAsAge)
test.each([1, 65_535, 65_536, 200_000])('%d bytes are encrypted as age does it', { tags: 'heavy' }, isAsAge)

async function* once(bytes: Buffer) {
  yield bytes
}

test.each(MIGRATIONS.map(({ folderMillis }) => folderMillis))(
  'a file of the version with the migration of %s is restored and migrated',
  { tags: 'heavy' },
  async (last) => {
    const old = await createOldDatabase(last)
    const tables = await fillTables(old)
    const file = folder.at(`${last}.backup`)
    const written = await backUp(old, file)
    expect(written.manifest.totals.filter(({ rows }) => rows === 1).length).toBeGreaterThan(tables / 2)
    const empty = await createEmptyDatabase()
    expect(await restore(empty, file)).toEqual(written.manifest)
    await migrate(old)
    expect(await schemaOf(empty)).toEqual(await schemaOf(old))
  },
)

test('a file of an older version is restored with all migrations, or not at all', async () => {
  const file = folder.at('afterwards.backup')
  const old = await createOlderDatabase()
  await fillTables(old)
  await backUp(old, file)
  const empty = await createEmptyDatabase()
  const load = async (afterwards: () => Promise<void>) =>
    loadBackup(empty, readBackup(fileAt(file), { passphrase: async () => PASSPHRASE }), { afterwards })
  await expect(load(async () => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
  expect(await query(empty, TABLES)).toEqual([])
  await load(async () => undefined)
  expect(await query(empty, 'select later from tag')).toEqual([{ later: 'later' }])
})

test('development versions from before the first release can be neither backed up nor restored', async () => {
  const file = folder.at('unreleased.backup')
  const old = await createUnreleasedDatabase()
  await expect(backUp(old, file)).rejects.toThrow('back them up with the version that made them')
  expect(existsSync(file)).toBe(false)
  const empty = await createEmptyDatabase()
  const pieces = async function* () {
    for await (const piece of readBackup(fileAt(good), { passphrase: async () => PASSPHRASE }))
      yield 'header' in piece ? { header: { ...piece.header, migration: 1_753_000_000_000 } } : piece
  }
  await expect(loadBackup(empty, pieces())).rejects.toThrow(
    'The file was made by a development version from before the first release, 1.2.3. Only that version can restore it.',
  )
  expect(await query(empty, TABLES)).toEqual([])
})

test('a check restores the file into a separate database', { tags: 'heavy' }, async () => {
  const lifetime = new Lifetime()
  const pieces = readBackup(fileAt(good), { passphrase: async () => PASSPHRASE })
  try {
    expect(await checkBackup(pieces, lifetime)).toEqual(manifest)
  } finally {
    await lifetime.end()
  }
  expect(existsSync(good)).toBe(true)
})
