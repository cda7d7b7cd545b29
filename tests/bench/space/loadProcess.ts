// Reads the same page again and again, through HTTP or with the database driver. It is a process of its own, so that
// its load does not slow the benchmark. It returns the number of pages per second.
import { Pool } from 'pg'
import { runApart } from '../../harness/apart'
import { Api } from '../../harness/http'
import type { Load, LoadProgram } from './throughput'

const CONCURRENCY = 8
/** Each page is longer than this, in characters. */
const SHORTEST_PAGE = 1000

function requestOf(load: Load): () => Promise<string> {
  if (load.way === 'http') {
    const api = new Api(load.url, load.credentials)
    return () => api.get(load.path, load.query)
  }
  const pool = new Pool({ connectionString: load.databaseUrl, max: CONCURRENCY })
  return async () => (await pool.query<{ json: string }>(load.statement)).rows[0]?.json ?? ''
}

runApart<LoadProgram>((load) => {
  const request = requestOf(load)
  return async ({ milliseconds }) => {
    const began = performance.now()
    let answers = 0
    const client = async () => {
      while (performance.now() - began < milliseconds) {
        if ((await request()).length < SHORTEST_PAGE) throw new Error('This is no page.')
        answers++
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, client))
    return (answers * 1000) / (performance.now() - began)
  }
})
