// Deliveries under faults: to receivers that misbehave, are away, ask to wait and are gone, with pauses, a new secret,
// a replay, device order and batches, by two copies of the server that are killed meanwhile, and so is PostgreSQL. What
// arrives is also compared with the preview. Exits with 1 when anything is lost, sent when it must not be, or reported
// wrongly.
// npm run deliver -- [--messages 2000] [--kills 30] [--seed 1]
import { numbersOf, runTool, sentences } from '../harness/tool'
import { createDatabase } from '../support/database'
import startCluster from '../support/globalSetup'
import { makeServer } from '../support/makeServer'
import { comparePreviews } from '../support/preview'
import { startReceiver } from '../support/receiver'
import { deliverUnderKills } from './kill'

const options = numbersOf({ messages: 2000, kills: 30, seed: 1 })

await runTool(async (lifetime) => {
  lifetime.defer(await startCluster())
  const { wrong, done } = await deliverUnderKills(lifetime, { ...options, report: console.log })

  const receiver = await startReceiver()
  lifetime.defer(() => receiver.stop())
  const server = await makeServer({ databaseUrl: await createDatabase(), deliveries: { allowPrivate: true } })
  lifetime.defer(() => server.stop())
  const comparisons = await comparePreviews(server, receiver, { transformations: 20, messages: 10 })
  const different = comparisons.filter(({ preview, received }) => !received?.equals(preview))
  for (const { transformation, body } of different.slice(0, 3)) console.log(`${transformation}\n${body}`)
  const compared = `${comparisons.length} previews compared with what arrived: ${different.length} differ.`
  return {
    wrong: [...wrong, ...sentences([different.length > 0, `${different.length} previews differ`])],
    done: `${done}.\n${compared}`,
  }
})
