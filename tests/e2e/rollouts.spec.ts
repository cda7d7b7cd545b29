import type { Page } from '@playwright/test'
import { firmwareOrderSchema } from '#contract/firmware'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

/** Creates devices, and selects them in their list as a space admin. */
async function selectDevices(page: Page, backend: Backend, count: number) {
  const person = await backend.person()
  const space = await backend.space(person)
  const devices = []
  for (let number = 0; number < count; number++)
    devices.push(await backend.device(space, { name: `pump-${String(number).padStart(2, '0')}` }))
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices`)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  return { space, devices }
}

const change = async (page: Page, what: string) => {
  await page.getByRole('button', { name: 'Change…' }).click()
  await page.getByRole('menuitem', { name: what }).click()
  return page.getByRole('dialog')
}

test('one command goes to ten devices by a few clicks, and the page says which of them have it', async ({
  page,
  backend,
}) => {
  const { devices } = await selectDevices(page, backend, 10)
  const dialog = await change(page, 'Run a command…')
  await dialog.getByRole('textbox', { name: /Commands/ }).fill('info show')
  await expect(dialog.getByText(/10 devices/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const table = page.getByRole('table')
  await expect(table.getByRole('cell', { name: 'Ordered' })).toHaveCount(10)
  const [first] = devices
  if (!first) throw new Error('no device')
  const [order] = (await backend.uplink(first)).downlinks
  expect(order).toMatchObject({ type: 'shell', body: ['info show'] })
  const responses = [{ result: 0, outputs: ['ok'] }]
  await backend.uplink(first, { type: 'shell', body: { down_message_id: order?.id ?? null, responses } })
  await expect(table.getByRole('cell', { name: 'Done' })).toHaveCount(1, { timeout: 30_000 })
  await expect(table.getByRole('cell', { name: 'Ordered' })).toHaveCount(9)
})

type Devices = Awaited<ReturnType<typeof selectDevices>>['devices']

/** Devices take the firmware that they are told to, and report how it ended. */
async function takeFirmware(backend: Backend, devices: Devices, end: 'succeeded' | 'failed' = 'succeeded') {
  for (const device of devices) {
    const order = (await backend.uplink(device)).downlinks.find(({ type }) => type === 'firmware')
    const { job_id } = firmwareOrderSchema.parse(order?.body)
    for (const state of ['downloading', 'swapping', end])
      await backend.uplink(device, { type: 'firmware', body: { job_id, state } })
  }
}

test('a firmware goes from choosing to done; the next one pauses itself and is rolled back', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  const { space, devices } = await selectDevices(page, backend, 4)
  const table = page.getByRole('table')
  const states = (name: string) => table.getByRole('cell', { name, exact: true })
  const has = (name: string, count: number) => expect(states(name)).toHaveCount(count, { timeout: 30_000 })

  let dialog = await change(page, 'Update firmware…')
  await dialog.getByRole('combobox', { name: /Firmware/ }).fill('sense-2')
  await dialog.getByRole('checkbox', { name: /sense-2 for app is new in this space/ }).check()
  await dialog.getByRole('button', { name: 'Update', exact: true }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await has('Ordered', 4)
  await takeFirmware(backend, devices)
  await has('Done', 4)
  await expect(page.getByText('It is done.')).toBeVisible()

  await page.goto(`/space/${space.id}/devices`)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  dialog = await change(page, 'Update firmware…')
  const firmware = dialog.getByRole('combobox', { name: /Firmware/ })
  await firmware.click()
  await expect(page.getByRole('option', { name: /sense-2.*4 devices have it now/ })).toBeVisible()
  await firmware.fill('sense-3')
  await dialog.getByRole('checkbox', { name: /sense-3 for app is new in this space/ }).check()
  await dialog.getByRole('button', { name: 'Stages and more…' }).click()
  dialog = page.getByRole('dialog', { name: 'Create a roll-out' })
  await dialog.getByRole('button', { name: '10 %, then the rest when I say so' }).click()
  await dialog.getByRole('textbox', { name: 'Share' }).fill('50')
  await expect(dialog.getByText('Stage 1: 2 devices')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create roll-out' }).click()

  await has('Ordered', 2)
  const [good, bad, ...later] = devices
  if (!good || !bad) throw new Error('no devices')
  await takeFirmware(backend, [good])
  await takeFirmware(backend, [bad], 'failed')
  await expect(page.getByText('Paused itself: 1 device failed; the gate allows 0')).toBeVisible({
    timeout: 30_000,
  })
  await has('Waiting', 2)
  for (const device of later) expect((await backend.uplink(device)).downlinks).toEqual([])

  await page.getByRole('button', { name: 'Roll back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back' }).click()
  // Who knows what the failed one has: it gets the firmware before as well.
  await has('Ordered', 2)
  await takeFirmware(backend, [good, bad])
  await has('Done', 2)
  await expect(page.getByText('It is done.')).toBeVisible()
})
