import { chromium } from '@playwright/test'
import { chromiumOptions } from '../../support/chromium'
import { measure, type Sample, type Variant } from './measure'
import { report, type VariantName } from './report'
import { servePage } from './serve'

const ROUNDS = 7

const VARIANTS = {
  plain: { name: 'plain', rows: 500 },
  ours: { name: 'ours', rows: 500 },
  large: { name: 'ours', rows: 5000 },
} as const satisfies Record<VariantName, Variant>

/** Measures the table in real Chromium: fresh pages, interleaved, the median of all rounds. */
export async function benchTable() {
  const page = await servePage()
  const browser = await chromium.launch(chromiumOptions)
  const samples: Record<VariantName, Sample[]> = { plain: [], ours: [], large: [] }
  try {
    // The first page of each kind only warms up.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const key of ['plain', 'ours', 'large'] as const) {
        const sample = await measure(browser, page.url, VARIANTS[key])
        if (round > 0) samples[key].push(sample)
      }
  } finally {
    await browser.close()
    await page.close()
  }
  return report(samples)
}
