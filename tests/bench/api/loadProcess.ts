// Asks for one and the same page again and again, through HTTP or by the database driver; a process of its own, so that
// neither pays for the other. Its parent sends it milliseconds, and it answers how many pages it got per second.
import { Pool } from 'pg'
import { ApiClient } from './apiClient'
import type { Load } from './throughput'

const CONCURRENCY = 8
/** No page is so short, in characters. */
const SHORTEST_PAGE = 1000

function requestOf(load: Load): () => Promise<string> {
  if (load.way === 'http') {
    const api = new ApiClient(load.base, load.credentials)
    return () => api.get(load.path, load.query)
  }
  const pool = new Pool({ connectionString: load.databaseUrl, max: CONCURRENCY })
  return async () => (await pool.query<{ json: string }>(load.statement)).rows[0]?.json ?? ''
}

const load: Load = JSON.parse(process.env.LOAD ?? '')
const request = requestOf(load)

async function answersPerSecond(milliseconds: number): Promise<number> {
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

process.on(
  'message',
  (milliseconds) => void answersPerSecond(Number(milliseconds)).then((rate) => process.send?.(rate)),
)
process.on('disconnect', () => process.exit())
