import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../../db/cluster'
import { migrate } from '../../db/migrate'
import type { Manifest } from './format'
import { loadBackup } from './load'
import type { Piece } from './read'

/**
 * Restores a backup into a PostgreSQL that is thrown away, brings it up to date, and compares all rows.
 * @throws BackupError when it is not what it says
 */
export async function checkBackup(pieces: AsyncIterable<Piece>): Promise<Manifest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'spaceport-check-'))
  try {
    const cluster = await startCluster({ dataDir, log: () => undefined, durable: false })
    try {
      const manifest = await loadBackup(cluster.connectionString, pieces, { isCompared: true })
      await migrate(cluster.connectionString)
      return manifest
    } finally {
      await cluster.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
