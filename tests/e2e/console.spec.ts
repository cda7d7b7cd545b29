import type { Page } from '@playwright/test'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

/** Creates a device, and opens its console as a space admin. */
async function openConsole(page: Page, backend: Backend) {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'pump-1' })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices/${device.id}/console`)
  await expect(page.getByRole('heading', { name: 'Console', level: 1 })).toBeVisible()
  return { person, space, device, log: page.getByRole('region', { name: 'Commands and responses' }) }
}

const inputOf = (page: Page) => page.getByLabel('Commands, one per line')

test('commands are sent by keyboard, wait, are received and answered, or cancelled', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  const { device, log } = await openConsole(page, backend)
  await expect(log.getByText('No commands yet')).toBeVisible()

  await inputOf(page).fill('info show\n\n   \nmake coffee\n')
  await inputOf(page).press('Control+Enter')
  await expect(page.getByText('Message sent')).toBeVisible()
  await expect(inputOf(page)).toHaveValue('')
  await expect(log.getByText('Waiting for response... pending')).toBeVisible()

  const [taken] = (await backend.uplink(device)).downlinks
  await expect(log.getByText('Waiting for response... sent')).toBeVisible()
  await expect(log.getByRole('button', { name: 'Cancel' })).toHaveCount(0)

  const responses = [
    { result: 0, outputs: ['vendor name: ACME', 'product name: <b>pump</b>'] },
    { result: -22, outputs: ['invalid argument'] },
  ]
  await backend.uplink(device, { type: 'shell', body: { down_message_id: taken?.id ?? null, responses } })
  const [exchange, ...others] = await log.getByRole('listitem').all()
  expect(others).toEqual([])
  await expect(log.getByText('result -22')).toBeVisible()
  await expect(exchange ?? log).toContainText(
    /info show\s*vendor name: ACME\s*product name: <b>pump<\/b>\s*make coffee\s*result -22\s*invalid argument/,
  )
  await expect(log.getByText(/Waiting for response/)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'New response: info show' })).toBeAttached()

  await inputOf(page).fill('system reboot')
  await page.getByRole('button', { name: 'Send' }).click()
  await log.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog', { name: 'Cancel this command?' })
  await question.getByRole('button', { name: 'Cancel command' }).click()
  await expect(log.getByText('Cancelled')).toBeVisible()
  // The focus is on the page or its title.
  await expect(page.locator('main:focus, main h1:focus')).toBeVisible()
})
