import { startTestCluster } from './cluster'

/**
 * Starts one PostgreSQL for a whole run of vitest or Playwright, unless `npm test` has started one for all its steps.
 * Tests ask `createDatabase` for a database in it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_CLUSTER_URL !== undefined) return () => Promise.resolve()
  const cluster = await startTestCluster()
  process.env.TEST_CLUSTER_URL = cluster.connectionString
  process.env.TEST_CLUSTER_TEMPLATE = cluster.template
  return async () => {
    delete process.env.TEST_CLUSTER_URL
    delete process.env.TEST_CLUSTER_TEMPLATE
    await cluster.stop()
  }
}
