import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerConfig } from '../config/config'
import { ClusterError, findRunning, lockDataDir, startCluster } from '../db/cluster'
import type { Lifetime } from '../lifetime'

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

/**
 * URL of a database that a server may be using: the given one, that of the running server, or the one in the data folder, which is started
 * for this.
 * @throws ClusterError that says what to do
 */
export async function findDatabase(
  config: ServerConfig,
  lifetime: Lifetime,
  say: (line: string) => void,
): Promise<string> {
  const { databaseUrl, dataDir } = config
  try {
    return databaseUrl ?? findRunning(dataDir).connectionString
  } catch (error) {
    if (!(error instanceof ClusterError) || !existsSync(join(dataDir, 'postgres'))) throw error
  }
  return startDatabase(config, lifetime, say)
}
