// Restores a file of every version of the tables since the first, with a row in each table, and brings it up to date.
// npm run soak:versions, or some of them: npm run soak:versions -- 0043 0051
import { rmSync } from 'node:fs'
import { migrate } from '../../server/db/migrate'
import { aFolder, backUp, fillTables, restore, schemaOf } from '../support/backups'
import { startTestCluster } from '../support/cluster'
import { createEmptyDatabase, createOldDatabase, readJournal } from '../support/database'

const cluster = await startTestCluster()
const { connectionString } = cluster
const folder = aFolder()
const chosen = process.argv.slice(2)
const isChosen = (tag: string) => chosen.length === 0 || chosen.some((start) => tag.startsWith(start))
const tags = readJournal().map(({ tag }) => tag)
const failed: string[] = []
try {
  for (const tag of tags.filter(isChosen)) {
    const file = folder.at(tag)
    try {
      const old = await createOldDatabase(tag, connectionString)
      const tables = await fillTables(old)
      const { manifest } = await backUp(old, file)
      const empty = await createEmptyDatabase(connectionString)
      await restore(empty, file)
      await migrate(empty)
      await migrate(old)
      const [restored, migrated] = [await schemaOf(empty), await schemaOf(old)]
      if (restored.join('\n') !== migrated.join('\n')) throw new Error('keys or indexes differ')
      const rows = manifest.totals.reduce((sum, total) => sum + total.rows, 0)
      console.log(`${tag}: ${rows} rows of ${tables} tables`)
    } catch (error) {
      failed.push(tag)
      console.log(`${tag}: FAILED: ${String(error)}`)
    }
    rmSync(file, { force: true })
  }
} finally {
  folder.remove()
  await cluster.stop()
}
console.log(failed.length === 0 ? 'All were restored.' : `Not restored: ${failed.join(', ')}`)
if (failed.length > 0) process.exitCode = 1
