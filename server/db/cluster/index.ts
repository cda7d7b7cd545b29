import { readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chooseAccount } from './account'
import { findBinaries, packagedNative } from './binaries'
import { ClusterError, explain } from './errors'
import { initialise, ROLE, readPassword } from './initialise'
import { LogFile } from './logFile'
import { freePort, type Postmaster, startPostmaster } from './postmaster'
import { clusterName, removeStalePid, stopLeftovers } from './processes'

export { ClusterError } from './errors'
export { lockDataDir } from './lock'
export { findRunning } from './running'

/** The server's own PostgreSQL. */
export interface Cluster {
  /** URL of its database, with the password: never log it. */
  connectionString: string
  /** Stops PostgreSQL after it has written everything; open connections are closed. */
  stop(): Promise<void>
}

interface ClusterOptions {
  /** The data folder, which must exist and be locked (`lockDataDir`). The database is in its folder `postgres`. */
  dataDir: string
  /** Prints a line for the operator. */
  log: (line: string) => void
  /** False trades safety for speed, in tests. */
  durable?: boolean
  /** Folder with the programs of PostgreSQL; by default that of the npm package. */
  native?: string
}

const MAJOR = '18'
const PORT_ATTEMPTS = 5

/**
 * Starts the server's own PostgreSQL, and creates its database in an empty data folder. Processes that an earlier
 * server left running are stopped first. If PostgreSQL ends unexpectedly, it is started again on the same address.
 * @throws ClusterError that says what to do
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const dataDir = resolve(options.dataDir)
  try {
    return await start({ durable: true, native: packagedNative(), ...options, dataDir })
  } catch (error) {
    throw explain(error, dataDir)
  }
}

async function start({ dataDir, log, durable, native }: Required<ClusterOptions>): Promise<Cluster> {
  const pgdata = join(dataDir, 'postgres')
  const binaries = findBinaries(native, dataDir)
  const account = chooseAccount(binaries, dataDir, pgdata)
  if (statSync(pgdata, { throwIfNoEntry: false }) === undefined) {
    await initialise({ binaries, account, dataDir, pgdata, durable })
  }
  checkVersion(pgdata)

  const logFile = new LogFile(join(dataDir, 'postgres.log'))
  const startOn = async (port: number) => {
    const name = clusterName(pgdata)
    await stopLeftovers(name, log)
    removeStalePid(pgdata)
    return startPostmaster({ binaries, account, pgdata, name, port, durable, logFile })
  }
  const { postmaster, port } = await onFreePort(startOn)
  const stopping = new AbortController()
  const watch = keepRunning(postmaster, () => startOn(port), log, stopping.signal)
  return {
    connectionString: `postgresql://${ROLE}:${readPassword(pgdata)}@127.0.0.1:${port}/${ROLE}`,
    stop: async () => {
      stopping.abort()
      await watch
      logFile.close()
    },
  }
}

/** Removes the database of a data folder with all its rows, even if an abandoned PostgreSQL still runs on it. */
export async function removeCluster(dataDir: string): Promise<void> {
  const pgdata = join(resolve(dataDir), 'postgres')
  if (statSync(pgdata, { throwIfNoEntry: false }) === undefined) return
  await stopLeftovers(clusterName(pgdata), () => undefined)
  rmSync(pgdata, { recursive: true, force: true, maxRetries: 5 })
}

/** Another program took the port after we found it free, or the PostgreSQL of a killed server is just starting. */
const WORTH_ANOTHER_TRY = /could not bind|lock file .* already exists|pre-existing shared memory block/

async function onFreePort(startOn: (port: number) => Promise<Postmaster>) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      return { postmaster: await startOn(port), port }
    } catch (error) {
      if (attempt === PORT_ATTEMPTS || !WORTH_ANOTHER_TRY.test(String(error))) throw error
    }
  }
}

/** Restarts PostgreSQL whenever it ends, until the signal stops it. */
async function keepRunning(
  first: Postmaster,
  again: () => Promise<Postmaster>,
  log: (line: string) => void,
  stopping: AbortSignal,
): Promise<void> {
  const stopped = new Promise((resolve) => stopping.addEventListener('abort', resolve))
  let running = first
  let failures = 0
  for (;;) {
    await Promise.race([running.exited, stopped])
    if (stopping.aborted) return running.stop()
    await wait(Math.min(100 * 2 ** failures, 30_000), undefined, { signal: stopping }).catch(() => undefined)
    if (stopping.aborted) return
    try {
      log('PostgreSQL ended unexpectedly; starting it again.')
      running = await again()
      failures = 0
    } catch (error) {
      failures++
      log(`PostgreSQL did not start: ${String(error)}`)
    }
  }
}

function checkVersion(pgdata: string) {
  let version: string
  try {
    version = readFileSync(join(pgdata, 'PG_VERSION'), 'utf8').trim()
  } catch (cause) {
    throw new ClusterError(
      `${pgdata} is no database of PostgreSQL. Move it away, or choose another folder with DATA_DIR.`,
      { cause },
    )
  }
  if (version === MAJOR) return
  throw new ClusterError(
    `${pgdata} was written by PostgreSQL ${version}, but this server brings PostgreSQL ${MAJOR}. Dump it with the server version that wrote it and load it into a new folder, or use a PostgreSQL ${version} with DATABASE_URL.`,
  )
}
