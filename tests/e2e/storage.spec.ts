import type { Page } from '@playwright/test'
import { addressesOf } from '../support/addresses'
import type { Backend } from './support/backend'
import { isThere } from './support/pages'
import { expect, signInByForm, test } from './support/test'

const NOTE = /^This browser blocks site data: you stay signed in only until this page is reloaded/

// As in Chromium when all site data is blocked.
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
      Object.defineProperty(window, name, { get: refuse })
    for (const name of ['query', 'request'])
      Object.defineProperty(LockManager.prototype, name, { value: async () => refuse() })
    for (const name of ['register', 'getRegistration', 'getRegistrations'])
      Object.defineProperty(ServiceWorkerContainer.prototype, name, { value: async () => refuse() })
  })
})

async function openConsole(page: Page, backend: Backend) {
  const person = await backend.person({ systemRole: 'admin' })
  const space = await backend.space(person)
  await page.goto('/login')
  await expect(page.getByText(NOTE)).toBeVisible()
  await signInByForm(page, person)
  await expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()
  return space
}

test('a browser that blocks storage gets a message; the console works until it is reloaded', async ({
  page,
  backend,
}) => {
  const space = await openConsole(page, backend)
  await page.getByRole('link', { name: space.name, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()

  await page.reload()
  await expect(page.getByText(NOTE)).toBeVisible()
  await page.getByLabel('Language').selectOption('cs')
  await expect(page.getByText(/^Tento prohlížeč blokuje data webů/)).toBeVisible()
})

test('every page works in a browser that blocks storage', { tag: '@heavy' }, async ({ page, backend }) => {
  const space = await openConsole(page, backend)
  for (const path of await addressesOf(backend, space)) {
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await isThere(page, path)
    await expect(page.getByText('This part of the console did not load'), path).toHaveCount(0)
  }
})
