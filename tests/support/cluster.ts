import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, startCluster } from '../../server/db/cluster'
import { chooseAccount } from '../../server/db/cluster/account'
import { findBinaries, packagedNative } from '../../server/db/cluster/binaries'
import { initialise } from '../../server/db/cluster/initialise'

/** The PostgreSQL of a test run. */
interface TestCluster extends Cluster {
  /** Data folder that `copyDataFolder` copies. */
  template: string
}

/** Starts a PostgreSQL for a test run, in a temporary folder that `stop` removes. Fast, not durable. */
export async function startTestCluster(): Promise<TestCluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'spaceport-test-'))
  const template = join(dataDir, 'template')
  mkdirSync(template)
  await initialiseIn(template)
  copyDataFolder(dataDir, template)
  const cluster = await startCluster({ dataDir, log: () => undefined, durable: false })
  return {
    ...cluster,
    template,
    stop: async () => {
      await cluster.stop()
      // Not all at once: vitest still waits for the messages of its workers, and hundreds of databases take seconds.
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function initialiseIn(dataDir: string) {
  const binaries = findBinaries(packagedNative(), dataDir)
  const pgdata = join(dataDir, 'postgres')
  const account = chooseAccount(binaries, dataDir, pgdata)
  await initialise({ binaries, account, dataDir, pgdata, durable: false })
}

/** Copies a new database into a data folder, because creating one takes seconds. */
export function copyDataFolder(dataDir: string, template = process.env.TEST_CLUSTER_TEMPLATE): void {
  if (template === undefined) throw new Error('No PostgreSQL was started for this run.')
  // Keep owners: for root, the files belong to another user.
  const { status, stderr } = spawnSync('cp', ['-pR', join(template, 'postgres'), dataDir], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}
