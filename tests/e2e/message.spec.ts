import type { Page } from '@playwright/test'
import type { Device } from '#contract/devices'
import { type Message, messagesApi } from '#contract/messages'
import type { TestSpace } from '../support/builders'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

type TestDevice = Device & { token: string }

/** A space with one device, opened by its owner. */
async function aSpaceWithDevice(backend: Backend, page: Page) {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'boiler' })
  await backend.signIn(page, person)
  return { space, device }
}

/** Sends data as the device does, and answers the id of the message. */
async function send(backend: Backend, device: TestDevice, body: string) {
  return (await backend.uplink(device, { body })).id
}

/** Schedules a command for the device. */
async function schedule(
  backend: Backend,
  { id: spaceId, owner }: TestSpace,
  device: Device,
): Promise<Message> {
  const answer = await backend.call('POST', `/spaces/${spaceId}/messages`, {
    token: owner.token,
    body: { device_id: device.id, type: 'shell', body: ['config show'] },
  })
  return messagesApi.create.answer.parse(await answer.json())
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search keys and values' })
const row = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name, exact: true })

test('an uplink is searched, the path of a value is copied, and its neighbours are a step away', async ({
  page,
  backend,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { space, device } = await aSpaceWithDevice(backend, page)
  const first = await send(backend, device, '{"system":{"uptime":5,"voltage_rest":3.61},"note":"first"}')
  const second = await send(backend, device, '{"system":{"uptime":9},"note":"second"}')
  await page.goto(`/space/${space.id}/messages/${first}`)

  await expect(page.getByRole('heading', { level: 1, name: 'Data uplink of boiler' })).toBeVisible()
  await page.getByRole('button', { name: 'Collapse all' }).click()
  await expect(row(page, /uptime/)).toHaveCount(0)
  await search(page).fill('volt')
  await expect(page.getByText('1 of 1')).toBeVisible()
  await expect(row(page, 'voltage_rest: 3.61')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Copy path' }).click()
  await expect(page.getByText('Text copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('$.system.voltage_rest')

  await page.getByRole('link', { name: 'Next message of this device' }).click()
  await expect(page).toHaveURL(new RegExp(second))
  await expect(row(page, 'note: "second"')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Previous message of this device' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next message of this device' })).toBeDisabled()
})

test('a downlink that the device takes is seen as sent without a reload', async ({ page, backend }) => {
  await page.clock.install()
  const { space, device } = await aSpaceWithDevice(backend, page)
  const { id } = await schedule(backend, space, device)
  await page.goto(`/space/${space.id}/messages/${id}`)
  await expect(page.getByText('Pending')).toBeVisible()
  await send(backend, device, '{}')
  await page.clock.fastForward(5000)
  await expect(page.getByRole('definition').filter({ hasText: 'Sent' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'downlink.sent' })).toBeVisible()
})

test('a body of almost a megabyte is searched, opened and walked to its end', async ({ page, backend }) => {
  const { space, device } = await aSpaceWithDevice(backend, page)
  const readings = Array.from({ length: 9000 }, (_, index) => ({
    timestamp: index,
    quantities: { temperature: 21.5, humidity: [40, 41] },
  }))
  const id = await send(backend, device, JSON.stringify({ readings, last: 'the end' }))
  await page.goto(`/space/${space.id}/messages/${id}`)

  await expect(row(page, 'readings: [] 9000 items')).toBeVisible({ timeout: 30_000 })
  await search(page).fill('humidity')
  await expect(page.getByText('1 of 9000')).toBeVisible()
  await search(page).press('Shift+Enter')
  await expect(page.getByText('9000 of 9000')).toBeVisible()
  await page.getByRole('button', { name: 'Expand all' }).click()
  const tree = page.getByRole('tree', { name: 'Body' })
  await tree.focus()
  await page.keyboard.press('End')
  await expect(row(page, 'last: "the end"')).toBeInViewport()
  // Only rows near the viewport are rendered.
  expect(await page.getByRole('treeitem').count()).toBeLessThan(200)
})

test('ten thousand levels are opened and searched on a phone, and nothing is wider than its screen', async ({
  page,
  backend,
}) => {
  await page.setViewportSize({ width: 375, height: 740 })
  const { space, device } = await aSpaceWithDevice(backend, page)
  const id = await send(backend, device, '{}')
  // Another server may accept such a body; it must not freeze this page.
  const body = `${'{"level":'.repeat(10_000)}"the core"${'}'.repeat(10_000)}`
  await page.route(`**/v2/spaces/*/messages/${id}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...messagesApi.get.answer.parse(await answer.json()), body } })
  })
  await page.goto(`/space/${space.id}/messages/${id}`)

  await expect(row(page, '{} 1 key')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Expand all' }).click()
  await search(page).fill('core')
  await expect(page.getByText('1 of 1')).toBeVisible()
  await expect(row(page, 'level: "the core"')).toBeInViewport()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(375)
})
