import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, type ServerConfig } from './config'
import { ClusterError, findRunning } from './db/cluster'
import type { Lifetime } from './lifetime'
import { writeBackup } from './services/backup'
import { startDatabase } from './startDatabase'
import {
  askNewPassphrase,
  checkFile,
  megabytes,
  readArguments,
  rowsOf,
  runCommand,
  say,
  showProgress,
} from './terminal'
import { readVersion } from './version'

const USAGE = 'Use npm run backup -- [--no-encryption] FILE, or npm run backup -- --check FILE'

/** URL of the database: the given one, that of the running server, or the one in the data folder, which is started for this. */
async function databaseOf(config: ServerConfig, lifetime: Lifetime): Promise<string> {
  const { databaseUrl, dataDir } = config
  try {
    return databaseUrl ?? findRunning(dataDir).connectionString
  } catch (error) {
    if (!(error instanceof ClusterError) || !existsSync(join(dataDir, 'postgres'))) throw error
  }
  return startDatabase(config, lifetime, say)
}

async function backUp(file: string, isPlain: boolean, lifetime: Lifetime) {
  const config = readConfig(process.env)
  const connectionString = await databaseOf(config, lifetime)
  const passphrase = isPlain
    ? null
    : config.backupPassphrase === undefined
      ? await askNewPassphrase()
      : config.backupPassphrase
  const { progress, end } = showProgress('Backed up', (rows) => `${rows} rows`)
  const { manifest, size } = await writeBackup(connectionString, file, {
    version: readVersion(),
    passphrase,
    progress,
  }).finally(end)
  say(`${file} has ${rowsOf(manifest)} in ${megabytes(size)}. Check it: npm run backup -- --check ${file}`)
}

await runCommand(async (lifetime) => {
  const { file, has } = readArguments(['check', 'no-encryption'], USAGE)
  await (has('check') ? checkFile(file, lifetime) : backUp(file, has('no-encryption'), lifetime))
})
