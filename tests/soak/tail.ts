// Follows 500 messages live in Chromium for a minute, through a proxy that randomly drops, delays and cuts connections,
// and checks that in the end none is missing or duplicated, and all are in order.
// npm run soak -- [--seconds 60] [--messages 500] [--seed 1]
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { api } from '#contract'
import { Backend } from '../e2e/support/backend'
import { numbersOf, runTool, seeded, sentences } from '../harness/tool'
import { manyDevices } from '../support/builders'
import { chromiumOptions } from '../support/chromium'
import startCluster from '../support/globalSetup'
import { type Proxy, startProxy } from '../support/proxy'

const { seconds, messages: count, seed } = numbersOf({ seconds: 60, messages: 500, seed: 1 })
const random = seeded(seed)
const DEVICES = 5
/** Milliseconds in which the console must fill the last gap. */
const PATIENCE = 60_000

/** Sends the messages at random moments, each from a random device. */
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

/** Drops, cuts and delays the connections of a proxy at random for a time, then lets everything through. */
async function disturb(proxy: Proxy) {
  const done = { drops: 0, cuts: 0, cutFor: 0, delays: 0 }
  const upTo = (milliseconds: number) => Math.round(random() * milliseconds)
  const kinds = [
    async () => {
      done.drops += 1
      proxy.drop()
    },
    async () => {
      const time = 200 + upTo(3800)
      done.cuts += 1
      done.cutFor += time
      proxy.cut()
      await wait(time)
      proxy.restore()
    },
    async () => {
      done.delays += 1
      proxy.delay(50 + upTo(1500))
      await wait(500 + upTo(2500))
      proxy.delay(0)
    },
  ]
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(upTo(2000)))
    await kinds[Math.floor(random() * kinds.length)]?.()
  return done
}

/** Ids of all rows of the message table in order. Scrolls, because only rows near the screen are in the document. */
async function rowsOf(page: Page): Promise<string[]> {
  const table = page.getByRole('group', { name: 'Messages' })
  const total = Number(await table.getByRole('table').getAttribute('aria-rowcount')) - 1
  const ids = new Map<number, string>()
  await table.evaluate((element) => element.scrollTo(0, 0))
  for (let step = 0; ids.size < total && step < total; step += 1) {
    const rows = await page
      .locator('[data-row]')
      .evaluateAll((found) =>
        found.map((row) => [Number(row.getAttribute('data-index')), row.getAttribute('data-row')] as const),
      )
    for (const [index, id] of rows) if (id) ids.set(index, id)
    await table.evaluate((element) => element.scrollBy(0, element.clientHeight / 2))
    // Rows near the screen appear with the next frames.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  return [...ids].toSorted(([a], [b]) => a - b).map(([, id]) => id)
}

await runTool(async (lifetime) => {
  lifetime.defer(await startCluster())
  const backend = await Backend.start()
  lifetime.defer(() => backend.stop())
  const person = await backend.person()
  const space = await backend.space(person)
  const devices = await manyDevices(backend, space, DEVICES)
  const proxy = await startProxy(backend.url)
  lifetime.defer(() => proxy.close())
  const browser = await chromium.launch(chromiumOptions)
  lifetime.defer(() => browser.close())

  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await backend.signIn(page, person, proxy.url)
  const calls = { made: 0, failed: 0 }
  const isList = (address: string) => /\/v2\/.*\/messages\?/.test(address)
  page.on('request', (request) => (calls.made += Number(isList(request.url()))))
  page.on('requestfailed', (request) => (calls.failed += Number(isList(request.url()))))
  await page.goto(`${proxy.url}/space/${space.id}/messages?live=true`)
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor()

  const [{ drops, cuts, cutFor, delays }] = await Promise.all([disturb(proxy), send(backend, devices)])
  const endedAt = Date.now()
  const isComplete = await page
    .getByText(`The newest ${count} messages`)
    .waitFor({ timeout: PATIENCE })
    .then(() => true)
    .catch(() => false)
  const caughtUpAfter = Date.now() - endedAt

  const path = `/spaces/${space.id}/messages?limit=1000`
  const answer = await backend.call('GET', path, { token: person.token })
  const stored = api.messages.list.answer.parse(await answer.json()).map(({ id }) => id)
  const shown = await rowsOf(page)
  const missing = stored.filter((id) => !shown.includes(id)).length
  const twice = shown.length - new Set(shown).size
  return {
    wrong: sentences(
      [!isComplete, `the console did not show all within ${PATIENCE / 1000} s`],
      [stored.length !== count, `${stored.length} of ${count} messages are stored`],
      [missing > 0, `${missing} are missing`],
      [twice > 0, `${twice} are there twice`],
      [shown.join() !== stored.join(), 'the order is not right'],
    ),
    done: `${stored.length} messages in ${seconds} s through a bad connection (seed ${seed}), which dropped ${drops} times, was cut ${cuts} times for ${(cutFor / 1000).toFixed(1)} s and delayed ${delays} times; calls of the list made ${calls.made}, failed ${calls.failed}; missing ${missing}, twice ${twice}; complete ${(caughtUpAfter / 1000).toFixed(1)} s after the last disturbance.`,
  }
})
