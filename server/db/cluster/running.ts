import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ClusterError } from './errors'
import { ROLE, readPassword } from './initialise'
import { clusterName, isRunning } from './processes'

/** The PostgreSQL of a data folder that the server runs now. */
interface RunningCluster {
  /** URL of its database, with the password: never log it. */
  connectionString: string
  /** Public address of the server; undefined if it is unknown. */
  address: string | undefined
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/**
 * Finds the database of a server that works on the data folder at this moment, without disturbing it.
 * @throws ClusterError that says what to do
 */
export function findRunning(dataDir: string): RunningCluster {
  const pgdata = join(resolve(dataDir), 'postgres')
  const notRunning = new ClusterError(
    `No server works on the data folder ${dataDir}. Start the server, then try again; with another folder, name it with DATA_DIR.`,
  )
  try {
    if (!isRunning(clusterName(pgdata))) throw notRunning
    const port = Number(readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n')[3])
    const connectionString = `postgresql://${ROLE}:${readPassword(pgdata)}@127.0.0.1:${port}/${ROLE}`
    const [, address] = / at (http\S+)/.exec(readFileSync(join(dataDir, 'lock'), 'utf8')) ?? []
    // A server that chose its port itself did not know it when it wrote this.
    return { connectionString, address: address?.endsWith(':0') ? undefined : address }
  } catch (error) {
    if (error instanceof ClusterError) throw error
    if (isMissing(error)) throw notRunning
    throw new ClusterError(
      `The data folder ${dataDir} cannot be read. Run this as the user that the server runs as.`,
      { cause: error },
    )
  }
}
