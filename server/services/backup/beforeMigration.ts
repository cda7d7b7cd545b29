import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { checkSchema, lastMigration } from '../../db/migrate'
import { reasonOf } from '../../errors'
import { makeFolder } from '../storage/files'
import { fileAt } from './file'
import { writeBackup } from './write'

/** Bytes. A larger database takes more than about half a minute, and space that may be missing. */
const LARGE = 2e9
/** How many of these files are kept. */
const KEEP = 3

interface Options {
  folder: string
  version: string
  /** Null for a file that is not encrypted, as the database itself. */
  passphrase: string | null
  /** Prints a line for the operator. */
  say: (line: string) => void
}

/** Whether there is something to back up before a migration, and the size of the database in bytes. */
async function readState(connectionString: string) {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const isBehind = (await lastMigration(client)) !== undefined && (await checkSchema(client)) > 0
    const { rows } = await client.query<{ size: string }>(
      'select pg_database_size(current_database()) as size',
    )
    return { isBehind, size: Number(rows[0]?.size ?? 0) }
  } finally {
    await client.end()
  }
}

/** Backs up the server's own database when a newer version is about to change its tables, and prints a line about it. */
export async function backUpBeforeMigration(
  connectionString: string,
  { folder, say, ...options }: Options,
): Promise<void> {
  const { isBehind, size } = await readState(connectionString)
  if (!isBehind) return
  if (size > LARGE) {
    say(
      `The database is large (${(size / 1e9).toFixed(1)} GB): it is brought up to date without a backup before.`,
    )
    return
  }
  const now = new Date().toISOString()
  const file = join(folder, `before-${options.version}-${now.slice(0, 19).replaceAll(':', '')}Z.backup`)
  say('This version changes the tables of the database: a backup is made before.')
  try {
    await makeFolder(folder)
    await writeBackup(connectionString, fileAt(file), options)
    say(`The database as it was is in ${file}`)
    const names = await readdir(folder)
    // Left by starts that were killed.
    for (const name of names.filter((name) => /^before-.*\.partial$/.test(name))) await rm(join(folder, name))
    const files = names.filter((name) => /^before-.*\.backup$/.test(name))
    const byTime = files.toSorted((a, b) => a.slice(-25).localeCompare(b.slice(-25)))
    for (const old of byTime.slice(0, -KEEP)) await rm(join(folder, old))
  } catch (error) {
    say(`The database is brought up to date without a backup before, which failed: ${reasonOf(error)}`)
  }
}
