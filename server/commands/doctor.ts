import { existsSync } from 'node:fs'
import { Clock } from '../clock'
import { ConfigError, oddVariables, readConfig, type ServerConfig } from '../config/config'
import { ClusterError, findRunning } from '../db/cluster'
import { openDatabase } from '../db/database'
import { DEMO_ACCOUNTS } from '../demoAccounts'
import { databaseTrouble, reasonOf } from '../errors'
import { ignoreClosedOutput } from '../output.mjs'
import {
  type Finding,
  inTime,
  lookAtAddress,
  lookAtClock,
  lookAtDatabase,
  lookAtKnownPasswords,
  lookAtMail,
  lookAtProviders,
  lookAtTraces,
} from '../services/administration/doctor'
import { lookAtArchive, lookAtBackups, lookAtData } from '../services/administration/doctorPlaces'

ignoreClosedOutput()

const SIGNS = { good: '✓', warning: '!', fault: '✗' } as const

function print({ level, text, advice }: Finding) {
  process.stdout.write(`${SIGNS[level]} ${text}${advice === undefined ? '' : `\n  ${advice}`}\n`)
  if (level === 'fault') process.exitCode = 1
}

/** Whether something that may never end is still being waited for. */
let hangs = false

async function look(what: string, find: () => Promise<Finding | Finding[]>) {
  const { findings, isLate } = await inTime(what, find)
  for (const finding of findings) print(finding)
  hangs ||= isLate
}

async function examineDatabase(config: ServerConfig) {
  const { databaseUrl, dataDir } = config
  const db = openDatabase(databaseUrl ?? findRunning(dataDir).connectionString, () => undefined)
  try {
    await look('The database', async () => lookAtDatabase(db))
    await look('The clock of the database', async () => lookAtClock(new Clock(), db))
    await look('The table of accounts', async () => lookAtKnownPasswords(config, db, DEMO_ACCOUNTS))
  } catch (error) {
    const advice = 'Look whether it runs, whether DATABASE_URL names it, and at its disk.'
    const trouble = databaseTrouble(error) ?? `the database does not answer (${reasonOf(error)})`
    print({ level: 'fault', text: `${trouble.replace(/^t/, 'T')}.`, advice })
  } finally {
    if (!hangs) await db.$client.end()
  }
}

/** Runs one check after the other, and prints the findings. */
async function examine() {
  for (const text of oddVariables(process.env))
    print({ level: 'warning', text, advice: 'Its name may be misspelled: see docs/configuration.md.' })
  const config = readConfig(process.env)
  print({ level: 'good', text: 'The configuration can be read.' })
  try {
    await examineDatabase(config)
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    print({ level: 'fault', text: error.message })
  }
  // It may be the reason why the database does not run.
  if (config.databaseUrl === undefined && existsSync(config.dataDir))
    await look('The disk of DATA_DIR', async () => lookAtData(config))
  await look('The archive', async () => lookAtArchive(config))
  await look('The place of backups', async () => lookAtBackups(config))
  await look('The mail server', async () => lookAtMail(config))
  await look('The identity providers', async () => lookAtProviders(config))
  await look('The collector of traces', async () => lookAtTraces(config))
  await look('PUBLIC_URL', async () => lookAtAddress(config))
}

try {
  await examine()
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  print({ level: 'fault', text: error.message, advice: 'See docs/configuration.md.' })
}
// An ordinary exit waits for the system, and the system for the drive.
if (hangs) process.kill(process.pid, 'SIGKILL')
