// Deliveries under faults: to receivers that misbehave, are away, ask for time and are gone, with pauses, a new secret, a
// replay, an order and batches, by two copies of the server that are killed in the middle of it, as PostgreSQL is. And what
// arrives compared with the preview.
// Exits with 1 when anything is lost, sent when it must not be, or reported wrongly.
// npm run deliver -- [--messages 2000] [--kills 30] [--seed 1]
import { parseArgs } from 'node:util'
import { startTestCluster } from '../support/cluster'
import { createDatabase } from '../support/database'
import { makeServer } from '../support/makeServer'
import { comparePreviews } from '../support/preview'
import { startReceiver } from '../support/receiver'
import { deliverUnderKills } from './kill'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
})
const options = {
  messages: Number(values.messages),
  kills: Number(values.kills),
  seed: Number(values.seed),
}

const cluster = await startTestCluster()
process.env.TEST_CLUSTER_URL = cluster.connectionString
const { wrong, figures } = await deliverUnderKills({ ...options, tell: console.log })
console.log(`\n${figures}.`)
for (const sentence of wrong) console.log(`WRONG: ${sentence}`)

const receiver = await startReceiver()
const databaseUrl = await createDatabase(cluster.connectionString)
const server = await makeServer({ databaseUrl, deliveries: { allowPrivate: true } })
const comparisons = await comparePreviews(server, receiver, { transformations: 20, messages: 10 })
const different = comparisons.filter(({ preview, received }) => !received?.equals(preview))
console.log(`${comparisons.length} previews compared with what arrived: ${different.length} differ.`)
for (const { transformation, body } of different.slice(0, 3)) console.log(`${transformation}\n${body}`)
await server.stop()
await receiver.stop()
await cluster.stop()

process.exit(wrong.length + different.length === 0 ? 0 : 1)
