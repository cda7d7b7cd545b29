import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { DAY } from '#contract/common/durations'
import { applyMigrations } from '../../../server/db/migrate'
import { ensurePartitions } from '../../../server/db/partitions'
import { columnsOf, tablesOf } from '../../../server/services/backup/catalog'
import { DAYS } from '../api/fill'

async function connected<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Writes each table into a file of a folder, as COPY answers it. */
export const copyOut = async (url: string, folder: string): Promise<void> =>
  connected(url, async (client) => {
    for (const table of await tablesOf(client)) {
      const rows = client.query(
        copyTo(`copy (select ${columnsOf(table).slice(1, -1)} from "${table.name}") to stdout`),
      )
      await pipeline(rows, createWriteStream(join(folder, table.name), { flush: true }))
    }
  })

/** Creates the tables of the server in an empty database. */
export const createTables = async (empty: string): Promise<void> => {
  const now = new Date()
  await connected(empty, async (client) => {
    await applyMigrations(client)
    await ensurePartitions(client, new Date(now.getTime() - (DAYS + 1) * DAY), now)
  })
}

/** Reads these files into a database with empty tables, in one transaction. */
export const copyIn = async (url: string, folder: string): Promise<void> =>
  connected(url, async (client) => {
    await client.query('begin')
    for (let waiting = await tablesOf(client); waiting.length > 0; ) {
      const later: typeof waiting = []
      for (const table of waiting) {
        await client.query('savepoint before')
        const copy = client.query(copyFrom(`copy "${table.name}" ${columnsOf(table)} from stdin`))
        await pipeline(createReadStream(join(folder, table.name), { highWaterMark: 1 << 20 }), copy).catch(
          async (error: unknown) => {
            if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
            // What it refers to is not there yet.
            await client.query('rollback to before')
            later.push(table)
          },
        )
      }
      waiting = later
    }
    await client.query('commit')
  })
