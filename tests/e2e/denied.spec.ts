import type { Page } from '@playwright/test'
import { expect, signInByForm, test } from './support/test'

/** Denies the calls to this path; the real server answers all others. */
const deny = (page: Page, path: RegExp, status: number, body: string) =>
  page.route(path, (route) => route.fulfill({ status, body, contentType: 'text/plain' }))

const tokens = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token'), sessionStorage.getItem('token')].filter(Boolean).length)

test('a token that the server no longer knows leads to the sign-in, and back after it', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}`)
  await expect(page.getByRole('heading', { name: space.name, level: 1 })).toBeVisible()

  await page.evaluate(() => localStorage.setItem('token', 'no.such.token'))
  await page.reload()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText(/^Your sign-in is no longer valid/)).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  expect(await tokens(page)).toBe(0)

  await signInByForm(page, person)
  await expect(page).toHaveURL(new RegExp(`/space/${space.id}$`))
})

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

test('a 401 without a token remembers the path', async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  await page.goto('/spaces')
  await expect(page.getByRole('link', { name: space.name, exact: true })).toBeVisible()
  await deny(page, /\/v2\/spaces\/[^/]+\/devices\?/, 401, 'forbidden')
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.getByRole('link', { name: space.name, exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => sessionStorage.getItem('redirectPath'))).toBe(`/space/${space.id}/devices`)
})
