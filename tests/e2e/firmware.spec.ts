import type { Page } from '@playwright/test'
import type { FirmwareJob, FirmwareReport } from '#contract/firmware'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

/** Opens the firmware tab of a new device, which the test simulates. */
async function openFirmware(page: Page, backend: Backend) {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space)
  const path = `/spaces/${space.id}/devices/${device.id}/firmware`
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices/${device.id}?tab=firmware`)
  return {
    schedule: async (firmware: string, target: string): Promise<FirmwareJob> => {
      const answer = await backend.call('POST', path, { token: person.token, body: { firmware, target } })
      return answer.json()
    },
    newestJob: async (): Promise<FirmwareJob> => {
      const answer = await backend.call('GET', path, { token: person.token })
      const [job]: FirmwareJob[] = await answer.json()
      if (!job) throw new Error('there is no job')
      return job
    },
    report: (body: FirmwareReport) => backend.uplink(device, { type: 'firmware', body }),
  }
}

test('a firmware is scheduled, downloaded, swapped and succeeds under the eyes of the person', async ({
  page,
  backend,
}) => {
  await page.clock.install()
  const device = await openFirmware(page, backend)
  await expect(page.getByText(/There are no firmware jobs here/)).toBeVisible()
  await page.getByRole('button', { name: 'Schedule firmware' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule a firmware download' })
  await expect(dialog.getByLabel('Target')).toHaveValue('app')
  await dialog.getByLabel('Firmware id').fill('hw rev 2')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog.getByText('Letters, digits and hyphens only')).toBeVisible()
  await expect(dialog.getByLabel('Firmware id')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Firmware id').fill('fw-2-1-0')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText('Downloaded firmware sheduled.')).toBeVisible()
  await expect(page.getByText('The firmware will be downloaded to the device soon.')).toBeVisible()

  const row = page.getByRole('row').filter({ hasText: 'fw-2-1-0' }).first()
  await expect(row).toContainText('Scheduled')
  await page.getByRole('button', { name: 'Details of fw-2-1-0' }).click()
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await expect(timeline.getByText('Not reached')).toHaveCount(2)

  const { id: job_id } = await device.newestJob()
  await device.report({ job_id, state: 'downloading', bytes_downloaded: 450_000, firmware_size: 1_000_000 })
  await page.clock.fastForward(10_000)
  await expect(row).toContainText('Downloading')
  await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '45')
  await expect(timeline.getByText('Not reached')).toHaveCount(1)

  await device.report({ job_id, state: 'swapping', bytes_downloaded: 1_000_000, firmware_version: '2.1.0' })
  await page.clock.fastForward(10_000)
  await expect(row).toContainText('Swapping')
  await expect(row).toContainText('2.1.0')
  await device.report({ job_id, state: 'succeeded' })
  await page.clock.fastForward(10_000)
  await expect(row).toContainText('Succeeded')
  await expect(timeline.getByText(/\ds since the download started/)).toBeVisible()
})
