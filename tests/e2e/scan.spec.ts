import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { aClaimToken, aSerialNumber } from '../support/builders'
import { chromiumOptions } from '../support/chromium'
import { qrPhoto, qrVideo } from '../support/qr'
import type { Backend } from './support/backend'
import { test as base, expect } from './support/test'

interface Scanned {
  serial: string
  token: string
  link: string
}

/** A browser whose camera sees the QR code of a device. */
const test = base.extend<{ scanned: Scanned }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads fixture names from this pattern
  scanned: async ({}, use) => {
    const [serial, token] = [aSerialNumber(), aClaimToken()]
    await use({ serial, token, link: `https://id.example.com/d/${serial}/${token}?v=1` })
  },
  // Other browser options would need another worker, with another server.
  context: async ({ playwright, scanned, baseURL }, use) => {
    const file = join(tmpdir(), `camera-${scanned.serial}.y4m`)
    await writeFile(file, await qrVideo(scanned.link))
    const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`]
    const browser = await playwright.chromium.launch({
      ...chromiumOptions,
      args: [...(chromiumOptions.args ?? []), ...camera],
    })
    await use(await browser.newContext({ baseURL }))
    await browser.close()
  },
})

/** Opens the dialog that creates a device, and the scan in it. */
async function openScan(page: Page, backend: Backend) {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices?create=true`)
  const form = page.getByRole('dialog', { name: 'Create a device' })
  await form.getByRole('button', { name: 'Scan QR code' }).click()
  return { form, scan: page.getByRole('dialog', { name: 'Scan QR code' }) }
}

const photo = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

test('the camera reads the code of a device, which is then claimed', async ({ page, backend, scanned }) => {
  await page.context().grantPermissions(['camera'])
  await page.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      Object.assign(window, { cameraStream: stream })
      return stream
    }
  })
  const { form, scan } = await openScan(page, backend)
  await expect(page.getByText('Device scanned')).toBeVisible()
  await expect(scan).toBeHidden()
  const states = await page.evaluate(() => {
    const stream: unknown = Reflect.get(window, 'cameraStream')
    return stream instanceof MediaStream ? stream.getTracks().map(({ readyState }) => readyState) : []
  })
  expect(states).toEqual(['ended'])

  await expect(form.getByLabel('Serial number')).toHaveValue(scanned.serial)
  await expect(form.getByLabel('Name').first()).toHaveValue(`chester-${scanned.serial}`)
  await expect(form.getByLabel('Claim token')).toHaveValue(scanned.token)
  await expect(form.getByLabel('Claim token')).toHaveAttribute('type', 'password')
  expect(await page.locator('body').textContent()).not.toContain(scanned.token)

  await form.getByRole('button', { name: 'Create device' }).click()
  await expect(page.getByRole('heading', { name: `chester-${scanned.serial}`, level: 1 })).toBeVisible()
  expect(page.url()).not.toContain(scanned.token)
})

test('without a camera a photo works, and codes that belong to no device are refused', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  // Permissions that are not granted here are denied.
  await page.context().grantPermissions(['clipboard-read'])
  const { form, scan } = await openScan(page, backend)
  await expect(scan.getByText(/camera is not allowed for this page/)).toBeVisible()
  const file = scan.getByLabel('Choose a photo').and(page.locator('input'))
  await expect(scan.getByRole('button', { name: 'Choose a photo' })).toBeEnabled()

  await file.setInputFiles(photo('other.png', await qrPhoto('https://example.com/menu')))
  await expect(scan.getByText(/This is not a device code/)).toBeVisible()
  await file.setInputFiles(
    photo('blank.png', await page.screenshot({ clip: { x: 0, y: 0, width: 9, height: 9 } })),
  )
  await expect(scan.getByText(/There is no QR code in this photo/)).toBeVisible()
  await file.setInputFiles(photo('text.png', Buffer.from('no image')))
  await expect(scan.getByText("The browser can't read this image")).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(scan).toBeHidden()
  await form.getByLabel('Name').first().fill('boiler-room')
  await form.getByRole('button', { name: 'Scan QR code' }).click()
  await expect(scan.getByRole('button', { name: 'Choose a photo' })).toBeEnabled()
  const [serial, token] = [aSerialNumber(), aClaimToken()]
  await file.setInputFiles(photo('device.png', await qrPhoto(`https://example.com/${serial}/${token}`)))
  await expect(form.getByLabel('Serial number')).toHaveValue(serial)
  await expect(form.getByLabel('Claim token')).toHaveValue(token)
  await expect(form.getByLabel('Name').first()).toHaveValue('boiler-room')
})
