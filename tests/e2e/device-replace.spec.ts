import { aClaimToken, aSerialNumber } from '../support/builders'
import { qrPhoto } from '../support/qr'
import { callUplink } from '../support/uplink'
import { expect, test } from './support/test'

test('a device gets other hardware, which takes its downlinks, and the seam stands in its history', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'pump-1' })
  await backend.uplink(device, { body: { before: true } })
  await backend.call('POST', `/spaces/${space.id}/messages`, {
    token: person.token,
    body: { device_id: device.id, type: 'shell', body: ['info show'] },
  })
  const hardware = { serial_number: aSerialNumber(), token: aClaimToken() }
  await backend.signIn(page, person)

  await page.goto(`/space/${space.id}/devices/${device.id}`)
  await page.getByRole('button', { name: 'Replace hardware' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace the hardware of pump-1' })
  await expect(
    dialog.getByText(`the hardware with serial number ${device.serial_number} is refused`),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Scan QR code' }).click()
  const scan = page.getByRole('dialog', { name: 'Scan QR code' })
  await expect(scan.getByRole('button', { name: 'Choose a photo' })).toBeEnabled({ timeout: 30_000 })
  const code = await qrPhoto(`https://id.example.com/${hardware.serial_number}/${hardware.token}`)
  await scan
    .getByLabel('Choose a photo')
    .and(page.locator('input'))
    .setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: code })
  await expect(dialog.getByLabel('Serial number')).toHaveValue(hardware.serial_number)
  await dialog.getByRole('button', { name: 'Replace hardware' }).click()
  await expect(page.getByText('Hardware replaced')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Hardware', exact: true })).toContainText(
    hardware.serial_number,
  )

  expect((await callUplink(backend, device)).status).toBe(401)
  const { downlinks } = await backend.uplink(hardware, { body: { after: true } })
  expect(downlinks).toMatchObject([{ type: 'shell', body: ['info show'] }])

  await page.goto(`/space/${space.id}/messages?deviceId=${device.id}`)
  const seam = page.getByText(`serial number ${device.serial_number} → ${hardware.serial_number}`)
  await expect(seam).toBeVisible()
  const live = page.getByRole('switch', { name: 'Live' })
  await live.click()
  await expect(live).toBeChecked()
  await expect(seam).toBeVisible()
  await page.setViewportSize({ width: 375, height: 800 })
  await expect(seam).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
})
