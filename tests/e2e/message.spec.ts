import type { Page } from '@playwright/test'
import { messagesApi } from '#contract/messages'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

/** Opens a message of a device as an admin of its space. */
async function openMessage(page: Page, backend: Backend, body: unknown) {
  const person = await backend.person()
  const space = await backend.space(person)
  const [id] = await backend.messages(await backend.device(space, { name: 'boiler' }), [body])
  await backend.signIn(page, person)
  return { id, path: `/space/${space.id}/messages/${id}` }
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search keys and values' })
const row = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name, exact: true })

test('a body of almost a megabyte is searched, copied from, opened and walked to its end', {
  tag: '@heavy',
}, async ({ page, backend, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const readings = Array.from({ length: 9000 }, (_, index) => ({
    timestamp: index,
    quantities: { temperature: 21.5, humidity: [40, 41] },
  }))
  const { path } = await openMessage(page, backend, { readings, last: 'the end' })
  await page.goto(path)

  await expect(page.getByRole('heading', { level: 1, name: 'Data uplink of boiler' })).toBeVisible()
  await expect(row(page, 'readings: [] 9,000 items')).toBeVisible()
  await search(page).fill('humidity')
  await expect(page.getByText('1 of 9,000')).toBeVisible()
  await search(page).press('Shift+Enter')
  await expect(page.getByText('9,000 of 9,000')).toBeVisible()
  await page.getByRole('button', { name: 'Copy path' }).click()
  await expect(page.getByText('Text copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe('$.readings[8999].quantities.humidity')

  await page.getByRole('button', { name: 'Expand all' }).click()
  await page.getByRole('tree', { name: 'Body' }).focus()
  await page.keyboard.press('End')
  await expect(row(page, 'last: "the end"')).toBeInViewport()
  // Only rows near the viewport are rendered.
  expect(await page.getByRole('treeitem').count()).toBeLessThan(200)
})

test('ten thousand levels are opened and searched on a phone, and nothing is wider than its screen', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  const { id, path } = await openMessage(page, backend, {})
  // Another server may accept such a body; it must not freeze this page.
  const body = `${'{"level":'.repeat(10_000)}"the core"${'}'.repeat(10_000)}`
  await page.route(`**/v2/spaces/*/messages/${id}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...messagesApi.get.answer.parse(await answer.json()), body } })
  })
  await page.goto(path)

  await expect(row(page, '{} 1 key')).toBeVisible()
  await page.getByRole('button', { name: 'Expand all' }).click()
  await search(page).fill('core')
  await expect(page.getByText('1 of 1')).toBeVisible()
  await expect(row(page, 'level: "the core"')).toBeInViewport()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(375)
})
