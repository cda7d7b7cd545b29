// The PostgreSQL that the steps of `npm test` share: prints its URL and its template, and ends when its input ends.
import { startTestCluster } from './cluster'

const cluster = await startTestCluster()
// Ctrl+C reaches this program as well, while steps still use the database.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
process.stdin.resume().on('end', () => void cluster.stop())
process.stdout.write(`${cluster.connectionString} ${cluster.template}\n`)
