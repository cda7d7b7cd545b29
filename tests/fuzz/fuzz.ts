// Runs every script of the corpus in the server's threads, the console's worker and the deliveries of a real server,
// and a part of them in the connector's preview, a dashboard's saved code and a link to a dashboard. None may reach
// anything outside, each must end in time, and honest code must work after each.
// npm run fuzz [-- --doors] [--only <kind>] [--floods [--only <names of rounds, a regular expression>]]
//   --doors   runs all scripts in the console's places as well, instead of a part: 20 to 40 minutes
//   --floods  runs attacks on the server's availability instead of scripts: floods/main.ts, 20 minutes
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { Backend } from '../e2e/support/backend'
import { chromiumOptions } from '../support/chromium'
import setup from '../support/globalSetup'
import { type Attack, corpus } from './corpus'
import { dashboardDoor, linkDoor } from './doors/dashboards'
import { deliveryDoor } from './doors/delivery'
import type { Door } from './doors/door'
import { previewDoor } from './doors/preview'
import { sandboxDoor } from './doors/sandbox'
import { flood } from './floods/main'
import { browserHome, serverHome, startListener } from './homes'
import { report, type Tried } from './report'

const { values } = parseArgs({
  options: { only: { type: 'string' }, doors: { type: 'boolean' }, floods: { type: 'boolean' } },
})
if (values.floods === true) {
  const failures = await flood(values.only)
  console.log(failures === 0 ? '\npassed' : `\nFAILED ${failures} rounds`)
  process.exit(failures === 0 ? 0 : 1)
}
const attacks = corpus.filter(({ kind }) => values.only === undefined || kind === values.only)
if (attacks.length === 0) throw new Error(`No attack is of the kind ${values.only}`)
/** Every n-th attack runs in each place of the console, each time a different one, unless all run. */
const STRIDE = values.doors === true || values.only !== undefined ? 1 : 8

async function attackAll(door: Door, attacks: readonly Attack[]): Promise<number> {
  const tried: Tried[] = []
  for (const attack of attacks) {
    const ended = await door.attack(attack).catch((error: unknown) => ({ error }))
    if ('end' in ended) tried.push({ attack, ...ended })
    else {
      // Later attacks would prove nothing.
      tried.push({
        attack,
        end: '',
        milliseconds: 0,
        objections: [`the door is shut: ${String(ended.error)}`],
      })
      break
    }
  }
  await door.close()
  return report(door.name, tried, door.asked())
}

const listener = await startListener()
const stopCluster = await setup()
const backend = await Backend.start()
let failures = 0
failures += await attackAll(sandboxDoor(serverHome(), listener.url), attacks)
failures += await attackAll(sandboxDoor(await browserHome(), listener.url), attacks)
failures += await attackAll(await deliveryDoor(backend, listener.url), attacks)

const browser = await chromium.launch(chromiumOptions)
for (const [offset, open] of [previewDoor, dashboardDoor, linkDoor].entries()) {
  const chosen = attacks.filter((_, index) => index % STRIDE === offset % STRIDE)
  failures += await attackAll(await open(browser, backend, listener.url), chosen)
}
await browser.close()
await backend.stop()
await stopCluster()
await listener.close()

for (const request of listener.requests) console.log(`FAILED the listener was asked: ${request}`)
if (STRIDE > 1)
  console.log(`\nBy each door of the console came one of ${STRIDE} scripts; --doors lets in all.`)
const passed = failures === 0 && listener.requests.length === 0
console.log(passed ? '\npassed' : '\nFAILED')
process.exitCode = passed ? 0 : 1
