import type { Page } from '@playwright/test'
import { addressesOf } from '../support/addresses'
import { expectNoFaults, isThere } from './support/pages'
import { expect, test } from './support/test'

const WIDTHS = [375, 900, 1500]

async function check(page: Page, path: string) {
  await isThere(page, path)
  await expectNoFaults(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect.soft(overflow, `${path} is wider than the window`).toBeLessThanOrEqual(0)
}

/** The pages in two parts, which run at the same time. */
for (const part of [0, 1]) {
  test(`no page has accessibility faults or is wider than its window, part ${part + 1}`, async ({
    page,
    backend,
  }) => {
    test.setTimeout(240_000)
    const person = await backend.person({ systemRole: 'admin' })
    const paths = await addressesOf(backend, await backend.space(person))
    if (part === 0) {
      await page.goto('/login')
      await check(page, '/login')
    }
    await backend.signIn(page, person)
    for (const [i, path] of paths.entries()) {
      if (i % 2 !== part) continue
      await page.setViewportSize({ width: WIDTHS[i % WIDTHS.length] ?? 900, height: 900 })
      await page.goto(path)
      await check(page, path)
    }
  })
}
