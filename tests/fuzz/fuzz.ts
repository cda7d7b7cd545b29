// Lets every script of the corpus in by every door: into the server's threads and the console's worker in Chromium, and
// as the code of a connector that a real server delivers by. None may reach anything, each must end in time, and what is
// honest must work after each.
// npm run fuzz [-- --only <kind>] [--door <part of a name>]
import { parseArgs } from 'node:util'
import { Backend } from '../e2e/support/backend'
import setup from '../e2e/support/globalSetup'
import { type Attack, corpus } from './corpus'
import { deliveryDoor } from './doors/delivery'
import type { Door } from './doors/door'
import { sandboxDoor } from './doors/sandbox'
import { browserHome, serverHome, startListener } from './homes'
import { report, type Tried } from './report'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const attacks = corpus.filter(({ kind }) => values.only === undefined || kind === values.only)

const listener = await startListener()
const stopCluster = await setup()
const backend = await Backend.start()

async function attackAll(door: Door, attacks: readonly Attack[]): Promise<number> {
  try {
    const tried: Tried[] = []
    for (const attack of attacks) tried.push({ attack, ...(await door.attack(attack)) })
    return report(door.name, tried, door.asked())
  } finally {
    await door.close()
  }
}

let failures = 0
failures += await attackAll(sandboxDoor(serverHome(), listener.url), attacks)
failures += await attackAll(sandboxDoor(await browserHome(), listener.url), attacks)
failures += await attackAll(await deliveryDoor(backend, listener.url), attacks)
await backend.stop()
await stopCluster()
await listener.close()
for (const request of listener.heard) console.log(`FAILED the listener was asked: ${request}`)
const passed = failures === 0 && listener.heard.length === 0
console.log(passed ? '\npassed' : '\nFAILED')
process.exitCode = passed ? 0 : 1
