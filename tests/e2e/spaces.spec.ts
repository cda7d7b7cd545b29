import { expectNoFaults } from './support/pages'
import { expect, test } from './support/test'

test('a space is created with the suggested name, renamed and deleted', async ({ page, backend }) => {
  await backend.signIn(page, await backend.person())
  await page.goto('/spaces')
  await page.getByRole('button', { name: 'Create space' }).click()
  const dialog = page.getByRole('dialog', { name: 'New space' })
  await dialog.getByRole('button', { name: 'Create space' }).click()
  await expect(dialog.getByText('name required')).toBeVisible()

  await dialog.getByLabel('Name').fill('Můj první Prostor')
  await expect(dialog.getByText("Input doesn't match the required pattern.")).toBeVisible()
  await dialog.getByRole('button', { name: 'Use the suggested name muj-prvni-prostor' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('muj-prvni-prostor')
  await dialog.getByRole('button', { name: 'Create space' }).click()
  await expect(page).toHaveURL(/\/space\/[^/]+\/devices$/)
  await expect(page.getByText(/There are no devices here\. Please use the button/)).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/spaces$/)
  await expect(dialog).toHaveCount(0)
  await page.goForward()

  await page.getByRole('button', { name: 'Space muj-prvni-prostor' }).click()
  await expect(page.getByRole('option', { name: /muj-prvni-prostor/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Space info' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).dblclick()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/edit=true/)
  await page.getByLabel('Name').fill('renamed-space')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'renamed-space', level: 1 })).toBeVisible()
  await expect(page).not.toHaveURL(/edit=true/)

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete the space renamed-space?' })
  await expect(question.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await question.getByLabel('To confirm, type “renamed-space”.').fill('renamed-space')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/spaces$/)
  await expect(page.getByRole('heading', { name: 'Spaces', level: 1 })).toBeVisible()
  await expect(page.getByText('renamed-space')).toHaveCount(0)
})

test('an administrator limits the spaces of each account, and who has as many is told so', async ({
  page,
  backend,
}) => {
  const own = await backend.ownServer()
  await own.signIn(page, await own.person({ systemRole: 'admin' }))
  await page.goto(`${own.url}/admin`)
  const settings = page.getByRole('region', { name: 'Spaces' })
  const limit = settings.getByLabel('Spaces per account')
  await expect(limit).toHaveValue('100')
  await limit.fill('many')
  await settings.getByRole('button', { name: 'Save limit' }).click()
  await expect(settings.getByText('Not a number')).toBeVisible()
  await limit.fill('1')
  await settings.getByRole('button', { name: 'Save limit' }).click()
  await expect(page.getByText('The limit was saved')).toBeVisible()
  await expectNoFaults(page)

  await own.signIn(page, await own.person())
  await page.goto(`${own.url}/spaces`)
  await page.getByRole('button', { name: 'Create space' }).click()
  const dialog = page.getByRole('dialog', { name: 'New space' })
  await dialog.getByLabel('Name').fill('one-more')
  await dialog.getByRole('button', { name: 'Create space' }).click()
  await expect(page.getByText(/the limit of this server for the spaces of one account is 1/i)).toBeVisible()
})
