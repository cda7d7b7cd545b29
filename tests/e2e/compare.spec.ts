import { eq } from 'drizzle-orm'
import { message } from '../../server/db/schema'
import { expect, test } from './support/test'

test('long and deep bodies are compared in parts, and a phone shows the two sides as one column', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space)
  const long = (seed: number) => Array.from({ length: 2000 }, (_, i) => ({ min: i, max: (i * seed) % 997 }))
  const short = (sequence: number) => ({ message: { version: 1, sequence }, temperature: 21.5 })
  const bodies = [long(1), long(2), short(1), short(2), [], []]
  const ids = await backend.messages(device, bodies)
  for (const [i, depth] of [10_000, 9000].entries()) {
    const body = '['.repeat(depth) + ']'.repeat(depth)
    await backend.db
      .update(message)
      .set({ body })
      .where(eq(message.id, ids[4 + i] ?? ''))
  }
  await backend.signIn(page, person)
  const compare = (first: number) =>
    page.goto(`/space/${space.id}/messages/compare?a=${ids[first + 1]}&b=${ids[first]}`)
  const current = page.getByRole('row').filter({ has: page.locator('[aria-current="true"]') })

  await compare(0)
  await expect(page.getByText(/^[\d,]+ differences$/)).toBeVisible()
  await page.getByRole('button', { name: 'Previous difference' }).click()
  await expect(page.getByText(/^Difference ([\d,]+) of \1$/)).toBeVisible()
  await expect(current.first()).toBeInViewport()
  // The page paints only some of the lines.
  expect(await page.getByRole('row').count()).toBeLessThan(1100)

  await compare(4)
  await expect(page.getByText(/^[\d,]+ differences$/)).toBeVisible()
  await page.keyboard.press('n')
  await expect(current.first()).toBeInViewport()

  await page.setViewportSize({ width: 375, height: 800 })
  await compare(2)
  await expect(page.getByText('1 difference', { exact: true })).toBeVisible()
  const removed = page.getByRole('row', { name: /^removed: / })
  await expect(removed).toHaveText(/^[^]*"sequence": 1[^]*$/)
  await expect(removed).not.toContainText('"sequence": 2')
  await expect(page.getByRole('row', { name: /^added: / })).toContainText('"sequence": 2')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(removed).toContainText(/"sequence": 1.*"sequence": 2/)
})
