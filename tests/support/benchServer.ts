import { env } from 'node:process'
import type { Lifetime } from '../../server/lifetime'
import { startTestCluster } from './cluster'
import { createDatabase } from './database'
import { makeServer } from './makeServer'

/** A server with a database of its own, until the lifetime ends. */
export async function benchServer(lifetime: Lifetime) {
  const cluster = await startTestCluster()
  lifetime.defer(() => cluster.stop())
  env.TEST_CLUSTER_URL = cluster.connectionString
  const databaseUrl = await createDatabase()
  const server = await makeServer({ databaseUrl })
  lifetime.defer(() => server.stop())
  return { server, databaseUrl }
}
