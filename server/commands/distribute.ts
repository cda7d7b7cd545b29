import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { ConfigError, readConfig } from '../config/config'
import { ClusterError, findRunning } from '../db/cluster'
import { type Coordinator, DistributionError, distribute, distributionOf } from '../db/distribute'
import { rootOf } from '../errors'
import { commandLine } from '../installation'
import { ignoreClosedOutput } from '../output.mjs'

ignoreClosedOutput()

const say = (line: string) => process.stdout.write(`${line}\n`)

const USAGE = `${commandLine('distribute')} [--apply] [--coordinator=HOST:PORT]`

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: { apply: { type: 'boolean', default: false }, coordinator: { type: 'string' } },
    })
    return values
  } catch {
    throw new DistributionError(`Use ${USAGE}`)
  }
}

/** The address at which workers reach the coordinator; by default the server's own. */
function readCoordinator(given: string | undefined, connectionString: string): Coordinator {
  const url = URL.canParse(`postgres://${given}`) ? new URL(`postgres://${given}`) : undefined
  if (given !== undefined && !url?.hostname) throw new DistributionError(`Use ${USAGE}`)
  const { hostname, port } =
    given === undefined ? new URL(connectionString) : (url ?? new URL(connectionString))
  return { host: hostname, port: Number(port || 5432) }
}

async function run(args: string[]) {
  const { apply, coordinator: given } = readOptions(args)
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (apply && databaseUrl === undefined)
    throw new DistributionError(
      'Citus runs in a PostgreSQL of your own: set DATABASE_URL. The database that the server starts itself stays on one node.',
    )
  const connectionString = databaseUrl ?? findRunning(dataDir).connectionString
  const coordinator = readCoordinator(given, connectionString)
  const client = new Client({ connectionString })
  await client.connect()
  try {
    if (apply) {
      const count = await distribute(client, coordinator)
      say(
        count > 0
          ? `${count} tables have their place.`
          : 'All tables are where they belong. Nothing was changed.',
      )
      return
    }
    const statements = await distributionOf(client, coordinator)
    say('-- Every worker has to be known first: select citus_add_node(HOST, PORT)')
    for (const statement of statements) say(`${statement};`)
    if (statements.length === 0) say('-- All tables are where they belong.')
  } finally {
    await client.end()
  }
}

try {
  await run(process.argv.slice(2))
} catch (thrown) {
  const error = rootOf(thrown)
  const isExplained =
    error instanceof ConfigError || error instanceof ClusterError || error instanceof DistributionError
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${isExplained ? message : `The database cannot be spread: ${message}`}\n`)
  process.exitCode = 1
}
