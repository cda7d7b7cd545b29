import type { Locator } from '@playwright/test'
import { aClaimToken, aSerialNumber } from '../support/builders'
import { press, tabTo } from './support/keyboard'
import { expect, test } from './support/test'

// Other resources have the same parts; src/keyboard.test.tsx covers each.
test('a space and a device in it are created, changed and deleted by keyboard alone', async ({
  page,
  backend,
}) => {
  await backend.signIn(page, await backend.person())
  await page.goto('/spaces')
  const dialog = page.getByRole('dialog')
  const question = page.getByRole('alertdialog')
  const button = (name: string, within: Locator = page.locator('body')) =>
    within.getByRole('button', { name, exact: true })
  const title = (name: string) => page.getByRole('heading', { name, level: 1 })
  const type = async (input: Locator, text: string) => {
    await tabTo(page, input)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
  }
  const rename = async (name: string) => {
    await press(page, button('Edit'))
    await type(page.getByRole('textbox', { name: 'Name' }), name)
    await press(page, button('Save'))
    await expect(button('Save')).toBeHidden()
    await expect(title(name)).toBeVisible()
    await press(page, button('Edit'))
    await press(page, button('Delete'))
  }

  await press(page, button('Create space'))
  await type(dialog.getByLabel('Name'), 'harbour')
  await press(page, button('Create space', dialog))
  await expect(page).toHaveURL(/\/devices$/)

  await press(page, button('Create device'))
  await type(dialog.getByLabel('Name'), 'pump-one')
  await type(dialog.getByLabel('Serial number'), aSerialNumber())
  await type(dialog.getByLabel('Claim token'), aClaimToken())
  await press(page, button('Create device', dialog))
  await expect(title('pump-one')).toBeVisible()
  await rename('pump-two')
  await press(page, button('Delete', question))
  await expect(page).toHaveURL(/\/devices$/)

  await press(page, page.getByRole('link', { name: 'Space info' }))
  await expect(title('harbour')).toBeVisible()
  await rename('harbour-two')
  await type(question.getByRole('textbox'), 'harbour-two')
  await press(page, button('Delete', question))
  await expect(page).toHaveURL(/\/spaces$/)
  await expect(page.getByRole('link', { name: 'harbour-two', exact: true })).toHaveCount(0)
})
