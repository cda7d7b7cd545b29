import type { Client } from 'pg'
import { PAUSE_DAYS } from '#contract/connectors'
import { readConfig } from './config'
import { loadBackup } from './services/backup'
import { pauseAllConnectors } from './services/connectors'
import { startDatabase } from './startDatabase'
import { checkFile, openFile, readArguments, rowsOf, runCommand, say } from './terminal'

const USAGE = 'Use npm run restore -- [--pause-connectors] FILE, or npm run restore -- --check FILE'

await runCommand(async (lifetime) => {
  const { file, has } = readArguments(['check', 'pause-connectors'], USAGE)
  if (has('check')) return checkFile(file, lifetime)
  const config = readConfig(process.env)
  const { pieces, end } = openFile(file, 'Restored')
  const connectionString = await startDatabase(config, lifetime, say)
  const days = Math.min(PAUSE_DAYS, config.deliveryRetentionDays)
  const afterwards = async (client: Client) => {
    const count = await pauseAllConnectors(client, days)
    say(`${count} of the connectors are paused for ${days} days, or until somebody resumes them.`)
  }
  const manifest = await loadBackup(
    connectionString,
    pieces,
    has('pause-connectors') ? { afterwards } : {},
  ).finally(end)
  say(`${rowsOf(manifest)} are restored, as they were at ${manifest.created_at}. Start the server.`)
})
