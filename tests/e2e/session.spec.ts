import { expect, test } from './support/test'

test('a device with a session shows what it said of itself, its passkey when asked', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'pump-1' })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices/${device.id}?tab=session`)
  await expect(page.getByRole('tab', { name: 'Details', selected: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Session' })).toHaveCount(0)

  const up = { vendor_name: 'ACME', ble_passkey: '482913', lte_imei: '351358811124772', uptime: 77 }
  await backend.uplink(device, { type: 'session', body: { up } })
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Session', selected: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'LTE' })).toContainText('351358811124772')
  const about = page.getByRole('region', { name: 'Device' })
  await expect(about).toContainText('ACME')
  await expect(page.getByText('uptime')).toHaveCount(0)

  await expect(page.getByRole('img', { name: 'Bluetooth passkey is hidden' })).toBeVisible()
  expect(await page.content()).not.toContain('482913')
  await about.getByRole('button', { name: 'Show Bluetooth passkey' }).click()
  await expect(about).toContainText('482913')
  await about.getByRole('button', { name: 'Hide Bluetooth passkey' }).click()
  await expect(about).not.toContainText('482913')
})
