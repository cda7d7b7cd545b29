import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDatabaseFull } from '../../db/away'
import { ClusterError, lockDataDir, removeCluster, startCluster } from '../../db/cluster'
import type { Lifetime } from '../../lifetime'
import { BackupError, type Manifest } from './format'
import { loadBackup } from './load'
import type { Piece } from './read'

/** Checks that may run at the same time, each in a folder of its own. */
const PLACES = 8

/** Creates a folder that only this user can change, unless there is one. Others also write in the folder for temporary files. */
function isOurs(folder: string, user: number): boolean {
  try {
    // For root, PostgreSQL runs as another user.
    mkdirSync(folder, { mode: user === 0 ? 0o711 : 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return false
  }
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return false
  return process.getuid === undefined || (found.uid === user && (found.mode & 0o022) === 0)
}

/**
 * A folder for the PostgreSQL of a check, with one of a few names: what a killed check has left there, including a PostgreSQL that is still
 * running, is removed by the next one.
 */
async function takeFolder(lifetime: Lifetime): Promise<string> {
  const user = process.getuid?.() ?? 0
  for (let place = 0; place < PLACES; place++) {
    const folder = join(tmpdir(), `spaceport-check-${user}-${place}`)
    if (!isOurs(folder, user)) continue
    try {
      const lock = lockDataDir(folder, { address: 'a check of a backup' })
      lifetime.defer(() => lock.release())
    } catch (error) {
      if (error instanceof ClusterError) continue
      throw error
    }
    const clear = async () => removeCluster(folder)
    lifetime.defer(clear)
    await clear()
    return folder
  }
  throw new BackupError(
    `No folder for a check could be made in ${tmpdir()}. Choose another folder with TMPDIR, or wait for other checks.`,
  )
}

/**
 * Starts an empty PostgreSQL that is deleted afterwards.
 * @param lifetime ends it, and removes its rows
 * @returns URL of its database
 */
export async function startTrial(lifetime: Lifetime): Promise<string> {
  const dataDir = await takeFolder(lifetime)
  const cluster = await startCluster({ dataDir, log: () => undefined, durable: false })
  lifetime.defer(() => cluster.stop())
  return cluster.connectionString
}

/**
 * Restores a backup into a PostgreSQL that is deleted afterwards, brings it up to date, and compares all rows.
 * @param lifetime ends that PostgreSQL
 * @throws BackupError if it is not what it says, or cannot be checked
 */
export async function checkBackup(pieces: AsyncIterable<Piece>, lifetime: Lifetime): Promise<Manifest> {
  const url = await startTrial(lifetime)
  try {
    return await loadBackup(url, pieces, { isCompared: true })
  } catch (error) {
    if (!isDatabaseFull(error)) throw error
    throw new BackupError(
      `The disk of ${tmpdir()}, on which the backup is restored for a try, is full. Make room on it, or choose another folder with TMPDIR.`,
    )
  }
}
