import type { Page } from '@playwright/test'
import { findValues } from '../support/series'
import { expect, test } from './support/test'

/** Text colour of the light theme. */
const INK = 'rgb(26, 32, 48)'

/** Prints like a browser, with the events before and after. */
async function printing(page: Page, isPrinting: boolean) {
  await page.evaluate(
    (type) => window.dispatchEvent(new Event(type)),
    isPrinting ? 'beforeprint' : 'afterprint',
  )
  await page.emulateMedia({ media: isPrinting ? 'print' : 'screen' })
}

test('a list is printed with all rows of its page, in light colours, without controls', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  await Promise.all(
    Array.from({ length: 60 }, async (_, place) => backend.device(space, { name: `pump-${place + 100}` })),
  )
  await page.setViewportSize({ width: 1500, height: 500 })
  await backend.signIn(page, person)
  await page.evaluate(() => localStorage.setItem('preferences', JSON.stringify({ darkMode: 'dark' })))
  await page.goto(`/space/${space.id}/devices?perPage=100`)
  const title = page.getByRole('heading', { level: 1, name: 'Devices' })
  const names = page.getByRole('main').getByRole('link', { name: /^pump-\d+$/ })
  await expect(names.first()).toBeVisible()
  expect(await names.count()).toBeLessThan(60)

  await printing(page, true)
  await expect(names).toHaveCount(60)
  await expect(title).toHaveCSS('color', INK)
  await expect(page.getByText(`${space.name} – Spaceport`)).toBeVisible()
  await expect(page.getByText(page.url())).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Create device' })).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  // Column names sort on click, and ids are copied on click.
  for (const button of await page.getByRole('button').all())
    expect(
      await button.evaluate((element) => element.closest('th') ?? element.matches('.copies')),
    ).toBeTruthy()
  const isCut = await page.evaluate(() =>
    [...document.querySelectorAll('main *')].some(
      (element) =>
        getComputedStyle(element).overflowY === 'auto' && element.scrollHeight > element.clientHeight,
    ),
  )
  expect(isCut).toBe(false)

  await printing(page, false)
  await expect(title).not.toHaveCSS('color', INK)
  await expect(page.getByRole('button', { name: 'Create device' })).toBeVisible()
  expect(await names.count()).toBeLessThan(60)
})

test('a chart is drawn as wide as the paper, with its numbers', async ({ page, backend }) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'tank-1' })
  for (const level of [30, 18, 31]) await backend.uplink(device, { body: { level } })
  await findValues(backend)
  await page.setViewportSize({ width: 1500, height: 900 })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices/${device.id}?tab=history`)
  const canvas = page.getByRole('main').locator('canvas')
  const width = async () => (await canvas.boundingBox())?.width ?? 0
  await expect.poll(width).toBeGreaterThan(500)
  await expect(page.getByRole('table')).toBeHidden()

  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.getByRole('table')).toBeVisible()
  await expect.poll(width).toBeLessThan(930)
  await expect.poll(width).toBeGreaterThan(700)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.getByRole('table')).toBeHidden()
  await expect(page.getByRole('button', { name: '30 days' })).toBeVisible()
})
