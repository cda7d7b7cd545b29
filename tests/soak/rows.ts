import type { Page } from '@playwright/test'

/** Ids of all rows of the message table in their order; it scrolls, because only what is near the screen is in the document. */
export async function rowsOf(page: Page): Promise<string[]> {
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
    // The rows near the screen come with the next frames.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  return [...ids].toSorted(([a], [b]) => a - b).map(([, id]) => id)
}
