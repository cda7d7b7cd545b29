import { emailSchema } from '#contract/common'
import { Clock } from '../clock'
import { ConfigError, readConfig, type ServerConfig } from '../config/config'
import { ClusterError, findRunning } from '../db/cluster'
import { openDatabase } from '../db/database'
import { databaseAdvice, rootOf } from '../errors'
import { commandLine } from '../installation'
import { ignoreClosedOutput } from '../output.mjs'
import { makeRecoveryToken, RecoveryError } from '../services/accounts/recovery'

ignoreClosedOutput()

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The given address; null without one. */
function readEmail([given, ...more]: string[]): string | null {
  if (given === undefined) return null
  const { success, data } = emailSchema.safeParse(given)
  if (success && more.length === 0) return data
  throw new RecoveryError(`Give one e-mail address: ${commandLine('recover')} admin@example.com`)
}

/** The address of the database, and the public address of the server. */
function locate({ databaseUrl, dataDir, addressOn, port }: ServerConfig) {
  const own = addressOn(port)
  if (databaseUrl !== undefined) return { connectionString: databaseUrl, address: own }
  const { connectionString, address = own } = findRunning(dataDir)
  return { connectionString, address: process.env.PUBLIC_URL ? own : address }
}

async function recover(args: string[]) {
  const email = readEmail(args)
  const { connectionString, address } = locate(readConfig(process.env))
  const db = openDatabase(connectionString, () => undefined)
  try {
    const clock = new Clock()
    await clock.compare(db)
    const made = await makeRecoveryToken(db, email, clock.now())
    say(`This link signs in the system administrator ${made.email}. It works once, for 15 minutes:`)
    say(`${address}/login/recovery#token=${made.token}`)
  } finally {
    await db.$client.end()
  }
}

function explain(thrown: unknown): string {
  const error = rootOf(thrown)
  if (error instanceof ConfigError || error instanceof ClusterError || error instanceof RecoveryError)
    return error.message
  const message = error instanceof Error ? error.message : String(error)
  return databaseAdvice(thrown) ?? `The database cannot be used: ${message}`
}

try {
  await recover(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
