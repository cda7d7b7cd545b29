import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { migrate } from '../../server/db/migrate'

const TEMPLATE = 'template_migrated'
const TEMPLATE_LOCK = 0x7e3a_1a7e

/**
 * Creates an empty, migrated database for one test file, and returns its URL.
 * @param cluster URL of a PostgreSQL (`startTestCluster`); by default the run's own (`globalSetup`)
 */
export async function createDatabase(cluster = process.env.TEST_CLUSTER_URL): Promise<string> {
  if (cluster === undefined) throw new Error('No PostgreSQL was started for this run.')
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new Client({ connectionString: cluster })
  await client.connect()
  try {
    await ensureTemplate(client, cluster)
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  } finally {
    await client.end()
  }
  return withDatabase(cluster, name)
}

/** Migrates once per cluster. The template gets its name when it is complete. */
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
