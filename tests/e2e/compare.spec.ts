import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { message } from '../../server/db/schema'
import type { TestSpace } from '../support/builders'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

/** A data message as a device sends it. */
const dataBody = (sequence: number, temperature: number) => ({
  message: { version: 1, sequence, timestamp: 1_770_000_000 + sequence * 900 },
  attribute: { product_name: 'Sensor', hw_revision: 'R2' },
  system: { uptime: 86_400, voltage_rest: 3.61 },
  thermometer: { temperature },
})

/** Signs in with a space that has messages of one device; the first is the oldest. */
async function withMessages(page: Page, backend: Backend, bodies: unknown[]) {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space)
  const ids = await backend.messages(device, bodies)
  await backend.signIn(page, person)
  return { space, device, ids }
}

const compare = (page: Page, space: TestSpace, [a, b]: string[]) =>
  page.goto(`/space/${space.id}/messages/compare?a=${b}&b=${a}`)

/** The lines of the current difference. */
const current = (page: Page) => page.getByRole('row').filter({ has: page.locator('[aria-current="true"]') })

test('two messages are compared step by step, without what every message changes', async ({
  page,
  backend,
}) => {
  const { space, device, ids } = await withMessages(page, backend, [dataBody(1, 21.5), dataBody(2, 22.25)])
  await compare(page, space, ids)
  const first = page.getByRole('region', { name: /(Older|Newer) message/ }).first()
  await expect(first).toHaveAccessibleName('Older message')
  await expect(first.getByRole('link', { name: device.name })).toBeVisible()
  await expect(first.getByRole('link', { name: 'Open message' })).toHaveAttribute(
    'href',
    `/space/${space.id}/messages/${ids[0]}`,
  )
  await expect(page.getByText('2 differences')).toBeVisible()

  await page.keyboard.press('n')
  await expect(page.getByText('Difference 1 of 2')).toBeVisible()
  await expect(current(page).first()).toContainText('"sequence": 1')
  await page.keyboard.press('n')
  await expect(current(page)).toContainText('"temperature": 21.5')
  await page.keyboard.press('p')
  await expect(page.getByText('Difference 1 of 2')).toBeVisible()

  await page.getByRole('switch', { name: 'Ignore times, sequence numbers and ids' }).click()
  await expect(page.getByText('1 difference', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Next difference' }).click()
  await expect(current(page)).toContainText('"temperature": 21.5')
  await page.reload()
  await expect(page.getByText('1 difference', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Swap sides' }).click()
  await expect(first).toHaveAccessibleName('Newer message')
  await expect(page.getByText('1 difference', { exact: true })).toBeVisible()
  await page.keyboard.press('n')
  await expect(current(page)).toContainText(/22\.25.*21\.5/)
})

test('a phone shows one column, and equal bodies say so', async ({ page, backend }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const { space, ids } = await withMessages(page, backend, [
    dataBody(1, 21.5),
    dataBody(2, 21.5),
    dataBody(2, 21.5),
  ])
  await compare(page, space, ids.slice(0, 2))
  await expect(page.getByText('1 difference', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: 'removed: 7' })).toContainText('"sequence": 1')
  await expect(page.getByRole('row', { name: 'added: 7' })).toContainText('"sequence": 2')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(page.getByRole('row', { name: 'removed: 7' })).toContainText(/"sequence": 1.*"sequence": 2/)

  await page.getByRole('switch', { name: 'Ignore times, sequence numbers and ids' }).click()
  await expect(page.getByText('differ only in formatting or in what is ignored')).toBeVisible()
  await compare(page, space, ids.slice(1))
  await expect(page.getByText('The bodies are identical.')).toBeVisible()
})

test('long and deep bodies are compared in parts, so that the page paints only some of their lines', async ({
  page,
  backend,
}) => {
  const long = (seed: number) => Array.from({ length: 2000 }, (_, i) => ({ min: i, max: (i * seed) % 997 }))
  const { space, ids } = await withMessages(page, backend, [long(1), long(2), [], []])
  for (const [i, depth] of [10_000, 9000].entries()) {
    const body = '['.repeat(depth) + ']'.repeat(depth)
    await backend.db
      .update(message)
      .set({ body })
      .where(eq(message.id, ids[2 + i] ?? ''))
  }
  await compare(page, space, ids.slice(0, 2))
  await expect(page.getByText(/^\d+ differences$/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Previous difference' }).click()
  await expect(page.getByText(/^Difference (\d+) of \1$/)).toBeVisible()
  await expect(current(page).first()).toBeInViewport()
  expect(await page.getByRole('row').count()).toBeLessThan(1100)

  await compare(page, space, ids.slice(2))
  await expect(page.getByText(/^\d+ differences$/)).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('n')
  await expect(current(page).first()).toBeInViewport()
})

test('a message is compared with the previous one of its type; an address without two messages says so', async ({
  page,
  backend,
}) => {
  const { space, device, ids } = await withMessages(page, backend, [dataBody(1, 21.5), dataBody(2, 22.25)])
  const row = (id: string | undefined) =>
    page.getByRole('row').filter({ has: page.locator(`a[href$="/messages/${id}"]`) })
  const label = 'Compare with the previous one of this type from this device'
  await page.goto(`/space/${space.id}/messages?deviceId=${device.id}`)
  await row(ids[0]).getByRole('button', { name: label }).click()
  await expect(page.getByText('This is the first message of its type and direction')).toBeVisible()
  await row(ids[1]).getByRole('button', { name: label }).click()
  await expect(page).toHaveURL(new RegExp(`compare\\?a=${ids[0]}&b=${ids[1]}$`))
  await expect(page.getByText('2 differences')).toBeVisible()

  await page.goto(`/space/${space.id}/messages/compare?a=${ids[0]}&b=${space.id}`)
  await expect(page.getByRole('heading', { name: 'Message not found' })).toBeVisible()
  await page.goto(`/space/${space.id}/messages/compare?a=${ids[0]}`)
  await expect(page.getByText('This address does not name two messages.')).toBeVisible()
})
