import type { Client } from 'pg'
import { PAUSE_DAYS } from '#contract/connectors'
import { readConfig } from '../config/config'
import { commandLine } from '../installation'
import { loadBackup } from '../services/backup/load'
import { moveSpaceIn } from '../services/backup/space/moveIn'
import { pauseAllConnectors } from '../services/connectors/operation'
import { findDatabase, startDatabase } from '../start/startDatabase'
import { checkFile, fileOf, listBackups, openFile, readArguments, rowsOf, runCommand, say } from './terminal'

const COMMAND = commandLine('restore')
const USAGE = `Use ${COMMAND} [--pause-connectors] FILE, ${COMMAND} --check FILE, or ${COMMAND} --list`

const OPTIONS = {
  check: { type: 'boolean' },
  list: { type: 'boolean' },
  'pause-connectors': { type: 'boolean' },
} as const

const sayPaused = (count: number, days: number) =>
  say(`${count} of the connectors are paused for ${days} days, or until somebody resumes them.`)

await runCommand(async (lifetime) => {
  const { file, values } = readArguments(OPTIONS, USAGE)
  if (values.check === true) return checkFile(file, lifetime)
  const config = readConfig(process.env)
  if (values.list === true) return listBackups(config)
  const days = Math.min(PAUSE_DAYS, config.deliveryRetentionDays)
  const {
    header: { space, created_at: at },
    pieces,
    end,
  } = await openFile(fileOf(file, config), 'Restored', config)
  if (space) {
    const database = await findDatabase(config, lifetime, say)
    const moved = await moveSpaceIn(database, space, pieces, { lifetime, days }).finally(end)
    say(`The space “${space.name}” is here as it was at ${at}: ${rowsOf(moved.manifest)}.`)
    if (moved.paused > 0) sayPaused(moved.paused, days)
    if (moved.known.length > 0) say(`In it are ${moved.known.join(', ')}.`)
    if (moved.invited.length > 0) say(`Invited by e-mail are ${moved.invited.join(', ')}.`)
    return
  }
  const connectionString = await startDatabase(config, lifetime, say)
  const afterwards = async (client: Client) => {
    sayPaused(await pauseAllConnectors(client, days), days)
  }
  const manifest = await loadBackup(
    connectionString,
    pieces,
    values['pause-connectors'] === true ? { afterwards } : {},
  ).finally(end)
  say(`${rowsOf(manifest)} are restored, as they were at ${at}. Start the server.`)
})
