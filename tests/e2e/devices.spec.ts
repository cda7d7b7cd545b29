import { aClaimToken, aSerialNumber } from '../support/builders'
import { expectNoFaults } from './support/pages'
import { expect, test } from './support/test'

test('a device is claimed, its first session and data arrive, and it is edited and deleted', async ({
  page,
  backend,
}) => {
  await page.clock.install()
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices`)

  await page.getByRole('button', { name: 'Create device' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a device' })
  await dialog.getByRole('button', { name: 'Create device' }).click()
  await expect(dialog.getByText('Serial Number is required and should consist of 10 numbers')).toBeVisible()
  await expect(dialog.getByText('Token is required and should consist of 32 characters.')).toBeVisible()
  await expectNoFaults(page)

  const [serial, token] = [aSerialNumber(), aClaimToken()]
  await dialog.getByLabel('Name').first().fill('first-device')
  await dialog.getByLabel('Serial number').fill(serial)
  const tokenInput = dialog.getByLabel('Claim token')
  await expect(tokenInput).toHaveAttribute('type', 'password')
  await tokenInput.fill(token)
  await expect(tokenInput).toHaveAttribute('type', 'text')
  await dialog.getByRole('button', { name: 'Create device' }).click()

  await expect(page.getByRole('heading', { name: 'first-device', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/space/${space.id}/devices/[^/?]+$`))
  await expect(page.getByText('never', { exact: true }).first()).toBeVisible()

  const proof = { serial_number: serial, token }
  await expect(page.getByRole('tab', { name: 'Session' })).toHaveCount(0)
  await backend.uplink(proof, { type: 'session', body: { up: { lte_imei: '351358811124772' } } })
  await backend.uplink(proof, { body: { thermometer: { temperature: 21 } } })
  await page.clock.fastForward(15_000)
  await expect(page.getByText('never', { exact: true })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Session' }).click()
  await expect(page.getByRole('region', { name: 'LTE' })).toContainText('351358811124772')
  await page.getByRole('tab', { name: 'Overview' }).click()

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Comment').fill('In the third row')
  await page.getByRole('button', { name: 'Add label' }).click()
  const row = page.getByRole('group', { name: 'Label 1' })
  await row.getByLabel('Name').fill('site')
  await row.getByLabel('Value').fill('Brno')
  await page.getByRole('button', { name: 'Add label' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('In the third row')).toBeVisible()
  await expect(page.getByText('Brno')).toBeVisible()

  await page.reload()
  await expect(page.getByText('In the third row')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectNoFaults(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(new RegExp(`/space/${space.id}/devices`))
  await expect(page.getByText('first-device')).toHaveCount(0)
})
