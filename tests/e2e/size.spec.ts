import type { Page } from '@playwright/test'
import { BUDGETS } from '../../scripts/lib/budgets.mjs'
import { expect, signInByForm, test } from './support/test'

/** Adds up the JavaScript that crosses the network, compressed as the server sends it, in bytes. */
function countScripts(page: Page) {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') sizes.push(request.sizes().then((size) => size.responseBodySize))
  })
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('the sign-in form and the first row come within their budgets', async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.device(space, { name: 'first-row' })

  const sent = countScripts(page)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  const beforeSignIn = await sent()
  expect(beforeSignIn).toBeGreaterThan(50_000)
  expect(beforeSignIn).toBeLessThanOrEqual(BUDGETS.signIn * 1000)

  await page.evaluate((path) => sessionStorage.setItem('redirectPath', path), `/space/${space.id}/devices`)
  await signInByForm(page, person)
  await expect(page.getByRole('link', { name: 'first-row', exact: true })).toBeVisible()
  expect(await sent()).toBeLessThanOrEqual(BUDGETS.deviceList * 1000)
})

test('a reload asks for all scripts of a list before any of them has run', async ({ page, backend }) => {
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
