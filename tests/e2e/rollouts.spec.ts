import type { Page } from '@playwright/test'
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
