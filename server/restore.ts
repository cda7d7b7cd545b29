import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PAUSE_DAYS } from '#contract/connectors'
import { readConfig, type ServerConfig } from './config'
import { lockDataDir, startCluster } from './db/cluster'
import { openDatabase } from './db/database'
import { migrate } from './db/migrate'
import { Lifetime } from './lifetime'
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

async function pauseAll(connectionString: string) {
  const db = openDatabase(connectionString, () => undefined)
  try {
    const count = await pauseAllConnectors({ db, now: () => new Date() })
    say(`${count} connectors are paused for ${PAUSE_DAYS} days, or until somebody resumes them.`)
  } finally {
    await db.$client.end()
  }
}

await runCommand(async () => {
  const { file, isCheck, isQuiet } = readOptions(process.argv.slice(2))
  if (isCheck) return checkFile(file)
  const lifetime = new Lifetime()
  try {
    const { pieces, end } = openFile(file, 'Restored')
    const connectionString = await databaseOf(readConfig(process.env), lifetime)
    const manifest = await loadBackup(connectionString, pieces).finally(end)
    await migrate(connectionString)
    if (isQuiet) await pauseAll(connectionString)
    say(`${rowsOf(manifest)} are restored, as they were at ${manifest.created_at}. Start the server.`)
  } finally {
    await lifetime.end()
  }
})
