import type { Page } from '@playwright/test'
import { expect, test } from './support/test'

/** Everything that the browser stores for this origin. */
const kept = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))

const restore = (page: Page) => page.getByRole('button', { name: 'Restore' })

test('a closed tab leaves its draft to the next one; two tabs do not mix drafts', {
  tag: '@heavy',
}, async ({ page, context, backend }) => {
  const person = await backend.person()
  await backend.signIn(page, person)
  await page.goto('/profile?edit=true')
  await page.getByLabel('Company').fill('Typed in the first tab')

  const second = await context.newPage()
  await second.goto('/profile?edit=true')
  await expect(second.getByLabel('Company')).toBeVisible()
  await expect(restore(second)).toHaveCount(0)
  await second.getByLabel('Middle name').fill('Typed in the second tab')
  await page.reload()
  await restore(page).click()
  await expect(page.getByLabel('Company')).toHaveValue('Typed in the first tab')
  await expect(page.getByLabel('Middle name')).toHaveValue('')
  await second.getByRole('button', { name: 'Discard changes' }).click()
  await second.close()

  // Close like a person, so that the page gets the event.
  await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })])
  const third = await context.newPage()
  await third.goto('/config.json')
  await expect.poll(() => kept(third)).toContain('Typed in the first tab')
  await third.goto('/profile')
  await restore(third).click()
  await expect(third.getByLabel('Company')).toHaveValue('Typed in the first tab')
  await expect(third.getByLabel('Middle name')).toHaveValue('')
})
