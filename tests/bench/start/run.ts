import { chromium } from '@playwright/test'
import { Backend } from '../../e2e/support/backend'
import { chromiumOptions } from '../../support/chromium'
import startCluster from '../../support/globalSetup'
import { type Visit, visit } from './measure'
import { servePlainPage } from './plainPage'

const ROUNDS = 7
const DEVICES = 20
/** Most times that the console may take of what a page of as many bytes takes. */
const GOAL = 1.3
const FIRST_ROW = 'tr[aria-rowindex="2"]'

/** The lower quartile: what other work on the machine disturbs least. */
const quartile = (visits: readonly Visit[]) =>
  visits.map(({ time }) => time).toSorted((a, b) => a - b)[Math.floor(visits.length / 4)] ?? Number.NaN

const kilobytes = ({ sizes }: Visit) => sizes.reduce((sum, size) => sum + size, 0) / 1000

/**
 * How long a signed-in person who reloads the list of devices waits for its first row, with nothing in the cache: with
 * 150 ms of latency and 1.6 Mbit/s, against a page that loads as many bytes in one step.
 */
export async function benchStart() {
  const stopCluster = await startCluster()
  const backend = await Backend.start()
  const browser = await chromium.launch(chromiumOptions)
  try {
    const person = await backend.person()
    const space = await backend.space(person)
    for (let i = 0; i < DEVICES; i += 1) await backend.device(space, { name: `device-${i}` })
    const url = `${backend.url}/space/${space.id}/devices`
    const signedIn = { selector: FIRST_ROW, token: person.token }

    // The first visit warms up the server, and shows what loads.
    const first = await visit(browser, url, signedIn)
    const plainPage = await servePlainPage(first.sizes)
    const [slow, plain, fast]: [Visit[], Visit[], Visit[]] = [[], [], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      slow.push(await visit(browser, url, signedIn))
      plain.push(await visit(browser, plainPage.url, { selector: 'hr' }))
      fast.push(await visit(browser, url, { ...signedIn, isFast: true }))
    }
    await plainPage.close()
    const ratio = quartile(slow) / quartile(plain)
    return {
      title: `Start, ${ROUNDS} visits each: first row of the devices with an empty cache`,
      lines: [
        {
          what: `150 ms, 1.6 Mbit/s, ${kilobytes(first).toFixed(0)} kB in ${first.sizes.length} answers, against a plain page`,
          measured: `${ratio.toFixed(2)}× (${quartile(slow).toFixed(0)} / ${quartile(plain).toFixed(0)} ms)`,
          goal: `≤ ${GOAL}×`,
          met: ratio <= GOAL,
        },
        {
          what: 'On this machine, without limits',
          measured: `${quartile(fast).toFixed(0)} ms`,
          goal: '',
          met: null,
        },
      ],
      met: ratio <= GOAL,
    }
  } finally {
    await browser.close()
    await backend.stop()
    await stopCluster()
  }
}
