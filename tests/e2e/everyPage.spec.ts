import type { Page } from '@playwright/test'
import { addressesOf } from '../support/addresses'
import type { Backend } from './support/backend'
import { expectNoFaults, follow, isThere, WIDTHS } from './support/pages'
import { expect, test } from './support/test'

/**
 * The shape of a page. Pages of the same parts share a shape: lists, records, their forms and the dialogs that create
 * them. Resources with parts of their own have their own shapes.
 */
function shapeOf(address: string): string {
  const { pathname, search } = new URL(address, 'http://console.test')
  const [, area, , section, id, page] = pathname.split('/')
  if (area !== 'space') return pathname + search
  const isOwn = ['keys', 'connectors', 'messages', 'alerts', 'alert-rules', 'mutes'].includes(section ?? '')
  const what = isOwn ? section : 'resource'
  return [what, id && 'record', page, search.replace(/(deviceId|[ab])=[^&]*&?/g, '')].join(' ')
}

/** Waits until the page of the address is loaded; nothing is wider than the window. */
async function expectToFit(page: Page, path: string) {
  await isThere(page, path)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect.soft(overflow, `${path} is wider than the window`).toBeLessThanOrEqual(0)
}

/** Signs in an administrator, and returns every address of the console. */
async function openAll(page: Page, backend: Backend) {
  const person = await backend.person({ systemRole: 'admin' })
  const addresses = await addressesOf(backend, await backend.space(person))
  await backend.signIn(page, person)
  await page.goto('/spaces')
  return addresses
}

test('every page opens on a phone, and is no wider than its screen', async ({ page, backend }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  for (const path of await openAll(page, backend)) {
    await follow(page, path)
    await expectToFit(page, path)
  }
})

test('the sign-in is no wider than its window, and has no accessibility faults', { tag: '@heavy' }, async ({
  page,
}) => {
  await page.goto('/login')
  await expectToFit(page, '/login')
  await expectNoFaults(page)
})

/** Two halves of the pages, which run in parallel. */
for (const part of [0, 1]) {
  test(`no page is wider than its window, no shape of page has accessibility faults, part ${part + 1}`, {
    tag: '@heavy',
  }, async ({ page, backend }) => {
    test.setTimeout(300_000)
    const addresses = await openAll(page, backend)
    const shapes = addresses.map(shapeOf)
    for (const [i, path] of addresses.entries()) {
      if (i % 2 !== part) continue
      await page.setViewportSize({ width: WIDTHS[i % WIDTHS.length] ?? 900, height: 900 })
      await follow(page, path)
      await expectToFit(page, path)
      if (shapes.indexOf(shapes[i] ?? '') === i) await expectNoFaults(page)
    }
  })
}
