// Sends one and the same device page again and again, through HTTP or by the database driver; a process of its own,
// so that neither pays for the other. Told milliseconds by its parent, it answers how many it got per second.
import { Agent, get } from 'node:http'
import { Pool } from 'pg'
import { deviceListQuery } from '#contract/devices'
import { devicePage } from '../../../server/services/devices'

const { WAY, URL_OF_PAGE = '', TOKEN, DATABASE_URL, SPACE_ID = '', LIMIT } = process.env
const CONCURRENCY = 8

function byHttp(): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
  const options = { agent, headers: { authorization: `Bearer ${TOKEN}` } }
  return () =>
    new Promise((resolve, reject) => {
      get(URL_OF_PAGE, options, (answer) => {
        let bytes = 0
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
        answer.on('end', () => (answer.statusCode === 200 ? resolve(bytes) : reject(new Error('refused'))))
      }).on('error', reject)
    })
}

function byDriver(): () => Promise<number> {
  const pool = new Pool({ connectionString: DATABASE_URL, max: CONCURRENCY })
  const statement = devicePage(SPACE_ID, deviceListQuery.parse({ limit: LIMIT }))
  return async () => (await pool.query<{ json: string }>(statement)).rows[0]?.json.length ?? 0
}

const request = WAY === 'http' ? byHttp() : byDriver()

async function load(milliseconds: number): Promise<number> {
  const began = performance.now()
  let answers = 0
  const client = async () => {
    while (performance.now() - began < milliseconds) {
      if ((await request()) < 1000) throw new Error('This is no page of devices.')
      answers++
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, client))
  return (answers * 1000) / (performance.now() - began)
}

process.on('message', (milliseconds) => void load(Number(milliseconds)).then((rate) => process.send?.(rate)))
process.on('disconnect', () => process.exit())
