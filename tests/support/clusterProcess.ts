// Runs only the database of the server, for tests that kill it or run it as another user.
// Arguments: --data-dir, --native (folder of PostgreSQL's programs), --durable. Stops when its input ends.
import { parseArgs } from 'node:util'
import { ClusterError, lockDataDir, startCluster } from '../../server/db/cluster'

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: '' },
    native: { type: 'string' },
    durable: { type: 'boolean', default: false },
  },
})
const { 'data-dir': dataDir, native, durable } = values
const log = (line: string) => process.stderr.write(`${line}\n`)
try {
  lockDataDir(dataDir, { address: 'http://127.0.0.1:4711' })
  const cluster = await startCluster({ dataDir, log, durable, ...(native === undefined ? {} : { native }) })
  process.stdout.write(`${cluster.connectionString}\n`)
  process.stdin.resume().on('end', () => void cluster.stop().then(() => process.exit(0)))
} catch (error) {
  log(error instanceof ClusterError ? error.message : String(error))
  process.exit(1)
}
