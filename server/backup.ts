import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readConfig, type ServerConfig } from './config'
import { ClusterError, findRunning, lockDataDir, startCluster } from './db/cluster'
import type { Lifetime } from './lifetime'
import { BackupError, writeBackup } from './services/backup'
import { askNewPassphrase, checkFile, megabytes, rowsOf, runCommand, say, showProgress } from './terminal'

const USAGE = 'Use npm run backup -- [--no-encryption] FILE, or npm run backup -- --check FILE'
const PACKAGE = new URL('../package.json', import.meta.url)

function readOptions(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        check: { type: 'boolean', default: false },
        'no-encryption': { type: 'boolean', default: false },
      },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new BackupError(USAGE)
    return { file: resolve(file), isCheck: values.check, isPlain: values['no-encryption'] }
  } catch {
    throw new BackupError(USAGE)
  }
}

/** URL of the database: the given one, that of the running server, or the one in the data folder, which is started for this. */
async function databaseOf(
  { databaseUrl, dataDir, addressOn, port }: ServerConfig,
  lifetime: Lifetime,
): Promise<string> {
  if (databaseUrl !== undefined) return databaseUrl
  try {
    return findRunning(dataDir).connectionString
  } catch (error) {
    if (!(error instanceof ClusterError) || !existsSync(join(dataDir, 'postgres'))) throw error
  }
  const lock = lockDataDir(dataDir, { address: addressOn(port) })
  lifetime.defer(() => lock.release())
  const cluster = await startCluster({ dataDir, log: say })
  lifetime.defer(() => cluster.stop())
  return cluster.connectionString
}

async function backUp({ file, isPlain }: ReturnType<typeof readOptions>, lifetime: Lifetime) {
  const config = readConfig(process.env)
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(PACKAGE, 'utf8')))
  const connectionString = await databaseOf(config, lifetime)
  const passphrase = isPlain
    ? null
    : config.backupPassphrase === undefined
      ? await askNewPassphrase()
      : config.backupPassphrase
  const { progress, end } = showProgress('Backed up', (rows) => `${rows} rows`)
  const { manifest, size } = await writeBackup(connectionString, file, {
    version,
    passphrase,
    progress,
  }).finally(end)
  say(`${file} has ${rowsOf(manifest)} in ${megabytes(size)}. Check it: npm run backup -- --check ${file}`)
}

await runCommand(async (lifetime) => {
  const options = readOptions(process.argv.slice(2))
  await (options.isCheck ? checkFile(options.file, lifetime) : backUp(options, lifetime))
})
