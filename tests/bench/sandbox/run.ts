import { chromium } from '@playwright/test'
import { startSandbox } from '../../../server/services/sandbox'
import { chromiumOptions } from '../../support/chromium'
import { serveSandboxPage } from '../../support/sandbox/servePage'
import { COUNT, INPUT, PLAIN, SCRIPT } from './work'

const ROUNDS = 5
/** Milliseconds for all messages. */
const GOAL = 1000

/** A place where scripts run: both answer the milliseconds that all messages took. */
interface Place {
  sandboxed: () => Promise<number>
  plain: () => Promise<number>
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function measure(what: string, { sandboxed, plain }: Place) {
  const times: { sandboxed: number; plain: number }[] = []
  // The first round only warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const time = { plain: await plain(), sandboxed: await sandboxed() }
    if (round > 0) times.push(time)
  }
  const ours = median(times.map(({ sandboxed }) => sandboxed))
  const theirs = median(times.map(({ plain }) => plain))
  return {
    what,
    measured: `${ours.toFixed(0)} ms, ${(ours / theirs).toFixed(0)}× plain JavaScript (${theirs.toFixed(1)} ms)`,
    goal: `≤ ${GOAL} ms`,
    met: ours <= GOAL,
  }
}

async function inThread() {
  const sandbox = startSandbox({ size: 1 })
  const line = await measure('A thread of the server', {
    // oxlint-disable-next-line no-eval -- what the sandbox is measured against
    plain: async () => Number((0, eval)(PLAIN)),
    async sandboxed() {
      const startedAt = performance.now()
      const outcomes = await sandbox.runAll(SCRIPT, Array<string>(COUNT).fill(INPUT))
      if (outcomes.some((outcome) => 'error' in outcome)) throw new Error('a message was not transformed')
      return performance.now() - startedAt
    },
  })
  sandbox.close()
  return line
}

async function inBrowser() {
  const served = await serveSandboxPage()
  const browser = await chromium.launch(chromiumOptions)
  try {
    const page = await browser.newPage()
    await page.goto(served.url)
    await page.waitForFunction(() => 'sandbox' in window)
    return await measure('The worker of the console, in Chromium', {
      plain: async () => Number(await page.evaluate(PLAIN)),
      sandboxed: () =>
        page.evaluate(
          async ([script, input, count]) => {
            const startedAt = performance.now()
            const outcomes = await window.sandbox.runAll(script, Array<string>(count).fill(input))
            if (outcomes.some((outcome) => 'error' in outcome))
              throw new Error('a message was not transformed')
            return performance.now() - startedAt
          },
          [SCRIPT, INPUT, COUNT] as const,
        ),
    })
  } finally {
    await browser.close()
    await served.close()
  }
}

/** Measures the sandbox in both of its homes, against the same work as plain JavaScript in the same place and run. */
export async function benchSandbox() {
  const lines = [await inThread(), await inBrowser()]
  return {
    title: `Sandbox: ${COUNT} messages of ${(INPUT.length / 1000).toFixed(1)} kB through a small transformation, a fresh context each, median of ${ROUNDS}`,
    lines,
    met: lines.every(({ met }) => met),
  }
}
