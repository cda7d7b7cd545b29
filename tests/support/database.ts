import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { applyMigrations, migrate } from '../../server/db/migrate'

const TEMPLATE = 'template_migrated'
const TEMPLATE_LOCK = 0x7e3a_1a7e

/**
 * Creates an empty, migrated database for one test file, and returns its URL.
 * @param cluster URL of a PostgreSQL (`startTestCluster`); by default the run's own (`globalSetup`)
 */
export async function createDatabase(cluster = process.env.TEST_CLUSTER_URL): Promise<string> {
  if (cluster === undefined) throw new Error('No PostgreSQL was started for this run.')
  const name = `test_${randomBytes(6).toString('hex')}`
  await query(cluster, async (client) => {
    await ensureTemplate(client, cluster)
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  })
  return withDatabase(cluster, name)
}

/** Creates a database without any table, and returns its URL. */
export async function createEmptyDatabase(cluster = process.env.TEST_CLUSTER_URL): Promise<string> {
  if (cluster === undefined) throw new Error('No PostgreSQL was started for this run.')
  const name = `empty_${randomBytes(6).toString('hex')}`
  await query(cluster, (client) => client.query(`create database ${name}`))
  return withDatabase(cluster, name)
}

/**
 * Creates a database as an older version of the server left it, and returns its URL.
 * @param last time of the last migration that it knows, in Unix ms
 */
export async function createOldDatabase(last: number): Promise<string> {
  const url = await createEmptyDatabase()
  await query(url, (client) => applyMigrations(client, last))
  return url
}

/** Runs work with its own connection. */
async function query<Result>(url: string, run: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

/** Migrates once per cluster. The template gets its name once it is complete. */
async function ensureTemplate(client: Client, cluster: string) {
  const exists = async () => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE])
    return rowCount === 1
  }
  if (await exists()) return
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  try {
    if (await exists()) return
    const draft = `${TEMPLATE}_draft`
    await client.query(`drop database if exists ${draft}`)
    await client.query(`create database ${draft}`)
    await migrate(withDatabase(cluster, draft))
    await client.query(`alter database ${draft} rename to ${TEMPLATE}`)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK])
  }
}

function withDatabase(url: string, name: string) {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.toString()
}
