import { startTestCluster } from '../../support/cluster'

/** Starts one PostgreSQL for the whole run; each worker's server gets a database of its own in it. */
export default async function setup() {
  const cluster = await startTestCluster()
  process.env.TEST_CLUSTER_URL = cluster.connectionString
  return () => cluster.stop()
}
