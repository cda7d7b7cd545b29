import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { ClusterError, explain } from './errors'

export interface DataDirLock {
  /** Releases the folder, as the end of the process does. */
  release(): void
}

/** Opening with this flag takes the lock on macOS; Node has no name for it. */
const MAC_O_EXLOCK = 0x20

/**
 * Locks the data folder for this process, and creates it when it is missing.
 *
 * The kernel locks an open file (flock): only one process gets the lock, and it is released when the process ends,
 * however it ends. So a lock is never stale. Node has no call for it: on Linux the command `flock` locks the
 * descriptor that it inherits, and the lock stays with the open file, which is ours, when the command has ended.
 *
 * @param address of this server, for the error of a second one
 * @throws ClusterError when another server holds the folder, or when it is unusable
 */
export function lockDataDir(dataDir: string, { address }: { address: string }): DataDirLock {
  const file = join(dataDir, 'lock')
  let fd: number | undefined
  try {
    createFolder(dataDir)
    fd = openLocked(file)
    if (fd === undefined) throw new ClusterError(heldBy(dataDir, file))
    ftruncateSync(fd)
    writeSync(fd, `process ${process.pid}, since ${new Date().toISOString()}, at ${address}`, 0)
  } catch (error) {
    throw explain(error, dataDir)
  }
  const held = fd
  return {
    release: () => {
      ftruncateSync(held)
      closeSync(held)
    },
  }
}

/** For root, other users may enter the folder, because PostgreSQL runs as another user. */
function createFolder(dataDir: string) {
  const created = mkdirSync(dataDir, { recursive: true })
  if (created !== undefined) chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
}

/** Undefined if another process has the lock. */
function openLocked(file: string): number | undefined {
  const flags = constants.O_RDWR | constants.O_CREAT
  if (process.platform === 'darwin') {
    try {
      return openSync(file, flags | constants.O_NONBLOCK | MAC_O_EXLOCK, 0o644)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined
      throw error
    }
  }
  const fd = openSync(file, flags, 0o644)
  const { status, error, stderr } = spawnSync('flock', ['-xn', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', fd],
  })
  if (status === 0) return fd
  closeSync(fd)
  if (status === 1) return undefined
  throw new ClusterError(
    `The data folder could not be locked: ${error?.message ?? stderr.toString()}. Install the command flock (package util-linux), or use your own PostgreSQL with DATABASE_URL.`,
  )
}

function heldBy(dataDir: string, file: string) {
  const holder = readFileSync(file, 'utf8')
  return `The data folder ${dataDir} is in use by another server${holder === '' ? '' : ` (${holder})`}. Stop that server first, or choose another folder with DATA_DIR.`
}
