import type { Script } from '#sandbox'
import type { Lifetime } from '../../server/lifetime'
import { startSandbox } from '../../server/services/sandbox'
import { alternate, median, timeOf } from '../harness/figures'
import { type Row, row } from '../harness/rows'
import { serveSandboxPage } from '../support/sandbox/servePage'
import { openChromium } from './browser'

const ROUNDS = 5
/** Milliseconds for all messages. */
const GOAL = 1000
/** Number of messages to transform. */
const COUNT = 1000

/** A connector's job with a device's message of 2 kB. */
const INPUT = JSON.stringify({
  attempt: 0,
  message: {
    id: '018f3c1e-9c1a-7000-8000-000000000000',
    type: 'data',
    direction: 'up',
    created_at: '2025-01-01T00:00:00.000Z',
    body: {
      message: { version: 1, sequence: 17, timestamp: 1735689600 },
      system: { uptime: 8640, voltage_rest: 3.61, voltage_load: 3.42, current_load: 31 },
      hygrometer: {
        temperature: {
          measurements: Array.from({ length: 24 }, (_, hour) => ({
            timestamp: 1735689600 - hour * 3600,
            min: 20.11 + hour / 10,
            max: 23.87 + hour / 10,
            avg: 21.94 + hour / 10,
          })),
        },
      },
    },
  },
  device: { id: '018f3c1e-0000-7000-8000-000000000000', name: 'chester-2159017523', tags: [] },
})

/** A small transformation, as people write them. */
const SCRIPT: Script = {
  entry: 'main',
  source: `function main(job) {
  const { body } = job.message
  const { measurements } = body.hygrometer.temperature
  return {
    method: 'POST',
    url: 'https://example.com/hook',
    header: { 'Content-Type': 'application/json' },
    data: {
      device: job.device.name,
      voltage: body.system.voltage_rest,
      temperatures: measurements.map(({ timestamp, avg }) => ({ at: new Date(timestamp * 1000).toISOString(), avg })),
    },
  }
}`,
}

/**
 * The same work in plain JavaScript, as the baseline: compiled once, then called with each message as text, and
 * returning text. It is an expression, so that it runs in the page and in Node.
 */
const PLAIN = `(() => {
  ${SCRIPT.source}
  const input = ${JSON.stringify(INPUT)}
  const startedAt = performance.now()
  for (let index = 0; index < ${COUNT}; index += 1) JSON.stringify(main(JSON.parse(input)))
  return performance.now() - startedAt
})()`

/** Compares the sandbox in one place with the same work in plain JavaScript, in the same place and run. */
async function placeRow(what: string, sandboxed: () => Promise<number>, plain: () => Promise<number>) {
  const [ours = 0, theirs = 0] = (await alternate([sandboxed, plain], { rounds: ROUNDS })).map(median)
  const measured = `${ours.toFixed(0)} ms, ${(ours / theirs).toFixed(0)}× plain JavaScript (${theirs.toFixed(1)} ms)`
  return row(what, measured, `≤ ${GOAL} ms`, ours <= GOAL)
}

/** Measures the sandbox in a browser and in a thread of the server. */
export async function benchSandbox(lifetime: Lifetime): Promise<Row[]> {
  const sandbox = startSandbox({ size: 1 })
  lifetime.defer(() => sandbox.close())
  const served = await serveSandboxPage()
  lifetime.defer(() => served.close())
  const page = await (await openChromium(lifetime)).newPage()
  await page.goto(served.url)
  await page.waitForFunction(() => 'sandbox' in window)

  const inThread = () =>
    timeOf(async () => {
      const outcomes = await sandbox.runAll(SCRIPT, Array<string>(COUNT).fill(INPUT))
      if (outcomes.some((outcome) => 'error' in outcome)) throw new Error('a message was not transformed')
    })
  const inPage = () =>
    page.evaluate(
      async ([script, input, count]) => {
        const startedAt = performance.now()
        const outcomes = await window.sandbox.runAll(script, Array<string>(count).fill(input))
        if (outcomes.some((outcome) => 'error' in outcome)) throw new Error('a message was not transformed')
        return performance.now() - startedAt
      },
      [SCRIPT, INPUT, COUNT] as const,
    )
  return [
    // oxlint-disable-next-line no-eval -- the baseline of the sandbox
    await placeRow('A thread of the server', inThread, async () => Number((0, eval)(PLAIN))),
    await placeRow('The worker of the console, in Chromium', inPage, async () =>
      Number(await page.evaluate(PLAIN)),
    ),
  ]
}
