import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Client, type ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { pack as openPack, type Pack } from 'tar-stream'
import { isLocked } from '../../db/database'
import { attachMonths } from '../../db/detachedMonth'
import { lastMigration } from '../../db/migrate'
import { BACKUP_LOCK } from '../../db/partitions'
import type { BackupFile } from '../../systems'
import { newId } from '../common/ids'
import { encrypted } from './age'
import { allRows, estimate, PLAIN_TEXT, placesOf, type SourceOf, tablesOf } from './catalog'
import {
  BackupError,
  type BackupTable,
  FORMAT,
  HEADER_NAME,
  type Header,
  MANIFEST_NAME,
  type Manifest,
  type Part,
  partName,
  type Total,
} from './format'
import { selectSpace } from './space/ofSpace'
import { blocksOf, Tally } from './tally'

/** Bytes of rows in a part, before compression. */
const PART = 8 * 1024 * 1024
/** Speed is worth more here than the last tenth of size. */
const LEVEL = 1
const compress = promisify<Buffer, { level: number }, Buffer>(gzip)

/** Called often with what is done and the approximate total, in one unit. */
export type Progress = (state: { done: number; total: number }) => void

interface Options {
  version: string
  /** Null writes the file without encryption. */
  passphrase: string | null
  /** Writes only what belongs to this space. */
  spaceId?: string
  progress?: Progress
}

export interface Written {
  manifest: Manifest
  /** Size of the file in bytes. */
  size: number
}

/**
 * Writes all rows of a database, or of one space, into a file, as they are at one moment. The file gets its name when it is complete and on
 * the disk. The server may run meanwhile.
 * @throws BackupError if it cannot be made; no file is left then
 */
export async function writeBackup(
  connectionString: string,
  file: BackupFile,
  options: Options,
): Promise<Written> {
  const [snapshot, reader] = [new Client({ connectionString }), new Client({ connectionString })]
  for (const client of [snapshot, reader]) client.on('error', () => undefined)
  try {
    await Promise.all([snapshot.connect(), reader.connect()])
    for (const client of [snapshot, reader]) await client.query(PLAIN_TEXT)
    await lockBackups(snapshot)
    if ((await file.size()) !== undefined)
      throw new BackupError(`${file.label} exists already. Choose another name.`)
    return await writeFile(snapshot, reader, file, options)
  } finally {
    await Promise.allSettled([snapshot.end(), reader.end()])
  }
}

async function writeFile(
  snapshot: Client,
  reader: Client,
  file: BackupFile,
  options: Options,
): Promise<Written> {
  const pack = openPack()
  // The reader gets the error.
  pack.on('error', () => undefined)
  const source: AsyncIterable<Buffer> = pack
  const bytes = options.passphrase === null ? source : encrypted(source, options.passphrase)
  // Compressed rows take less than those of the database.
  const { rows } = await snapshot.query<{ size: string }>(
    'select pg_database_size(current_database()) as size',
  )
  let failure: unknown
  const filling = fill(pack, snapshot, reader, options).catch((error: unknown) => {
    failure = error
    pack.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  const size = await file.write(bytes, Number(rows[0]?.size ?? 0)).catch((error: unknown) => {
    throw failure ?? error
  })
  const manifest = await filling
  if (!manifest) throw failure
  if (options.spaceId === undefined) await note(snapshot, file, manifest, size)
  return { manifest, size }
}

/** Waits a moment until nobody else makes a backup; then no month can be dropped until the connection ends. @throws BackupError */
export async function lockBackups(client: ClientBase) {
  // Dropping a month takes the lock for a moment.
  await client.query(`set lock_timeout = '3s'`)
  try {
    await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK])
  } catch (error) {
    if (!isLocked(error)) throw error
    throw new BackupError('Another backup of this database is being made. Wait for its end, then try again.')
  }
  await attachMonths(client)
}

/** Records a backup for administrators. */
async function note(client: ClientBase, file: BackupFile, { created_at }: Manifest, size: number) {
  const values = [newId(), created_at, file.name, size]
  await client.query('insert into backup (id, created_at, file, size) values ($1, $2, $3, $4)', values)
}

async function fill(
  pack: Pack,
  snapshot: Client,
  reader: Client,
  { version, progress, spaceId }: Options,
): Promise<Manifest> {
  const parts: Part[] = []
  const created_at = new Date().toISOString()
  const add = async (name: string, data: Buffer, more: Pick<Part, 'rows_bytes'> = {}) => {
    await entry(pack, name, data, new Date(created_at))
    parts.push({ name, bytes: data.length, ...more, sha256: createHash('sha256').update(data).digest('hex') })
  }
  await snapshot.query('begin transaction isolation level repeatable read read only')
  const migration = await lastMigration(snapshot)
  if (migration === undefined)
    throw new BackupError(
      'This database is not one of the server: it has no tables of it. Check DATABASE_URL or DATA_DIR.',
    )
  const { tables, sourceOf, space } = await selectRows(snapshot, spaceId)
  const { rows } = await snapshot.query<{ id: string }>('select pg_export_snapshot() as id')
  const expected = space ? 0 : await estimate(snapshot)
  const file = { kind: 'spaceport-backup', format: FORMAT, version, created_at, migration } as const
  const header: Header = { ...file, ...(space && { space }), tables }
  await add(HEADER_NAME, json(header))

  const totals: Total[] = []
  let done = 0
  for (const [index, table] of tables.entries()) {
    const tally = new Tally()
    let number = 0
    const compressing: { data: Promise<Buffer>; rows_bytes: number }[] = []
    const next = async () => {
      const first = compressing.shift()
      if (!first) return
      const { data, rows_bytes } = first
      await add(partName(index + 1, table, ++number), await data, { rows_bytes })
    }
    for await (const block of rowsOf(reader, rows[0]?.id ?? '', table, sourceOf)) {
      // Compressed on another thread while this one takes the next rows.
      compressing.push({ data: compress(block, { level: LEVEL }), rows_bytes: block.length })
      tally.add(block)
      if (compressing.length > 1) await next()
      progress?.({ done: done + tally.rows, total: expected })
    }
    while (compressing.length > 0) await next()
    done += tally.rows
    totals.push({ table: table.name, rows: tally.rows, checksum: tally.checksum })
  }
  await snapshot.query('commit')
  if ((await lastMigration(snapshot)) !== migration)
    throw new BackupError(
      'A newer version of the server has changed the tables meanwhile. Make the backup again.',
    )
  const manifest: Manifest = { version, created_at, totals, parts }
  await entry(pack, MANIFEST_NAME, json(manifest), new Date(created_at))
  pack.finalize()
  return manifest
}

async function selectRows(client: ClientBase, spaceId: string | undefined) {
  if (spaceId !== undefined) return selectSpace(client, spaceId)
  return { tables: await tablesOf(client), sourceOf: allRows, space: undefined }
}

const json = (value: Header | Manifest) => Buffer.from(`${JSON.stringify(value, undefined, 1)}\n`)

const entry = (pack: Pack, name: string, data: Buffer, mtime: Date) =>
  new Promise<void>((resolve, reject) => {
    pack.entry({ name, mtime, mode: 0o600 }, data, (error) => (error ? reject(error) : resolve()))
  })

/**
 * The rows of a table in a snapshot, in blocks. Places are read one after the other, each in a transaction of its own, so that nothing is
 * locked for long, and never as a partitioned table, which would keep others from adding a month.
 */
async function* rowsOf(
  client: Client,
  snapshot: string,
  table: BackupTable,
  sourceOf: SourceOf,
): AsyncGenerator<Buffer> {
  for (const place of placesOf(table)) {
    await client.query(
      `begin transaction isolation level repeatable read read only; set transaction snapshot '${snapshot}'`,
    )
    yield* readRows(client, sourceOf(place, table))
    await client.query('commit')
  }
}

/** The rows that COPY reads, in blocks of whole rows. */
export const readRows = (client: ClientBase, source: string): AsyncGenerator<Buffer> =>
  blocksOf(client.query(copyTo(`copy ${source} to stdout`)), PART)
