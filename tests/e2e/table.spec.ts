import type { Locator, Page } from '@playwright/test'
import { anAlert, anAlertRule } from '../support/alerts'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'
import { smallTargets } from './support/touch'

const NAMES = Array.from({ length: 25 }, (_, n) => `device-${String(n + 1).padStart(2, '0')}`)

/** Opens the list of a space with 25 devices. */
async function openDevices(page: Page, backend: Backend) {
  const person = await backend.person()
  const space = await backend.space(person)
  for (const name of NAMES) await backend.device(space, { name })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/devices`)
  await expect(page.getByRole('link', { name: 'device-01', exact: true })).toBeVisible()
}

test('filters, the page and its size survive a reload and going back', { tag: '@heavy' }, async ({
  page,
  backend,
}) => {
  await openDevices(page, backend)
  const filter = page.getByRole('searchbox', { name: 'Search' })
  await filter.fill('device-2')
  await expect(page.getByRole('row')).toHaveCount(1 + 6)
  await expect(page).toHaveURL(/device-2/)
  await page.reload()
  await expect(filter).toHaveValue('device-2')
  await expect(page.getByRole('row')).toHaveCount(1 + 6)
  await page.getByRole('link', { name: 'device-21', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'device-21', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(filter).toHaveValue('device-2')
  await expect(page.getByRole('row')).toHaveCount(1 + 6)

  await filter.fill('')
  await page.getByLabel('Rows per page').selectOption('20')
  await expect(page.getByText('1–20 of 25')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('21–25 of 25')).toBeVisible()
  await page.reload()
  await expect(page.getByText('21–25 of 25')).toBeVisible()
})

/** Number of fully visible rows. */
const wholeRows = (page: Page) =>
  page.evaluate(() => {
    const bounds = document.querySelector('main table')?.parentElement?.getBoundingClientRect()
    const top = document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0
    const bottom = Math.min(bounds?.bottom ?? window.innerHeight, window.innerHeight)
    const rows = [...document.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect())
    return rows.filter((row) => row.top >= top - 1 && row.bottom <= bottom + 1).length
  })

/** Expects the open list to show 16 full rows of its 25, and 22 in thin mode. */
async function expectDense(page: Page) {
  await page.setViewportSize({ width: 1500, height: 900 })
  await page.getByLabel('Rows per page').selectOption('50')
  await expect(page.getByRole('row')).toHaveCount(1 + 25)
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(16)

  await page.goto('/profile?tab=settings')
  await page.getByRole('switch', { name: 'Thin mode' }).or(page.getByLabel('Thin mode')).check()
  await page.goBack()
  await expect(page.getByRole('row')).toHaveCount(1 + 25)
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(22)
}

test('16 devices fit on a screen of 1500 × 900, 22 in thin mode, each on one line', async ({
  page,
  backend,
}) => {
  await openDevices(page, backend)
  await expectDense(page)
  const names = await page.locator('tbody a').allInnerTexts()
  expect(names.filter((name) => name.startsWith('device-'))).toEqual(NAMES)
})

test('16 messages fit on a screen of 1500 × 900, 22 in thin mode', { tag: '@heavy' }, async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'greenhouse-07' })
  await backend.messages(
    device,
    NAMES.map((_, n) => ({
      thermometer: { temperature: n },
      hygrometer: { humidity: 40 + n },
      battery: 3.1,
    })),
  )
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/messages`)
  await expect(page.getByRole('link', { name: 'greenhouse-07' }).first()).toBeVisible()
  await expectDense(page)
})

test('chosen columns stay beside the pinned name, and dragged headers keep their place and width', async ({
  page,
  backend,
}) => {
  await openDevices(page, backend)
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.getByRole('button', { name: 'Add a column' }).click()
  const menu = page.getByRole('dialog', { name: 'Columns' })
  for (const name of ['Comment', 'Id', 'Session', 'Created', 'Labels'])
    await menu.getByRole('checkbox', { name, exact: true }).check()
  await page.keyboard.press('Escape')
  const scroller = page.getByRole('group', { name: 'Devices' })
  const leftOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().left)
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
  await expect(head('Labels')).toBeAttached()
  const name = page.getByRole('link', { name: 'device-01', exact: true })
  // The focus is back on the button of the menu, at the end of the header.
  await scroller.evaluate((element) => element.scrollTo({ left: 0 }))
  const before = [await leftOf(name), await leftOf(head('Comment'))]
  await scroller.evaluate((element) => element.scrollBy({ left: 40 }))
  await expect.poll(() => leftOf(head('Comment'))).toBe((before[1] ?? 0) - 40)
  expect(await leftOf(name)).toBe(before[0])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024)
  await scroller.evaluate((element) => element.scrollTo({ left: 0 }))

  const edge = page.getByRole('separator', { name: 'Width of Comment' })
  await edge.hover()
  const at = await edge.boundingBox()
  await page.mouse.down()
  await page.mouse.move((at?.x ?? 0) + 70, at?.y ?? 0, { steps: 5 })
  await page.mouse.up()
  const width = Number(await edge.getAttribute('aria-valuenow'))
  expect(Math.abs((await leftOf(edge)) - ((at?.x ?? 0) + 66))).toBeLessThan(8)

  await head('Comment').hover({ position: { x: 20, y: 12 } })
  await page.mouse.down()
  const state = await head('State').boundingBox()
  await page.mouse.move((state?.x ?? 0) + 30, (state?.y ?? 0) + 12, { steps: 5 })
  await page.mouse.move((state?.x ?? 0) + 10, (state?.y ?? 0) + 12, { steps: 5 })
  await page.mouse.up()
  await expect.poll(async () => (await leftOf(head('Comment'))) < (await leftOf(head('State')))).toBe(true)
  await page.reload()
  await expect(name).toBeVisible()
  await expect(edge).toHaveAttribute('aria-valuenow', String(width))
  expect(await leftOf(head('Comment'))).toBeLessThan(await leftOf(head('State')))
})

test('a click right after a sort has its usual effect', async ({ page, backend }) => {
  await openDevices(page, backend)
  await page.getByRole('columnheader', { name: 'State' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=state/)
  await page.getByRole('link', { name: 'device-01', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'device-01' })).toBeVisible()
})

test('a phone shows three devices and five messages, and every control is large enough to touch', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: 'greenhouse-07' })
  for (let n = 0; n < 8; n += 1) await backend.uplink(device, { body: { thermometer: { temperature: n } } })
  for (const name of ['other-1', 'other-2', 'other-3']) await backend.device(space, { name })
  await page.setViewportSize({ width: 375, height: 812 })
  await backend.signIn(page, person)
  const least = { devices: 3, messages: 5 }
  for (const [list, count] of Object.entries(least)) {
    await page.goto(`/space/${space.id}/${list}`)
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(count)
    expect(await smallTargets(page)).toEqual([])
    await expect(page.getByText('Actions', { exact: true })).toHaveCount(0)
    const tops = await page
      .locator('main')
      .getByRole('button', { name: /^(Filters and sorting|Columns|Refresh)/ })
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().bottom))
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(2)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  }
})

test('on a phone the actions of an alert are one line, and filters keep a distance from the edge of their card', async ({
  page,
  backend,
}) => {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space)
  await anAlert(backend, await anAlertRule(backend, space), device.id)
  await page.setViewportSize({ width: 375, height: 812 })
  await backend.signIn(page, person)
  await page.goto(`/space/${space.id}/alerts`)
  const boxOf = async (name: RegExp) =>
    page
      .locator('main')
      .getByRole('button', { name })
      .evaluate((element) => element.getBoundingClientRect())
  // The list may still render its rows again.
  await expect(async () => {
    const { top } = await boxOf(/^Acknowledge/)
    expect(top).toBeGreaterThan(0)
    expect(top).toBe((await boxOf(/^Snooze/)).top)
    // The card is 16 px from the edges of the window, and has a border itself.
    expect((await boxOf(/^Filters and sorting/)).left).toBe(16 + 1 + 12)
    expect((await boxOf(/^Columns/)).right).toBe(375 - 16 - 1 - 12)
  }).toPass()
})
