import { expect, test } from './support/test'

test('the help of a page opens the part of the guides about it, on a phone as well', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/alerts`)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Help: Alerts' }).click()
  const guide = await opened
  await expect(guide.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible()
  await expect(guide).toHaveURL(/\/guide\/alerts\.html$/)

  await guide.setViewportSize({ width: 375, height: 800 })
  await expect(guide.getByRole('link', { name: 'Access keys' })).toBeHidden()
  await guide.getByRole('button', { name: 'Guides' }).click()
  await guide.getByRole('link', { name: 'Access keys' }).click()
  await expect(guide.getByRole('heading', { level: 1, name: 'Access keys' })).toBeVisible()
  const scrolls = () => guide.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(await scrolls()).toBe(false)

  await guide.getByRole('link', { name: 'Licences of third parties' }).click()
  const licences = await guide.locator('body').innerText()
  for (const name of ['react', '@mui/material', 'monaco-editor', '@fontsource-variable/inter', 'zxing-wasm'])
    expect(licences).toMatch(new RegExp(`^## ${name} \\d`, 'm'))
})
