import { randomBytes } from 'node:crypto'
import type { Lifetime } from '../../server/lifetime'
import { Backend } from '../e2e/support/backend'
import { alternate, lowerQuartile } from '../harness/figures'
import { type Row, ratioRow, valueRow } from '../harness/rows'
import { manyDevices } from '../support/builders'
import startCluster from '../support/globalSetup'
import { startReceiver } from '../support/receiver'
import { openChromium, type Visit, visit } from './browser'

const ROUNDS = 7
const DEVICES = 20
/** Most times that the console may take of a page with as many bytes. */
const GOAL = 1.1
const FIRST_ROW = 'tr[aria-rowindex="2"]'
/** Bytes of the headers of each response. */
const HEADERS = 200

const plainHtml = (
  sizes: readonly number[],
  padding: string,
) => `<!doctype html><title>plain</title><!--${padding}-->
<script>
Promise.all(${JSON.stringify(sizes)}.map((size, i) => fetch('/' + i + '?size=' + size).then((answer) => answer.arrayBuffer())))
  .then(() => document.documentElement.append(document.createElement('hr')))
</script>`

/**
 * Serves a page that loads as many bytes as the console, all in one step after the page itself, and then shows a line.
 * @param sizes of the console's responses, the page itself first
 */
async function servePlainPage(lifetime: Lifetime, [own = 0, ...sizes]: readonly number[]) {
  const padding = randomBytes(Math.max(0, Math.floor((own - HEADERS - 400) / 2))).toString('hex')
  const server = await startReceiver()
  lifetime.defer(() => server.stop())
  server.any((response, { path }) => {
    const size = new URL(path, server.url).searchParams.get('size')
    if (size === null) response.setHeader('Content-Type', 'text/html').end(plainHtml(sizes, padding))
    else response.end(randomBytes(Math.max(0, Number(size) - HEADERS)))
  })
  return server.url
}

/**
 * Measures how long a signed-in person who reloads the device list waits for its first row, with an empty cache, 150
 * ms of latency and 1.6 Mbit/s, against a page that loads as many bytes in one step.
 */
export async function benchStart(lifetime: Lifetime): Promise<Row[]> {
  lifetime.defer(await startCluster())
  const backend = await Backend.start()
  lifetime.defer(() => backend.stop())
  const browser = await openChromium(lifetime)
  const person = await backend.person()
  const space = await backend.space(person)
  await manyDevices(backend, space, DEVICES)
  const url = `${backend.url}/space/${space.id}/devices`
  const signedIn = { selector: FIRST_ROW, stored: { token: person.token } }

  // The first visit warms up the server, and gives the sizes.
  const { sizes } = await visit(browser, url, signedIn)
  const plainUrl = await servePlainPage(lifetime, sizes)
  const visits: (() => Promise<Visit>)[] = [
    () => visit(browser, url, signedIn),
    () => visit(browser, plainUrl, { selector: 'hr' }),
    () => visit(browser, url, { ...signedIn, isFast: true }),
  ]
  const found = await alternate(visits, { rounds: ROUNDS, warmUp: 0 })
  const [slow = 0, plain = 0, fast = 0] = found.map((all) => lowerQuartile(all.map(({ time }) => time)))
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000
  const what = `150 ms, 1.6 Mbit/s, ${kilobytes.toFixed(0)} kB in ${sizes.length} answers, against a plain page`
  return [
    ratioRow(what, [slow, plain], { digits: 0, atMost: GOAL }),
    valueRow('On this machine, without limits', fast, { digits: 0 }),
  ]
}
