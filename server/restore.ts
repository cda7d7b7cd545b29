import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { PAUSE_DAYS } from '#contract/connectors'
import { readConfig, type ServerConfig } from './config'
import { lockDataDir, startCluster } from './db/cluster'
import type { Lifetime } from './lifetime'
import { BackupError, loadBackup } from './services/backup'
import { pauseAllConnectors } from './services/connectors'
import { checkFile, openFile, rowsOf, runCommand, say } from './terminal'

const USAGE = 'Use npm run restore -- [--pause-connectors] FILE, or npm run restore -- --check FILE'

function readOptions(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        check: { type: 'boolean', default: false },
        'pause-connectors': { type: 'boolean', default: false },
      },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new BackupError(USAGE)
    return { file: resolve(file), isCheck: values.check, isQuiet: values['pause-connectors'] }
  } catch {
    throw new BackupError(USAGE)
  }
}

/** URL of the database to fill: the given one, or a new one in the data folder. */
async function databaseOf(
  { databaseUrl, dataDir, addressOn, port }: ServerConfig,
  lifetime: Lifetime,
): Promise<string> {
  if (databaseUrl !== undefined) return databaseUrl
  const lock = lockDataDir(dataDir, { address: addressOn(port) })
  lifetime.defer(() => lock.release())
  const cluster = await startCluster({ dataDir, log: say })
  lifetime.defer(() => cluster.stop())
  return cluster.connectionString
}

await runCommand(async (lifetime) => {
  const { file, isCheck, isQuiet } = readOptions(process.argv.slice(2))
  if (isCheck) return checkFile(file, lifetime)
  const config = readConfig(process.env)
  const { pieces, end } = openFile(file, 'Restored')
  const connectionString = await databaseOf(config, lifetime)
  const days = Math.min(PAUSE_DAYS, config.deliveryRetentionDays)
  const afterwards = async (client: Client) => {
    const count = await pauseAllConnectors(client, days)
    say(`${count} of the connectors are paused for ${days} days, or until somebody resumes them.`)
  }
  const manifest = await loadBackup(connectionString, pieces, isQuiet ? { afterwards } : {}).finally(end)
  say(`${rowsOf(manifest)} are restored, as they were at ${manifest.created_at}. Start the server.`)
})
