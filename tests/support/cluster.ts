import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, startCluster } from '../../server/db/cluster'

/** Starts a PostgreSQL for a test run, in a temporary folder that `stop` removes. Fast, not durable. */
export async function startTestCluster(): Promise<Cluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'spaceport-test-'))
  const cluster = await startCluster({ dataDir, log: () => undefined, durable: false })
  return {
    ...cluster,
    stop: async () => {
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
