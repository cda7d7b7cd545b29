import { onTestFinished } from 'vitest'
import { MIGRATIONS } from '../../server/db/migrate'
import { createDatabase } from './database'
import { query } from './query'

/**
 * Creates a database of the version before this one, and returns its URL. Until the test ends, this version has another
 * migration, which adds the column `later` to tags.
 */
export async function createOlderDatabase(): Promise<string> {
  const url = await createDatabase()
  const last = MIGRATIONS.at(-1)?.folderMillis ?? 0
  const sql = [`alter table tag add column later text not null default 'later'`]
  MIGRATIONS.push({ sql, hash: 'later', folderMillis: last + 1, bps: true })
  onTestFinished(() => void MIGRATIONS.pop())
  return url
}

/** Creates a database as a development version from before the first release left it, and returns its URL. */
export async function createUnreleasedDatabase(): Promise<string> {
  const url = await createDatabase()
  await query(
    url,
    `update drizzle.__drizzle_migrations set hash = 'of development', created_at = 1753000000000`,
  )
  return url
}
