import type { Page } from '@playwright/test'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

const bodies = (count: number) => Array.from({ length: count }, (_, sequence) => ({ message: { sequence } }))

/** A space with a device that has sent these bodies, oldest first. */
async function openSpace(page: Page, backend: Backend, sent: readonly unknown[], deviceName = 'pump-1') {
  const person = await backend.person()
  const space = await backend.space(person)
  const device = await backend.device(space, { name: deviceName })
  const ids = await backend.messages(device, sent)
  await backend.signIn(page, person)
  return { person, space, device, ids, address: `/space/${space.id}/messages` }
}

const rows = (page: Page) => page.getByRole('checkbox', { name: /^Select data / })

test('pages follow each other by cursor, and the count is asked for once', async ({ page, backend }) => {
  const { address, ids } = await openSpace(page, backend, bodies(25))
  const calls: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^\/v2\/.*\/messages(\/count)?$/.test(url.pathname)) calls.push(url)
  })
  await page.goto(address)
  await expect(page.getByText('1–10 of 25')).toBeVisible()
  await expect(page.getByText('Created: Last 10 days')).toBeVisible()
  expect(calls[0]?.searchParams.get('after')).toMatch(/T00:00:00\.000Z$/)
  expect(calls[0]?.searchParams.has('before')).toBe(false)

  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('11–20 of 25')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('21–25 of 25')).toBeVisible()
  await expect(rows(page)).toHaveCount(5)
  expect(calls.filter(({ pathname }) => pathname.endsWith('/count'))).toHaveLength(1)
  // The newest message was sent last, so page 3 begins after the one that was sent sixth.
  expect(calls.at(-1)?.searchParams.get('offset')).toBe(ids[5])

  calls.length = 0
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.reload()
  await expect(page.getByText('11–20 of 25')).toBeVisible()
  expect(calls.filter(({ pathname }) => pathname.endsWith('/count'))).toHaveLength(1)
})

test('a device has its own list, whose title, links and filter outlast other filters and pages', async ({
  page,
  backend,
}) => {
  const { space, device, address } = await openSpace(page, backend, bodies(12))
  const other = await backend.device(space, { name: 'other' })
  await backend.messages(other, bodies(3))
  await page.goto(`${address}?deviceId=${device.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'From device pump-1' })).toBeVisible()
  await expect(page.getByText('1–10 of 12')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Console' })).toHaveAttribute(
    'href',
    `/space/${space.id}/devices/${device.id}/console`,
  )
  await expect(page.getByRole('link', { name: 'Create message' })).toBeVisible()

  await page.getByRole('button', { name: 'Filter: Direction' }).click()
  await page.getByRole('checkbox', { name: 'Uplink' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Direction: Uplink')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('11–12 of 12')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'From device pump-1' })).toBeVisible()

  await page.getByRole('button', { name: 'Filter: Type' }).click()
  await page.getByRole('checkbox', { name: 'Shell' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No data available')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).first().click()
  await expect(page.getByText('1–10 of 12')).toBeVisible()
  await page.getByRole('link', { name: 'Device', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'pump-1' })).toBeVisible()
})

test('a tag has its own list, and whoever only reads is told why there is nothing to send', async ({
  page,
  backend,
}) => {
  const viewer = await backend.person()
  const owner = await backend.person()
  const space = await backend.space(owner, { members: [{ person: viewer, role: 'user' }] })
  const tag = await backend.tag(space, 'cellar')
  const tagged = await backend.device(space, { name: 'tagged', tags: [tag] })
  await backend.messages(tagged, bodies(2))
  await backend.messages(await backend.device(space, { name: 'untagged' }), bodies(3))
  await backend.signIn(page, viewer)
  await page.goto(`/space/${space.id}/messages?tagId=${tag.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'From tag cellar' })).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await page
    .getByRole('link', { name: `tagged ${tagged.serial_number ?? ''}`, exact: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'tagged' })).toBeVisible()

  await page.goto(`/space/${space.id}/messages?deviceId=${tagged.id}`)
  await expect(page.getByRole('button', { name: 'Create message' })).toHaveAttribute('aria-disabled', 'true')
})

test('a device or a tag of another space is reported as missing', async ({ page, backend }) => {
  const { person, space } = await openSpace(page, backend, bodies(1))
  const elsewhere = await backend.device(await backend.space(person))
  for (const [query, sentence] of [
    [`deviceId=${elsewhere.id}`, 'This space has no such device'],
    [`tagId=${elsewhere.id}`, 'This space has no such tag'],
  ]) {
    await page.goto(`/space/${space.id}/messages?${query}`)
    await expect(page.getByRole('heading', { level: 1, name: sentence })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Show all messages' }).click()
  await expect(rows(page)).toHaveCount(1)
})

test('an error in a body is marked, a row opens to its body, and two selected messages are compared', async ({
  page,
  backend,
}) => {
  const sent = [{ temperature: 21.5 }, { error: 'no signal' }, { temperature: 22 }]
  const { address, ids } = await openSpace(page, backend, sent)
  await page.goto(address)
  await expect(rows(page)).toHaveCount(3)
  const [middle, oldest] = [page.getByRole('row').nth(2), page.getByRole('row').nth(3)]
  await expect(middle.getByRole('img', { name: 'The body has an error' })).toBeVisible()
  await expect(oldest.getByRole('img', { name: 'The body has an error' })).toHaveCount(0)
  await expect(middle).toContainText('error no signal')
  await expect(oldest).toContainText('temperature 21.5')
  await oldest.getByRole('button', { name: /^Details of data / }).click()
  await expect(page.getByText('"temperature": 21.5')).toBeVisible()

  await rows(page).nth(0).check()
  await expect(page.getByText('Select two messages to compare them')).toBeVisible()
  await rows(page).nth(2).click()
  const comparison = page.getByRole('dialog', { name: 'Compare messages' })
  await expect(comparison.getByText('1 difference', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/messages\\?(.*&)?compare=${ids[0]}%2C${ids[2]}$`))
  await page.goBack()
  await expect(comparison).toHaveCount(0)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await page.goForward()
  await page.reload()
  await expect(comparison.getByText('1 difference', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/compare=/)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
})

test('at 1024 px two values of a message fit in its row, and the calendar is on screen at once', async ({
  page,
  backend,
}) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  const body = { thermometer: { temperature: 21.53 }, accelerometer: { acceleration_x: -0.12 } }
  const { address } = await openSpace(page, backend, [body], 'pump-station-03')
  await page.goto(address)
  const values = page.getByTitle('thermometer.temperature 21.53 · accelerometer.acceleration_x -0.12')
  await expect(values).toBeVisible()
  const isCut = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: Element) =>
    scrollHeight > clientHeight || scrollWidth > clientWidth
  expect(await values.evaluate(isCut)).toBe(false)
  expect(await page.getByRole('region', { name: 'Messages' }).evaluate(isCut)).toBe(false)

  await page.getByRole('button', { name: 'Filter: Created' }).click()
  await expect(page.getByRole('button', { name: 'Apply' })).toBeInViewport({ ratio: 1 })
})

test('on a phone messages are cards that fit', async ({ page, backend }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const { address, device } = await openSpace(page, backend, bodies(3))
  await page.goto(`${address}?deviceId=${device.id}`)
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('switch', { name: 'Live' })).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

for (const [preferredLanguage, live] of [
  ['en', 'Live'],
  ['cs', 'Živě'],
] as const)
  test(`on a phone the toolbar is one row, in ${preferredLanguage}`, async ({ page, backend }) => {
    await page.addInitScript(
      (preferences) => localStorage.setItem('preferences', preferences),
      JSON.stringify({ preferredLanguage }),
    )
    const { address } = await openSpace(page, backend, bodies(1))
    const toolbar = page.locator('main div:has(> .end)')
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${address}?filter=${JSON.stringify({ type: ['data'], direction: ['up'] })}`)
      await expect(toolbar.getByRole('switch', { name: live })).toBeVisible()
      const boxes = await toolbar.locator('button, select, label').evaluateAll((controls) =>
        controls.map((control) => {
          const { top, bottom, right } = control.getBoundingClientRect()
          return { middle: (top + bottom) / 2, right }
        }),
      )
      const middles = boxes.map(({ middle }) => middle)
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4)
      expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThan(width - 16)
    }
  })
