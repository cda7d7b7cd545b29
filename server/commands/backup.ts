import { readConfig } from '../config/config'
import { commandLine } from '../installation'
import type { Lifetime } from '../lifetime'
import { writeBackup } from '../services/backup/write'
import { findDatabase } from '../start/startDatabase'
import { readVersion } from '../version'
import {
  askNewPassphrase,
  checkFile,
  fileOf,
  megabytes,
  readArguments,
  rowsOf,
  runCommand,
  say,
  showProgress,
} from './terminal'

const COMMAND = commandLine('backup')
const USAGE = `Use ${COMMAND} [--no-encryption] [--space ID] FILE, or ${COMMAND} --check FILE`

const OPTIONS = {
  check: { type: 'boolean' },
  'no-encryption': { type: 'boolean' },
  space: { type: 'string' },
} as const

interface Asked {
  isPlain: boolean
  /** Backs up only this space. */
  spaceId: string | undefined
}

async function backUp(name: string, { isPlain, spaceId }: Asked, lifetime: Lifetime) {
  const config = readConfig(process.env)
  const file = fileOf(name, config)
  const connectionString = await findDatabase(config, lifetime, say)
  const passphrase = isPlain ? null : (config.backupPassphrase ?? (await askNewPassphrase()))
  const { progress, end } = showProgress('Backed up', (rows) => `${rows} rows`)
  const { manifest, size } = await writeBackup(connectionString, file, {
    version: readVersion(),
    passphrase,
    progress,
    ...(spaceId !== undefined && { spaceId: spaceId.toLowerCase() }),
  }).finally(end)
  say(
    `${file.label} has ${rowsOf(manifest)} in ${megabytes(size)}. Check it: ${COMMAND} --check ${file.label}`,
  )
}

await runCommand(async (lifetime) => {
  const { file, values } = readArguments(OPTIONS, USAGE)
  const asked = { isPlain: values['no-encryption'] === true, spaceId: values.space }
  await (values.check === true ? checkFile(file, lifetime) : backUp(file, asked, lifetime))
})
