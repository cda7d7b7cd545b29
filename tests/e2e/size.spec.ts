import type { Page } from '@playwright/test'
import { BUDGETS } from '../../scripts/lib/budgets.mjs'
import { expect, signInByForm, test } from './support/test'

/** Records in the page when each selector first matches: later loads count for no budget. */
const noteWhenShown = (page: Page, selectors: Record<string, string>) =>
  page.addInitScript((waiting) => {
    const left = new Map(Object.entries(waiting))
    new MutationObserver(() => {
      for (const [name, selector] of left)
        if (document.querySelector(selector)) {
          performance.mark(name)
          left.delete(name)
        }
    }).observe(document, { attributes: true, childList: true, subtree: true })
  }, selectors)

/** JavaScript that had loaded when this appeared, in bytes as sent, compressed. */
const scriptsUntil = (page: Page, name: string) =>
  page.evaluate((noted) => {
    const at = performance.getEntriesByName(noted, 'mark')[0]?.startTime
    if (at === undefined) throw new Error(`There was no ${noted}.`)
    return performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter((entry) => new URL(entry.name).pathname.endsWith('.js') && entry.responseEnd <= at)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  }, name)

test('the sign-in form and the first row appear within their budgets', async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.device(space, { name: 'first-row' })

  await noteWhenShown(page, { form: 'button[type=submit]:enabled', row: '[data-row]' })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  const beforeSignIn = await scriptsUntil(page, 'form')
  expect(beforeSignIn).toBeGreaterThan(50_000)
  expect(beforeSignIn).toBeLessThanOrEqual(BUDGETS.signIn * 1000)

  await page.evaluate((path) => sessionStorage.setItem('redirectPath', path), `/space/${space.id}/devices`)
  await signInByForm(page, person)
  await expect(page.getByRole('link', { name: 'first-row', exact: true })).toBeVisible()
  const beforeRow = await scriptsUntil(page, 'row')
  expect(beforeRow).toBeGreaterThan(beforeSignIn)
  expect(beforeRow).toBeLessThanOrEqual(BUDGETS.deviceList * 1000)
})

test('a reload requests all scripts of a list before any of them has run', async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.device(space, { name: 'first-row' })
  await backend.signIn(page, person)

  const texts = page.waitForRequest(/\/assets\/frame-en-/)
  const app = page.waitForRequest(/\/assets\/console-/)
  await page.route(/\/assets\/vendor-/, async (route) => {
    await Promise.all([texts, app])
    await route.continue()
  })
  await page.goto(`/space/${space.id}/devices`)
  await expect(page.getByRole('link', { name: 'first-row', exact: true })).toBeVisible()
})
