import type { Locator, Page } from '@playwright/test'
import { DAY, HOUR } from '#contract/common/durations'
import { findValues } from '../support/series'
import type { Backend } from './support/backend'
import { press } from './support/keyboard'
import { expect, test } from './support/test'

/** Levels of the reservoirs; only these are compared. */
const LEVELS = { 'reservoir-01': 2, 'reservoir-02': 3, 'reservoir-03': 4 }

/** Opens the devices of a space with three reservoirs and another device, all with a value for each of 40 days. */
async function aSpaceWithReservoirs(page: Page, backend: Backend) {
  const person = await backend.person()
  const space = await backend.space(person)
  const { id } = await backend.tag(space, 'reservoir')
  const now = Date.now()
  for (const [name, level] of Object.entries({ ...LEVELS, 'pump-01': 9 })) {
    const device = await backend.device(space, { name, tags: name in LEVELS ? [{ id }] : [] })
    const samples = Array.from({ length: 40 }, (_, day) => ({
      time: now - day * DAY,
      level: level + day / 100,
    }))
    await backend.uplink(device, { body: { samples, humidity: 94 } })
  }
  await findValues(backend)
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices`)
}

/** Walks through the pages in four steps, each one click or key. */
async function walk(page: Page, take: (control: Locator) => Promise<void>) {
  await take(page.getByRole('link', { name: 'reservoir-02', exact: true }))
  await take(page.getByRole('link', { name: /^level/ }))
  const month = page.getByRole('button', { name: '30 days' })
  await take(month)
  // A person waits to see that it is chosen.
  await expect(month).toHaveAttribute('aria-pressed', 'true')
  await take(page.getByRole('button', { name: 'all of reservoir' }))
}

/** Expects the level of the last month beside those of the other reservoirs. */
async function expectLevels(page: Page) {
  const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem')
  await expect(lines).toHaveText([
    /reservoir-02 3 lowest 3,/,
    /reservoir-01 2 lowest 2,/,
    /reservoir-03 4 lowest 4,/,
  ])
  await page.getByText('Values as a table').click()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(31)
}

test('four clicks lead from the devices to the level of a reservoir over the last month, beside the others', async ({
  page,
  backend,
}) => {
  await aSpaceWithReservoirs(page, backend)
  await walk(page, async (control) => control.click())
  await expectLevels(page)

  await page.setViewportSize({ width: 480, height: 800 })
  for (const name of ['Time range', 'Compare with'])
    expect(
      await page
        .getByRole('group', { name })
        .evaluate((choices) => choices.scrollWidth - choices.clientWidth),
      'all choices are in sight',
    ).toBe(0)
  const drawn = await page.locator('.u-over').evaluate((area) => area.getBoundingClientRect().bottom)
  const legend = await page
    .getByRole('list', { name: 'Lines' })
    .evaluate((list) => list.getBoundingClientRect().top)
  expect(legend - drawn, 'the lines are named right below the axis').toBeLessThan(40)
})

test.describe('with a mouse and a touch screen', () => {
  test.use({ hasTouch: true })

  test('a click opens the message of a value, and a tap offers to open it', async ({ page, backend }) => {
    const person = await backend.person()
    const space = await backend.space(person)
    const device = await backend.device(space)
    const now = Date.now()
    await backend.uplink(device, {
      body: { samples: [3, 2, 1].map((hours) => ({ time: now - hours * HOUR, level: 5 })) },
    })
    await findValues(backend)
    await backend.signIn(page, person)
    await page.goto(`/space/${space.id}/devices/${device.id}`)
    await page.getByRole('link', { name: /^level/ }).click()
    const chart = page.getByRole('application').locator('.u-over')
    const place = async () => {
      const box = await chart.boundingBox()
      if (!box) throw new Error('no chart is drawn')
      // Two hours before the end of a day, at the height of all values.
      return [box.x + (box.width * 22) / 24, box.y + box.height / 2] as const
    }
    await page.touchscreen.tap(...(await place()))
    await expect(page.getByRole('button', { name: 'Open the message' })).toBeVisible()
    await page.mouse.click(...(await place()))
    await expect(page).toHaveURL(/\/messages\//)
  })
})

test('the same works by keyboard alone', { tag: '@heavy' }, async ({ page, backend }) => {
  await aSpaceWithReservoirs(page, backend)
  await walk(page, async (control) => press(page, control))
  await expectLevels(page)
})
