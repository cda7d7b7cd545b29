import type { Page } from '@playwright/test'
import { expect, test } from './support/test'

/** Denies the calls to this path; the real server answers all others. */
const deny = (page: Page, path: RegExp, status: number, body: string) =>
  page.route(path, (route) => route.fulfill({ status, body, contentType: 'text/plain' }))

const tokens = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token'), sessionStorage.getItem('token')].filter(Boolean).length)

// What the console does is the same for both statuses.
test('a first 403 leads to the spaces with the token kept, a second one to the sign-in', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  await deny(page, /\/v2\/spaces\/[^/]+\/devices\?/, 403, 'forbidden')

  await page.goto(`/space/${space.id}/devices?page=2`)
  await expect(page).toHaveURL(/\/spaces$/)
  await expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('The server refused a request of the page “Devices”')
  expect(await tokens(page)).toBe(1)

  await page.goto(`/space/${space.id}/devices`)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText(/^Access was refused again/)).toBeVisible()
  expect(await tokens(page)).toBe(0)
})
