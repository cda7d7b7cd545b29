import { expect, test } from './support/test'

test('the link that the server prints creates the first administrator, once', { tag: '@heavy' }, async ({
  page,
  backend,
}) => {
  const server = await backend.ownServer()
  const link = await server.setupLink()
  await page.goto(server.url)
  await expect(page.getByRole('heading', { name: 'Set up Spaceport' })).toBeVisible()
  await page.goto(link)
  await expect(page).toHaveURL(`${server.url}/setup`)
  await page.reload()
  await page.getByLabel('E-mail').fill('first@example.com')
  await page.getByLabel('Password', { exact: true }).fill('long enough')
  await page.getByLabel('Password again').fill('something else')
  await page.getByRole('button', { name: 'Create administrator' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()

  await page.getByLabel('Password again').fill('long enough')
  await page.getByRole('button', { name: 'Create administrator' }).click()
  await expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()
  await page.goto(`${server.url}/admin`)
  await expect(page.getByRole('heading', { name: 'Admin area', level: 1 })).toBeVisible()

  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This link no longer works')
  await expect(page.getByLabel('E-mail')).toHaveCount(0)
})
