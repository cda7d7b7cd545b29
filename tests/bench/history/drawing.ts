import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { chromiumOptions } from '../../support/chromium'
import { lowerQuartile } from '../api/compare'
import type { Line } from '../api/lines'
import { servePage } from '../table/serve'

const POINTS = 100_000
const ROUNDS = 9
const GOAL = { drawn: 100, longest: 200 }

/** How long the console's chart takes to draw a line of many points, in real Chromium. */
export async function benchDrawing(): Promise<Line[]> {
  const page = await servePage(fileURLToPath(new URL('page', import.meta.url)))
  const browser = await chromium.launch(chromiumOptions)
  try {
    const shown = await browser.newPage()
    await shown.goto(page.url)
    await shown.waitForFunction(() => 'draw' in window)
    const rounds: { drawn: number; longest: number }[] = []
    // The first round only warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      const result = await shown.evaluate((points) => window.draw(points), POINTS)
      if (round > 0) rounds.push(result)
    }
    const drawn = lowerQuartile(rounds.map((round) => round.drawn))
    const longest = lowerQuartile(rounds.map((round) => round.longest))
    return [
      {
        what: `Drawing ${POINTS} points (${ROUNDS} rounds)`,
        measured: `${drawn.toFixed(0)} ms, the longest task ${longest.toFixed(0)} ms`,
        goal: `≤ ${GOAL.drawn} ms, no task over ${GOAL.longest} ms`,
        met: drawn <= GOAL.drawn && longest <= GOAL.longest,
      },
    ]
  } finally {
    await browser.close()
    await page.close()
  }
}
