import { expect, test } from './support/test'

test('an administrator finds a device, moves it seeing what breaks, and its history stays where it was', async ({
  page,
  backend,
}) => {
  const owner = await backend.person()
  const garden = await backend.space(owner)
  const roof = await backend.space(owner)
  const tag = await backend.tag(garden, 'outside')
  const device = await backend.device(garden, { name: 'pump-one', tags: [tag] })
  await backend.uplink(device, { body: { n: 1 } })
  const admin = await backend.person({ systemRole: 'admin' })
  await backend.signIn(page, admin)

  await page.goto('/admin/devices')
  await page.getByRole('searchbox', { name: 'Name, serial, space' }).fill(device.serial_number)
  const row = page.getByRole('row', { name: /pump-one/ })
  await expect(row).toContainText(garden.name)
  await row.getByRole('link', { name: 'pump-one', exact: true }).click()
  await expect(page).toHaveURL(`/space/${garden.id}/devices/${device.id}`)

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Move to another space' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move pump-one to another space' })
  await dialog.getByRole('combobox', { name: 'Space' }).fill(roof.name)
  await page.getByRole('option', { name: roof.name }).click()
  await expect(dialog.getByRole('region', { name: 'What is lost' })).toContainText('outside')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()

  await expect(page).toHaveURL(`/space/${roof.id}/devices/${device.id}`)
  await expect(page.getByText(`Device moved to ${roof.name}`)).toBeVisible()
  await backend.uplink(device, { body: { n: 2 } })
  await page.getByRole('link', { name: 'Messages', exact: true }).last().click()
  await expect(page.getByRole('row').filter({ hasText: device.serial_number })).toHaveCount(1)

  await page.goto(`/space/${garden.id}/devices/${device.id}`)
  await expect(page.getByText(`Moved to ${roof.name} on`)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByRole('row').filter({ hasText: device.serial_number })).toHaveCount(1)
})
