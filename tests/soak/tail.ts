// Follows 500 messages live in Chromium for a minute, through a proxy that drops, delays and cuts connections at
// random, and checks that in the end none is missing, none is there twice, and all are in order.
// npm run soak -- [--seconds 60] [--messages 500] [--seed 1]
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { api } from '#contract'
import { seeded } from '../crash/random'
import { Backend } from '../e2e/support/backend'
import { chromiumOptions } from '../support/chromium'
import { startTestCluster } from '../support/cluster'
import { startProxy } from '../support/proxy'
import { disturb } from './disturb'
import { rowsOf } from './rows'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    messages: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
  },
})
const seconds = Number(values.seconds)
const count = Number(values.messages)
const random = seeded(Number(values.seed))
const DEVICES = 5
/** Time that the console has to fill the last gap, in milliseconds. */
const PATIENCE = 60_000

/** Sends the messages at random moments of the time, each from any of the devices. */
async function send(backend: Backend, devices: readonly { serial_number: string; token: string }[]) {
  const moments = Array.from({ length: count }, () => random() * seconds * 1000)
  const startedAt = Date.now()
  await Promise.all(
    moments.map(async (moment, sequence) => {
      const device = devices[Math.floor(random() * devices.length)]
      await wait(moment - (Date.now() - startedAt))
      if (device) await backend.messages(device, [{ message: { sequence } }])
    }),
  )
}

/** Ids of all messages of the space, newest first, as the server has them. */
async function storedIds(backend: Backend, spaceId: string, token: string): Promise<string[]> {
  const answer = await backend.call('GET', `/spaces/${spaceId}/messages?limit=1000`, { token })
  return api.messages.list.answer.parse(await answer.json()).map(({ id }) => id)
}

async function open(page: Page, url: string, spaceId: string) {
  const calls = { made: 0, failed: 0 }
  const isList = (address: string) => /\/messages\?/.test(address) && address.includes('/v2/')
  page.on('request', (request) => {
    if (isList(request.url())) calls.made += 1
  })
  page.on('requestfailed', (request) => {
    if (isList(request.url())) calls.failed += 1
  })
  await page.goto(`${url}/space/${spaceId}/messages?live=true`)
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor()
  return calls
}

async function soak(backend: Backend): Promise<boolean> {
  const person = await backend.person()
  const space = await backend.space(person)
  const devices = await Promise.all(Array.from({ length: DEVICES }, () => backend.device(space)))
  const proxy = await startProxy(backend.url)
  const browser = await chromium.launch(chromiumOptions)
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await backend.signIn(page, person, proxy.url)
    const calls = await open(page, proxy.url, space.id)

    const [disturbances] = await Promise.all([disturb(proxy, { seconds, random }), send(backend, devices)])
    const endedAt = Date.now()
    const isComplete = await page
      .getByText(`The newest ${count} messages`)
      .waitFor({ timeout: PATIENCE })
      .then(() => true)
      .catch(() => false)
    const caughtUpAfter = Date.now() - endedAt

    const stored = await storedIds(backend, space.id, person.token)
    const shown = await rowsOf(page)
    const missing = stored.filter((id) => !shown.includes(id)).length
    const twice = shown.length - new Set(shown).size
    const inOrder = JSON.stringify(shown) === JSON.stringify(stored)
    console.log(`${stored.length} messages in ${seconds} s through a bad connection, seed ${values.seed}`)
    console.log(
      `  connections dropped ${disturbances.drops} times, cut ${disturbances.cuts} times for ${(disturbances.cutFor / 1000).toFixed(1)} s, delayed ${disturbances.delays} times`,
    )
    console.log(`  calls of the list made ${calls.made}, failed ${calls.failed}`)
    console.log(`  missing ${missing}, twice ${twice}, order ${inOrder ? 'right' : 'WRONG'}`)
    console.log(`  complete ${(caughtUpAfter / 1000).toFixed(1)} s after the last disturbance`)
    return isComplete && stored.length === count && missing === 0 && twice === 0 && inOrder
  } finally {
    await browser.close()
    await proxy.close()
  }
}

const cluster = await startTestCluster()
process.env.TEST_CLUSTER_URL = cluster.connectionString
const backend = await Backend.start()
try {
  const passed = await soak(backend)
  console.log(passed ? 'passed' : 'FAILED')
  if (!passed) process.exitCode = 1
} finally {
  await backend.stop()
  await cluster.stop()
}
