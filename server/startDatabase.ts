import type { ServerConfig } from './config'
import { lockDataDir, startCluster } from './db/cluster'
import type { Lifetime } from './lifetime'

/**
 * URL of the database: the given one, or that of the data folder, whose PostgreSQL runs as long as the lifetime.
 * @param say prints a line for the operator
 * @throws ClusterError that says what to do
 */
export async function startDatabase(
  { databaseUrl, dataDir, addressOn, port }: ServerConfig,
  lifetime: Lifetime,
  say: (line: string) => void,
): Promise<string> {
  if (databaseUrl !== undefined) return databaseUrl
  const lock = lockDataDir(dataDir, { address: addressOn(port) })
  lifetime.defer(() => lock.release())
  const cluster = await startCluster({ dataDir, log: say })
  lifetime.defer(() => cluster.stop())
  return cluster.connectionString
}
