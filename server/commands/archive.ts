import { ConfigError, readConfig } from '../config/config'
import { openDatabase, POOLS } from '../db/database'
import { databaseTrouble, reasonOf } from '../errors'
import { retireMonths } from '../services/archive/retention'
import { openStore } from '../services/archive/store'

/** Archives and drops the months of messages before a time, and prints a line of JSON for each. The server runs it. */
async function run(before: string | undefined) {
  const { archive, databaseUrl } = readConfig(process.env)
  if (!archive || databaseUrl === undefined || before === undefined)
    throw new ConfigError('The server runs this by itself.')
  const db = openDatabase(databaseUrl, () => undefined, POOLS.chores)
  try {
    for await (const retired of retireMonths({ db }, new Date(before), { store: openStore(archive) }))
      process.stdout.write(`${JSON.stringify(retired)}\n`)
  } finally {
    await db.$client.end()
  }
}

try {
  await run(process.argv[2])
} catch (error) {
  process.stderr.write(`${databaseTrouble(error) ?? reasonOf(error)}\n`)
  process.exitCode = 1
}
