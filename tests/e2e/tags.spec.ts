import type { Page } from '@playwright/test'
import { aConnector } from '../support/builders'
import { expect, test } from './support/test'

// Chips are tinted.
const BLUE = /srgb 0\.1176\d* 0\.533\d* 0\.898/
const GREEN = /srgb 0\.2627\d* 0\.627\d* 0\.278/

const chip = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const open = (page: Page, section: string) =>
  page.getByRole('navigation').getByRole('link', { name: section, exact: true }).click()

test('a changed or deleted tag is never shown as it was', { tag: '@heavy' }, async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const created = await backend.call('POST', `/spaces/${space.id}/tags`, {
    token: person.token,
    body: { name: 'roof', color: '#1E88E5' },
  })
  const tag = await created.json()
  const device = await backend.device(space, { name: 'meter-1', tags: [tag] })
  await aConnector(backend, space, { tags: [tag] })
  await backend.messages(device, [{ temperature: 21 }])
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices`)
  await expect(chip(page, 'roof')).toHaveCSS('background-color', BLUE)

  await open(page, 'Tags')
  await page.getByRole('button', { name: 'Actions: roof' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('cellar')
  await page.getByRole('radio', { name: 'green', exact: true }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'cellar', level: 1 })).toBeVisible()

  // The list of devices is slow, and must not show the former tag meanwhile.
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/\/devices\?/, async (route) => {
    await held
    await route.continue()
  })
  await open(page, 'Devices')
  await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()
  expect(await chip(page, 'roof').count()).toBe(0)
  answer()
  await expect(chip(page, 'cellar')).toHaveCSS('background-color', GREEN)

  await open(page, 'Tags')
  await page.getByRole('row').filter({ hasText: 'cellar' }).hover()
  await page.getByRole('link', { name: 'Messages of the tag cellar' }).click()
  await expect(page.getByRole('heading', { name: 'From tag cellar', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: device.serial_number })).toBeVisible()

  await page.goBack()
  await page.getByRole('link', { name: '1 device with the tag cellar' }).click()
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('cellar')
  await expect(page.getByRole('link', { name: 'meter-1', exact: true })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: '1 connector with the tag cellar' }).click()
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('cellar')

  await open(page, 'Tags')
  await page.getByRole('button', { name: 'Actions: cellar' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete the tag cellar?' })
  await expect(dialog).toContainText(
    '1 device and 1 connector lose this tag; unless they share another one, messages of that device stop triggering that connector.',
  )
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(/There are no tags here/)).toBeVisible()
  await open(page, 'Devices')
  await expect(page.getByRole('link', { name: 'meter-1', exact: true })).toBeVisible()
  await expect(chip(page, 'cellar')).toHaveCount(0)
})
