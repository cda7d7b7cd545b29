import { readFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'

/** The view of all messages from the documentation. */
const [, VIEW = ''] = /```sql\n(create view [^`]+)```/.exec(readFileSync('docs/archive.md', 'utf8')) ?? []

/** Queries the view `message` of an archive folder with DuckDB. Values are as in JSON; times are in UTC. */
export async function askArchive(folder: string, question: string) {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await connection.run("set timezone = 'UTC'")
    await connection.run(VIEW.replace('/archive/', `${folder}/`))
    return (await connection.runAndReadAll(question)).getRowObjectsJson()
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
