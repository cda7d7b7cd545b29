import type { Page } from '@playwright/test'
import { startProxy } from '../support/proxy'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

const bodies = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => ({ message: { sequence: first + index } }))

async function openLive(page: Page, backend: Backend, sent: number, url = backend.url) {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space)
  const ids = await backend.messages(device, bodies(sent))
  await backend.signIn(page, person, url)
  await page.goto(`${url}/space/${space.id}/messages?live=true`)
  await expect(state(page, 'Live')).toBeVisible()
  return { space, device, ids }
}

const state = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })
/** Ids of the rows in the document, from top to bottom. */
const shownIds = (page: Page) =>
  page.locator('[data-row]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')))
const newestFirst = (...ids: string[][]) => ids.flat().toReversed()

test('new messages appear by themselves; scrolling down pauses that, and one press or scrolling up shows new ones', async ({
  page,
  backend,
}) => {
  const { device, ids } = await openLive(page, backend, 60)
  await expect(page.getByText('The newest 60 messages')).toBeVisible()
  const first = await backend.messages(device, bodies(2, 60))
  await expect(page.getByText('The newest 62 messages')).toBeVisible()
  expect((await shownIds(page)).slice(0, 4)).toEqual(newestFirst(ids, first).slice(0, 4))

  const table = page.getByRole('group', { name: 'Messages' })
  await table.evaluate((element) => element.scrollBy(0, 400))
  await expect(state(page, 'Paused')).toBeVisible()
  const before = await table.evaluate((element) => element.scrollTop)
  const later = await backend.messages(device, bodies(3, 62))
  const waiting = page.getByRole('button', { name: '3 new messages' })
  await expect(waiting).toBeVisible()
  expect(await shownIds(page)).not.toContain(later.at(-1))
  expect(await table.evaluate((element) => element.scrollTop)).toBe(before)

  await waiting.click()
  await expect(state(page, 'Live')).toBeVisible()
  await expect(page.locator('[data-row]').first()).toHaveAttribute('data-row', later.at(-1) ?? '')
  await expect.poll(() => table.evaluate((element) => element.scrollTop)).toBe(0)

  await table.evaluate((element) => element.scrollBy(0, 400))
  await expect(state(page, 'Paused')).toBeVisible()
  await table.press('Home')
  await expect(state(page, 'Live')).toBeVisible()
  await page.getByRole('switch', { name: 'Live' }).click()
  await expect(page.getByText('1–10 of 65')).toBeVisible()
})

test('messages from while the connection was cut are there when it is back', { tag: '@heavy' }, async ({
  page,
  backend,
}) => {
  const proxy = await startProxy(backend.url)
  try {
    const { device, ids } = await openLive(page, backend, 2, proxy.url)
    proxy.cut()
    await expect(state(page, 'Reconnecting')).toBeVisible()
    const missed = await backend.messages(device, bodies(20, 2))
    proxy.restore()
    await expect(page.getByText('The newest 22 messages')).toBeVisible()
    await expect(state(page, 'Live')).toBeVisible()
    expect(await shownIds(page)).toEqual(newestFirst(ids, missed))
  } finally {
    await proxy.close()
  }
})
