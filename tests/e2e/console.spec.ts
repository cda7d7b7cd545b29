import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { learntFrom } from '../../server/services/devices/contact'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

const MINUTE = 60_000

/** A device whose console a space admin has open. */
async function openConsole(page: Page, backend: Backend) {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'pump-1' })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices/${device.id}/console`)
  await expect(page.getByRole('heading', { name: 'Console', level: 1 })).toBeVisible()
  return { person, space, device, log: page.getByRole('region', { name: 'Commands and answers' }) }
}

const inputOf = (page: Page) => page.getByLabel('Commands, one per line')

test('commands are sent by the keyboard, wait, are taken and answered', async ({ page, backend }) => {
  const { device, log } = await openConsole(page, backend)
  await expect(log.getByText('No commands yet')).toBeVisible()

  await inputOf(page).fill('info show\n\n   \nmake coffee\n')
  await inputOf(page).press('Control+Enter')
  await expect(page.getByText('Message sent')).toBeVisible()
  await expect(inputOf(page)).toHaveValue('')
  await expect(log.getByText('Waiting for response... pending')).toBeVisible()

  const [taken] = (await backend.uplink(device)).downlinks
  await expect(log.getByText('Waiting for response... sent')).toBeVisible({ timeout: 20_000 })
  await expect(log.getByRole('button', { name: 'Cancel' })).toHaveCount(0)

  const responses = [
    { result: 0, outputs: ['vendor name: ACME', 'product name: <b>pump</b>'] },
    { result: -22, outputs: ['invalid argument'] },
  ]
  await backend.uplink(device, { type: 'shell', body: { down_message_id: taken?.id ?? null, responses } })
  const [exchange, ...others] = await log.getByRole('listitem').all()
  expect(others).toEqual([])
  await expect(log.getByText('result -22')).toBeVisible({ timeout: 20_000 })
  await expect(exchange ?? log).toContainText(
    /info show\s*vendor name: ACME\s*product name: <b>pump<\/b>\s*make coffee\s*result -22\s*invalid argument/,
  )
  await expect(log.getByText(/Waiting for response/)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'New answer: info show' })).toBeAttached()
})

test('earlier commands come back with the arrow keys, and nothing blank is sent', async ({
  page,
  backend,
}) => {
  const { log } = await openConsole(page, backend)
  const input = inputOf(page)
  for (const commands of ['lte state', 'info show\nkernel uptime']) {
    await input.fill(commands)
    await input.press('Control+Enter')
    await expect(input).toHaveValue('')
  }
  await page.reload()
  await expect(log.getByRole('listitem')).toHaveCount(2)

  await input.fill('half a comm')
  await input.press('ArrowUp')
  await expect(input).toHaveValue('info show\nkernel uptime')
  await input.press('ArrowUp')
  await expect(input).toHaveValue('lte state')
  await input.press('ArrowDown')
  await expect(input).toHaveValue('info show\nkernel uptime')
  await input.press('ArrowDown')
  await expect(input).toHaveValue('half a comm')

  await input.fill(' \n\n')
  await input.press('Control+Enter')
  await input.fill('help')
  await input.press('Control+Enter')
  await expect(log.getByRole('listitem')).toHaveCount(3)
})

test('a pending command is cancelled after a question, a taken one no more', async ({ page, backend }) => {
  const { device, log } = await openConsole(page, backend)
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this command?' })
  await inputOf(page).fill('system reboot')
  await page.getByRole('button', { name: 'Send' }).click()
  await log.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toContainText('system reboot')
  await dialog.getByRole('button', { name: 'Cancel command' }).click()
  await expect(page.getByText('Message cancelled')).toBeVisible()
  await expect(log.getByText('Cancelled')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  await inputOf(page).fill('kernel uptime')
  await page.getByRole('button', { name: 'Send' }).click()
  await log.getByRole('button', { name: 'Cancel' }).click()
  await backend.uplink(device)
  await dialog.getByRole('button', { name: 'Cancel command' }).click()
  await expect(page.getByText('Too late: this command can no longer be cancelled.')).toBeVisible()
  await expect(log.getByText('Waiting for response... sent')).toBeVisible({ timeout: 20_000 })
})

test('a command that cannot be sent stays in the input, and the search finds commands', async ({
  page,
  backend,
}) => {
  const { log } = await openConsole(page, backend)
  const input = inputOf(page)
  await page.route(/\/v2\/spaces\/[^/]+\/messages$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, body: 'not now', contentType: 'text/plain' })
      : route.fallback(),
  )
  await input.fill('info show')
  await input.press('Control+Enter')
  await expect(page.getByText('not now')).toBeVisible()
  await expect(input).toHaveValue('info show')
  await page.unroute(/\/v2\/spaces\/[^/]+\/messages$/)
  for (const commands of ['info show', 'lte state']) {
    await input.fill(commands)
    await input.press('Control+Enter')
    await expect(input).toHaveValue('')
  }
  const search = page.getByLabel('Search commands and answers')
  await search.fill('LTE')
  await expect(page.getByText('1 of 2')).toBeVisible()
  await expect(log.locator('mark')).toHaveText('lte')
  await search.fill('coffee')
  await expect(log.getByText('No command or answer contains “coffee”.')).toBeVisible()
  await search.press('Escape')
  await expect(log.getByRole('listitem')).toHaveCount(2)
})

test('the page of a device begins with how often it is heard and how late it is, the console says when it was expected', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const { id } = await backend.device(space, { name: 'pump-1' })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices/${id}`)
  await expect(page.getByText('Never heard from.')).toBeVisible()

  const lastSeen = new Date(Date.now() - 130 * MINUTE)
  const past = learntFrom(lastSeen, [1800, 1800, 1800])
  await backend.db.execute(
    sql`update device_contact set last_seen = ${lastSeen}, ${past} where device_id = ${id}`,
  )
  await page.reload()
  await expect(page.getByText(/^Late by 1 hour, usually every 30 minutes\.$/)).toBeVisible()
  await page.getByRole('link', { name: 'Console', exact: true }).click()
  await expect(page.getByText(/Was expected: .+, every 30 minutes\./)).toBeVisible()
})
