import { existsSync } from 'node:fs'
import { Clock } from './clock'
import { ConfigError, oddVariables, readConfig, type ServerConfig } from './config'
import { ClusterError, findRunning } from './db/cluster'
import { openDatabase } from './db/database'
import { DEMO_ACCOUNTS } from './demo/accounts'
import { reasonOf } from './errors'
import { ignoreClosedOutput } from './output.mjs'
import {
  type Finding,
  lookAtAddress,
  lookAtClock,
  lookAtDatabase,
  lookAtKnownPasswords,
  lookAtMail,
  lookAtProviders,
  lookAtTraces,
} from './services/administration/doctor'
import { lookAtArchive, lookAtBackups, lookAtData } from './services/administration/doctorPlaces'

ignoreClosedOutput()

const SIGNS = { good: '✓', warning: '!', fault: '✗' } as const

function tell({ level, text, advice }: Finding) {
  process.stdout.write(`${SIGNS[level]} ${text}${advice === undefined ? '' : `\n  ${advice}`}\n`)
  if (level === 'fault') process.exitCode = 1
}

async function examineDatabase(config: ServerConfig) {
  const { databaseUrl, dataDir } = config
  const db = openDatabase(databaseUrl ?? findRunning(dataDir).connectionString, () => undefined)
  try {
    for (const finding of await lookAtDatabase(db)) tell(finding)
    tell(await lookAtClock(new Clock(), db))
    for (const finding of await lookAtKnownPasswords(config, db, DEMO_ACCOUNTS)) tell(finding)
  } catch (error) {
    const advice = 'Look whether it runs, and whether DATABASE_URL names it.'
    tell({ level: 'fault', text: `The database does not answer: ${reasonOf(error)}.`, advice })
  } finally {
    await db.$client.end()
  }
}

/** Looks at one thing after the other, and tells what it finds. */
async function examine() {
  for (const text of oddVariables(process.env))
    tell({ level: 'warning', text, advice: 'Its name may be misspelled: see docs/configuration.md.' })
  const config = readConfig(process.env)
  tell({ level: 'good', text: 'The configuration can be read.' })
  try {
    await examineDatabase(config)
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    tell({ level: 'fault', text: error.message })
  }
  // It may be why the database does not run.
  if (config.databaseUrl === undefined && existsSync(config.dataDir)) tell(await lookAtData(config))
  for (const finding of await lookAtArchive(config)) tell(finding)
  for (const finding of await lookAtBackups(config)) tell(finding)
  tell(await lookAtMail(config))
  for (const finding of await lookAtProviders(config)) tell(finding)
  for (const finding of await lookAtTraces(config)) tell(finding)
  for (const finding of await lookAtAddress(config)) tell(finding)
}

try {
  await examine()
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  tell({ level: 'fault', text: error.message, advice: 'See docs/configuration.md.' })
}
