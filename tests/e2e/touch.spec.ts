import { expect as expectNow, type Page } from '@playwright/test'
import { addressesOf } from '../support/addresses'
import { follow, isThere } from './support/pages'
import { expect, test } from './support/test'
import { drag, hold, smallTargets } from './support/touch'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 800 } })

/** Waits for the touch gestures, which load after the page. */
const knowsFingers = (page: Page) =>
  expect(page.locator('html')).toHaveCSS('overscroll-behavior-y', 'contain')

const middleOf = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x: x + width / 2,
  y: y + height / 2,
})

test('a long press on a row selects it, and does not open it', async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  for (const name of ['barn-1', 'barn-2']) await backend.device(space, { name })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices`)
  const box = page.getByRole('checkbox', { name: 'Select barn-2' })
  const card = await page.getByRole('link', { name: 'barn-2' }).boundingBox()
  expect(card).not.toBeNull()
  if (!card) return
  await knowsFingers(page)
  await hold(page, middleOf(card), () => expect(box).toBeChecked())
  await expect(page.getByText('1 selected').first()).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${space.id}/devices$`))

  // A moving finger scrolls.
  const { x, y } = middleOf(card)
  await drag(page, [
    { x, y },
    { x, y: y + 30 },
  ])
  await expect(box).toBeChecked()
})

test('a pull from the top of a page refreshes it', async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await backend.device(space, { name: 'barn-1' })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices`)
  await expect(page.getByRole('link', { name: 'barn-1' })).toBeVisible()
  await backend.device(space, { name: 'barn-2' })
  // A shorter pull is cancelled.
  await drag(
    page,
    [120, 150, 180].map((y) => ({ x: 180, y })),
  )
  await expect(page.getByRole('link', { name: 'barn-2' })).toHaveCount(0)
  await expect(async () => {
    await drag(
      page,
      [120, 160, 200, 240, 280, 320].map((y) => ({ x: 180, y })),
    )
    await expectNow(page.getByRole('status').filter({ hasText: 'Up to date' })).toHaveCount(1, {
      timeout: 2000,
    })
  }).toPass()
  await expect(page.getByRole('link', { name: 'barn-2' })).toBeVisible()
})

for (const width of [375, 1280])
  test(`touch targets are at least 40 px on every page, at ${width} px`, { tag: '@heavy' }, async ({
    page,
    backend,
  }) => {
    test.setTimeout(300_000)
    const person = await backend.person({ systemRole: 'admin' })
    const addresses = await addressesOf(backend, await backend.space(person))
    await backend.signIn(page, person)
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/spaces')
    for (const path of addresses) {
      await follow(page, path)
      await isThere(page, path)
      expect.soft(await smallTargets(page), path).toEqual([])
    }
  })
