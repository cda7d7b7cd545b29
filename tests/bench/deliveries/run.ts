import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDataDir, startCluster } from '../../../server/db/cluster'
import { openDatabase, POOLS } from '../../../server/db/database'
import { migrate } from '../../../server/db/migrate'
import { endOnSignal, Lifetime } from '../../../server/lifetime'
import type { Line } from '../api/lines'
import { benchBacklog } from './backlog'
import { endAll } from './fill'
import { benchRates } from './rate'
import { benchTake } from './take'

async function measured(lifetime: Lifetime): Promise<Line[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'deliveries-bench-'))
  lifetime.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const lock = lockDataDir(dataDir, { address: 'the benchmark' })
  lifetime.defer(() => lock.release())
  const cluster = await startCluster({ dataDir, log: console.error })
  lifetime.defer(() => cluster.stop())
  await migrate(cluster.connectionString)
  const db = openDatabase(cluster.connectionString, () => undefined, POOLS.chores)
  lifetime.defer(() => db.$client.end())
  const rates = await benchRates(cluster.connectionString, db)
  const lines = await benchTake(db.$client)
  await endAll(db.$client)
  return [...rates, ...lines, ...(await benchBacklog(cluster.connectionString, db, lifetime))]
}

/** Measures what one delivery costs the others, on the embedded PostgreSQL as in production. */
export async function benchDeliveries() {
  const lifetime = new Lifetime()
  endOnSignal(lifetime, Promise.resolve(), console.error)
  try {
    const lines = await measured(lifetime)
    return { title: 'Deliveries', lines, met: lines.every(({ met }) => met) }
  } finally {
    await lifetime.end()
  }
}
